/**
 * Prints errors that app code leaves unhandled: a promise that nobody awaits, an error in a timer. Node would end the
 * process for it, and with it every client's connection. An unhandled error of our own code is a bug: the process ends, and
 * its watchdog starts another.
 */
import { logLine } from "./logs";
import type { Scope } from "./scope";
import { scopeOfNow } from "./scope";

export function reportStray(scope: Scope, reason: unknown): void {
  scope.log(logLine("ERROR", ["Nobody handled:", reason]));
  console.error(`${scope.name} left an error that nobody handled:`, reason);
  scope.failUnhandled?.(reason);
}

/** For every process and thread that runs functions. */
export function surviveStrays(): void {
  const judge = (reason: unknown): void => {
    const scope = scopeOfNow();
    if (scope !== undefined) {
      reportStray(scope, reason);
      return;
    }
    console.error(reason);
    process.exit(1);
  };
  process.on("unhandledRejection", judge);
  process.on("uncaughtException", judge);
}
