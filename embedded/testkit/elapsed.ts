/** Times that a test may judge on a machine with other load. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const start = promisify(execFile);

/** The start of an empty Node on a machine that does nothing else takes 40 ms; machines differ. */
const IDLE_START_MS = 80;

/** Returns by how much slower than an idle machine this one starts a process now; at least 1. */
export async function slowness(): Promise<number> {
  const startedAt = performance.now();
  await start(process.execPath, ["-e", ""]);
  return Math.max(1, (performance.now() - startedAt) / IDLE_START_MS);
}

/** Returns the milliseconds of processor time that synchronous work takes of this thread: other processes take none of it. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
