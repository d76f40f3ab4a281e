/** `console.time` and its like: each call has timers of its own, by the real clock also where `Date` stands still. */
import { inspect } from "node:util";
import type { LogLevel, Scope } from "./scope";
import { currentScope } from "./scope";

const timers = new WeakMap<Scope, Map<string, number>>();

function timersOf(scope: Scope): Map<string, number> {
  const known = timers.get(scope) ?? new Map<string, number>();
  timers.set(scope, known);
  return known;
}

/** Unlike the parts of `console.log` the text stands without quotes. */
function print(scope: Scope, level: LogLevel, text: string): void {
  scope.log(`[${level}] ${text}`);
}

/** Prints the time since the timer's start, in milliseconds. */
function printElapsed(scope: Scope, label: string, more: readonly unknown[] = []): void {
  const startedAt = timersOf(scope).get(label);
  if (startedAt === undefined) {
    print(scope, "WARN", `Timer '${label}' does not exist`);
    return;
  }
  const elapsed = `${label}: ${Math.round(performance.now() - startedAt)}ms`;
  print(scope, "INFO", [elapsed, ...more.map((part) => inspect(part, { depth: 5 }))].join(" "));
}

export const CONSOLE_TIMERS = {
  time(label: unknown = "default"): void {
    const scope = currentScope();
    const name = String(label);
    const known = timersOf(scope);
    if (known.has(name)) print(scope, "WARN", `Timer '${name}' already exists`);
    else known.set(name, performance.now());
  },
  timeLog(label: unknown = "default", ...more: unknown[]): void {
    printElapsed(currentScope(), String(label), more);
  },
  timeEnd(label: unknown = "default"): void {
    const scope = currentScope();
    printElapsed(scope, String(label));
    timersOf(scope).delete(String(label));
  },
};
