/** The process that the watchdog starts: takes its options as a message, serves, and says that it lives. */
import type { BackendOptions } from "./options";
import { runBackend } from "./backend";
import { endEsbuildWhenIdle } from "./functions/builds";
import { surviveStrays } from "./functions/strays";
import { collectWhenIdle, garbageCollector } from "./idleCollection";
import { startStuckCallDetector } from "./stuckCallDetector";
import { openLog } from "./log";
import { StartupError } from "./store/startupError";
import type { ChildReport } from "./watchdog";
import { HEARTBEAT_MS } from "./watchdog";

function report(message: ChildReport): void {
  // The parent may be gone already; its absence is heard elsewhere.
  if (process.connected) process.send?.(message, () => undefined);
}

async function serve(options: BackendOptions): Promise<void> {
  openLog({
    format: options.logFormat ?? "text",
    write: (level, line) => (level === "error" ? process.stderr : process.stdout).write(line),
  });
  const starting = runBackend(options);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void starting
      .then((backend) => backend.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  // Nobody would ever stop a backend whose parent is gone.
  process.on("disconnect", stop);
  setInterval(() => report({ type: "heartbeat" }), HEARTBEAT_MS).unref();
  const backend = await starting;
  const { addresses, failed } = backend;
  startStuckCallDetector(() => backend.noteStuckCall());
  // At once, before anybody is told that a call failed which the disk may hold after all: clients ask the next process again.
  void failed.then((failure) => {
    console.error(failure.message, failure.cause);
    process.exit(1);
  });
  report({ type: "ready", addresses });
  collectWhenIdle(collect);
}

// Whatever is written anywhere from here on is its owner's alone.
process.umask(0o077);
surviveStrays();
endEsbuildWhenIdle();
const collect = garbageCollector();
process.once("message", (options) => {
  serve(options as BackendOptions).catch((error: unknown) => {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  });
});
