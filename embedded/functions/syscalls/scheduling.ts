/** `ctx.scheduler` inside a mutation: rows of the same transaction. */
import type { JSONValue } from "convex/values";
import type { FunctionAddress } from "../deployment";
import type { AsyncSyscalls, TransactionCall } from "../transactionCall";
import { checkSize } from "../validation";
import { targetArgs } from "./run";
import type { Args } from "./types";
import { json, number, text } from "./types";

const MS_PER_SECOND = 1_000;
/** Major and minor version of the library from which on a mutation that cancels itself fails. */
const REFUSES_SELF_CANCEL = [1, 50] as const;
const SELF_CANCEL_WARNING =
  "A scheduled mutation canceling itself is deprecated and will throw an error in a future version of Convex.";
/** Convex's own bound. */
const FURTHEST_MS = 5 * 366 * 24 * 60 * 60 * 1_000;

/**
 * That the function is there was seen to before. Whether it is no query, and the arguments fit, is asked when it is due, as on
 * Convex: it may be another one by then.
 * @throws Error when the time is out of reach, or the arguments are too large.
 */
export function requireSchedulable(
  target: FunctionAddress,
  args: JSONValue,
  { at, now }: { readonly at: number; readonly now: number },
): void {
  checkSize(`Arguments for ${target.path}`, JSON.stringify([args]));
  if (at < now - FURTHEST_MS) throw new Error(`${at} is more than 5 years in the past`);
  if (at > now + FURTHEST_MS) throw new Error(`${at} is more than 5 years in the future`);
}

/** `ts` comes in seconds. */
export function timeIn(args: Args): number {
  return Math.round(number(args, "ts") * MS_PER_SECOND);
}

function schedule(call: TransactionCall, args: Args): JSONValue {
  const { run, component } = call;
  const { scheduler } = run.services;
  const target = call.target(targetArgs(args));
  const at = timeIn(args);
  requireSchedulable(target, json(args, "args"), { at, now: run.startedAt });
  run.countSchedule(json(args, "args"));
  const id = scheduler.schedule(run.transaction, {
    component,
    target,
    args: json(args, "args"),
    at,
  });
  run.afterCommit(() => scheduler.wake());
  return id;
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ofMajor = 0, ofMinor = 0] = version.split(".").map(Number);
  return ofMajor > major || (ofMajor === major && ofMinor >= minor);
}

function cancel({ run, component }: TransactionCall, args: Args): JSONValue {
  const id = text(args, "id");
  if (id === run.caller.scheduledId) {
    if (isAtLeast(run.services.deployment().libraryVersion, REFUSES_SELF_CANCEL))
      throw new Error("A mutation cannot cancel itself");
    run.logs.add(`[WARN] ${SELF_CANCEL_WARNING}`);
    return null;
  }
  run.services.scheduler.cancel(run.transaction, component, id);
  return null;
}

export const scheduling: AsyncSyscalls = {
  "1.0/schedule": schedule,
  "1.0/cancel_job": cancel,
};
