/** `ctx.scheduler` inside a mutation: rows of the same transaction. */
import type { JSONValue } from "convex/values";
import type { FunctionEntry } from "../deployment";
import type { TransactionCall } from "../transactionCall";
import { checkedArgs } from "../validation";
import { targetArgs } from "./run";
import type { Args, AsyncSyscalls } from "./types";
import { json, number, text } from "./types";

const MS_PER_SECOND = 1_000;
/** Convex's own bound. */
const FURTHEST_MS = 5 * 365 * 24 * 60 * 60 * 1_000;

/** @throws Error when the function is a query, or the time is out of reach. */
export function requireSchedulable(entry: FunctionEntry, at: number, now: number): void {
  if (entry.kind === "query")
    throw new Error(`Only mutations and actions can be scheduled. ${entry.path} is a query.`);
  if (at < now - FURTHEST_MS)
    throw new Error("Cannot schedule functions more than 5 years in the past.");
  if (at > now + FURTHEST_MS)
    throw new Error("Cannot schedule functions more than 5 years in the future.");
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
  requireSchedulable(target, at, run.startedAt);
  checkedArgs(target, json(args, "args"), run.transaction);
  run.countSchedule();
  const id = scheduler.schedule(run.transaction, {
    component,
    target,
    args: json(args, "args"),
    at,
  });
  run.afterCommit(() => scheduler.wake());
  return id;
}

function cancel({ run, component }: TransactionCall, args: Args): JSONValue {
  const id = text(args, "id");
  if (id === run.caller.scheduledId) throw new Error("A mutation cannot cancel itself");
  run.services.scheduler.cancel(run.transaction, component, id);
  return null;
}

export const scheduling: AsyncSyscalls = {
  "1.0/schedule": schedule,
  "1.0/cancel_job": cancel,
};
