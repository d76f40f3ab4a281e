/** `console.time` and its like: each call has timers of its own, by the real clock also where `Date` stands still. */
import { inspect } from "node:util";
import type { LogLevel, Scope } from "./scope";
import { currentScope } from "./scope";

const timers = new WeakMap<Scope, Map<string, number>>();

function getTimers(scope: Scope): Map<string, number> {
  const callTimers = timers.get(scope) ?? new Map<string, number>();
  timers.set(scope, callTimers);
  return callTimers;
}

function print(scope: Scope, level: LogLevel, text: string): void {
  scope.log(`[${level}] ${text}`);
}

/** The form in which the text of a line is printed. */
type Form = (text: string) => string;

/** Prints the time since the timer's start, in milliseconds. */
function printElapsed(form: Form, label: string, more: readonly unknown[] = []): void {
  const scope = currentScope();
  const startedAt = getTimers(scope).get(label);
  if (startedAt === undefined) {
    print(scope, "WARN", form(`Timer '${label}' does not exist`));
    return;
  }
  const elapsed = form(`${label}: ${Math.round(performance.now() - startedAt)}ms`);
  print(scope, "INFO", [elapsed, ...more.map((part) => inspect(part, { depth: 5 }))].join(" "));
}

function consoleTimers(form: Form) {
  return {
    time(label: unknown = "default"): void {
      const scope = currentScope();
      const name = String(label);
      const callTimers = getTimers(scope);
      if (callTimers.has(name)) print(scope, "WARN", form(`Timer '${name}' already exists`));
      else callTimers.set(name, performance.now());
    },
    timeLog(label: unknown = "default", ...more: unknown[]): void {
      printElapsed(form, String(label), more);
    },
    timeEnd(label: unknown = "default"): void {
      printElapsed(form, String(label));
      getTimers(currentScope()).delete(String(label));
    },
  };
}

/** Unlike the parts of `console.log` the text stands without quotes. */
export const CONSOLE_TIMERS = consoleTimers((text) => text);
/** Convex's Node actions print the text as `console.log` does. */
export const NODE_CONSOLE_TIMERS = consoleTimers((text) => inspect(text));
