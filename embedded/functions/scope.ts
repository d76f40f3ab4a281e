/**
 * Finds the call that app code belongs to, for the sandbox's globals. Calls interleave on one thread, so the call travels
 * with the asynchronous context and not in a variable.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { JSONValue } from "convex/values";
import type { Charged } from "./chargedTime";
import { startCharging, charge } from "./chargedTime";

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";
/** "import": a module is being evaluated and no function runs yet. */
type Phase = FunctionKind | "import";
/** As Node names it: an error that was thrown where nobody could catch it, or a promise that nobody looked after. */
export type StrayKind = "uncaughtException" | "unhandledRejection" | "process.exit";
export type LogLevel = "DEBUG" | "LOG" | "INFO" | "WARN" | "ERROR";

export type Variables = Readonly<Record<string, string>>;

/** A result with documents in it: as JSON text for the library's own calls, as a value for ours (`libraryCalls.ts`). */
export class DocumentResult {
  readonly text: () => string;
  /** The caller's own: it may change it. */
  readonly value: () => unknown;

  constructor(text: () => string, value: () => unknown) {
    this.text = text;
    this.value = value;
  }
}

export type SyscallResult = JSONValue | DocumentResult;

/** A value or a promise: a promise costs as much as a small read, so immediate values have none. */
export type Soon<T> = T | Promise<T>;

export interface Scope extends Charged {
  readonly phase: Phase;
  /** The name of the function in messages for people. */
  readonly name: string;
  /** The contents of `process.env`. */
  readonly variables: Variables;
  /** Milliseconds since the epoch; standing still in queries and mutations. */
  now(): number;
  /** Returns a number from 0 to 1, repeatable in queries and mutations. */
  random(): number;
  /** Keeps a line of `logLine`. */
  log(line: string): void;
  syscall(op: string, args: JSONValue): JSONValue;
  asyncSyscall(op: string, args: JSONValue): Soon<SyscallResult>;
  /** Arguments and result are values of JavaScript, not JSON. */
  jsSyscall(op: string, args: unknown): unknown;
  /** Ends the call for an error that its code left unhandled. While a module is imported there is no call. */
  failUnhandled?(reason: unknown, kind: StrayKind): void;
  /** Registers work to stop when the call ends. */
  atEnd(stop: () => void): void;
}

const scopes = new AsyncLocalStorage<Scope | undefined>();

/** App code, from here to its first `await`; what comes after that belongs to it as well. */
export function runIn<T>(scope: Scope, work: () => T): T {
  startCharging();
  return scopes.run(scope, work);
}

/** Runs our own work on behalf of app code: what goes wrong there, or begins there, is not the app's. */
export function runOutside<T>(work: () => T): T {
  const scope = scopes.getStore();
  if (scope === undefined) return work();
  charge(scope);
  try {
    return scopes.run(undefined, work);
  } finally {
    startCharging();
  }
}

/** Returns the call whose code is running; undefined for our own. It follows promises and timers. */
export function scopeOfNow(): Scope | undefined {
  return scopes.getStore();
}

/** @throws Error when no app code is running. */
export function currentScope(): Scope {
  const scope = scopes.getStore();
  if (scope === undefined) throw new Error("This can only be used while a Convex function runs.");
  return scope;
}

/** Modules are evaluated without a database, a caller or a running clock. */
export function importScope(variables: Variables, now: number): Scope {
  const refuse = (): never => {
    throw new Error("Convex functions can't be called while a module is imported.");
  };
  return {
    phase: "import",
    name: "a module",
    variables,
    now: () => now,
    random: Math.random,
    log: () => undefined,
    syscall: refuse,
    asyncSyscall: () =>
      Promise.reject(new Error("Convex functions can't be called while a module is imported.")),
    jsSyscall: refuse,
    atEnd: () => undefined,
    ran: () => undefined,
  };
}
