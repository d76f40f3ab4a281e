/**
 * Prints errors that app code leaves unhandled: a promise that nobody awaits, an error in a timer. Node would end the
 * process for it, and with it every client's connection. An unhandled error of our own code is a bug: the process ends, and
 * its watchdog starts another.
 */
import { logLine } from "./logs";
import type { Scope, StrayKind } from "./scope";
import { scopeOfNow } from "./scope";

/** A rejection of our own, which Node reports behind those of the app. */
class Checkpoint {
  readonly pass: () => void;

  constructor(pass: () => void) {
    this.pass = pass;
  }
}

let isSurviving = false;

/**
 * Resolves once Node has reported the errors that nobody had handled by now. It does so in their order, when all settled
 * promises have been looked after. The next turn of the event loop comes later than that, and may do much else first.
 */
export function straysReported(): Promise<void> {
  return new Promise((resolve) => {
    // Another program would hear of ours.
    if (!isSurviving) {
      setImmediate(resolve);
      return;
    }
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    void Promise.reject(new Checkpoint(resolve));
  });
}

export function reportStray(
  scope: Scope,
  reason: unknown,
  kind: StrayKind = "uncaughtException",
): void {
  scope.log(logLine("ERROR", ["Nobody handled:", reason]));
  console.error(`${scope.name} left an error that nobody handled:`, reason);
  scope.failUnhandled?.(reason, kind);
}

/** Keeps a process or thread that runs functions alive after errors that nobody awaits. */
export function surviveStrays(): void {
  isSurviving = true;
  const onStray = (reason: unknown, kind: StrayKind): void => {
    if (reason instanceof Checkpoint) {
      reason.pass();
      return;
    }
    const scope = scopeOfNow();
    if (scope !== undefined) {
      reportStray(scope, reason, kind);
      return;
    }
    console.error(reason);
    process.exit(1);
  };
  process.on("unhandledRejection", (reason) => onStray(reason, "unhandledRejection"));
  process.on("uncaughtException", (error) => onStray(error, "uncaughtException"));
}

/** Backends of this process that share the listener below. */
let hosted = 0;

function onHostedStray(reason: unknown): void {
  const scope = scopeOfNow();
  if (scope !== undefined) reportStray(scope, reason, "unhandledRejection");
  // As Node does where nobody listens.
  else if (process.listenerCount("unhandledRejection") === 1) throw reason;
}

/**
 * Keeps a backend inside another program alive: an error of app code does not end it, and all others are the program's.
 * @returns a function to call when the backend stops.
 */
export function hostStrays(): () => void {
  if (hosted === 0) process.on("unhandledRejection", onHostedStray);
  hosted += 1;
  return () => {
    hosted -= 1;
    if (hosted === 0) process.off("unhandledRejection", onHostedStray);
  };
}
