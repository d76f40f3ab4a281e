/**
 * Notices from another thread that this one is stuck in a query or mutation
 * that does not end, or in our own work for it. JavaScript can't stop such a loop and keep what else was
 * under way, but an inspector gets a word in between: it asks this thread what
 * it is doing, notes it, and ends the process. Its watchdog starts another.
 */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";

const TICK_MS = 250;
/** A second and a half of silence, and half of that with a processor: a computer that slept, or has too much to do, is not stuck. */
const SILENT_TICKS = 6;
const BUSY_MS = 750;
const END_STUCK_CALL = "__embeddedEndStuckCall";

/** Plain JavaScript: the thread needs nothing of ours. */
const WATCHER = `
  const { Session } = require("node:inspector");
  const { beat, tickMs, silentTicks, busyMs, endStuckCall } = require("node:worker_threads").workerData;
  let last = -1, silent = 0, cpu = process.cpuUsage();
  setInterval(() => {
    const now = Atomics.load(beat, 0);
    if (now !== last) {
      [last, silent, cpu] = [now, 0, process.cpuUsage()];
      return;
    }
    silent += 1;
    if (silent < silentTicks || process.cpuUsage(cpu).user / 1000 < busyMs) return;
    [silent, cpu] = [0, process.cpuUsage()];
    const session = new Session();
    session.connectToMainThread();
    session.post("Runtime.evaluate", { expression: endStuckCall + "()" }, (_, answer) => {
      session.disconnect();
      if (answer?.result.value === true) process.kill(process.pid, "SIGKILL");
    });
  }, tickMs);
`;

/** @param noteStuckCall is called in the midst of whatever runs, every {@link SILENT_TICKS} of silence; says what it noted, or that this is no call to end (yet). */
export function startStuckCallDetector(noteStuckCall: () => string | undefined): void {
  const beat = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beat, 0, 1), TICK_MS).unref();
  const endStuckCall = (): boolean => {
    const stuck = noteStuckCall();
    if (stuck === undefined) return false;
    writeSync(2, `${stuck} does not end: the process is replaced, and the same call refused.\n`);
    return true;
  };
  Object.defineProperty(globalThis, END_STUCK_CALL, { value: endStuckCall });
  const workerData = {
    beat,
    tickMs: TICK_MS,
    silentTicks: SILENT_TICKS,
    busyMs: BUSY_MS,
    endStuckCall: END_STUCK_CALL,
  };
  const watcher = new Worker(WATCHER, { eval: true, workerData, execArgv: [] });
  // Without it there still is the watchdog, which waits longer and asks nobody.
  watcher.on("error", () => undefined);
  watcher.unref();
}
