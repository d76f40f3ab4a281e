/**
 * Measures the processor time of this process. Asking the system costs as much as a small query, so a reading is reused
 * briefly.
 */

const MOMENT_MS = 20;

let reading = process.cpuUsage();
let readAt = performance.now();

/** As it was at most {@link MOMENT_MS} ago: for the beginning of what may take a thousand. */
export function recentProcessorTime(): NodeJS.CpuUsage {
  const now = performance.now();
  if (now - readAt > MOMENT_MS) {
    reading = process.cpuUsage();
    readAt = now;
  }
  return reading;
}

/** Milliseconds since an earlier reading, as of now. */
export function processorTimeSince(earlier: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(earlier);
  return (user + system) / 1_000;
}
