/**
 * Measures the processor time of this thread. Asking the system costs as much as a small query, so a reading is reused
 * briefly.
 */

const MOMENT_MS = 20;

type CpuReader = (earlier?: NodeJS.CpuUsage) => NodeJS.CpuUsage;

/** Reads the processor time of the thread; before Node 23.9 that of all threads of the process, Node actions included. */
const usageOf: CpuReader =
  (process as { readonly threadCpuUsage?: CpuReader }).threadCpuUsage?.bind(process) ??
  process.cpuUsage.bind(process);

let reading = usageOf();
let readAt = performance.now();

/** As it was at most {@link MOMENT_MS} ago: for the beginning of what may take a thousand. */
export function recentProcessorTime(): NodeJS.CpuUsage {
  const now = performance.now();
  if (now - readAt > MOMENT_MS) {
    reading = usageOf();
    readAt = now;
  }
  return reading;
}

/** Milliseconds since an earlier reading, as of now. */
export function processorTimeSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = usageOf(earlier);
  return (user + system) / 1_000;
}
