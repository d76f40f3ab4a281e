/** The process that the watchdog starts: takes its options as a message, serves, and says that it lives. */
import type { BackendOptions } from "./backend";
import { runBackend } from "./backend";
import { StartupError } from "./store/startupError";
import type { ChildReport } from "./watchdog";
import { HEARTBEAT_MS } from "./watchdog";

function report(message: ChildReport): void {
  // The parent may be gone already; its absence is heard elsewhere.
  if (process.connected) process.send?.(message, () => undefined);
}

async function serve(options: BackendOptions): Promise<void> {
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
  const { addresses } = await starting;
  report({ type: "ready", addresses });
}

process.once("message", (options) => {
  serve(options as BackendOptions).catch((error: unknown) => {
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  });
});
