/** `ctx.runQuery` and `ctx.runMutation` inside a transaction, and handles of functions. */
import type { JSONValue } from "convex/values";
import { withCommitTs } from "../commitTs";
import type { FunctionEntry } from "../deployment";
import { toFunctionHandle } from "../deployment";
import { invoke } from "../invoke";
import type { AsyncSyscalls, TransactionCall } from "../transactionCall";
import { type CallBudget, DEEPEST_CALL, TransactionRun } from "../transactionRun";
import type { Args } from "./types";
import { json, optionalText, text } from "./types";

export function targetArgs(args: Args) {
  return {
    name: optionalText(args, "name") ?? null,
    reference: optionalText(args, "reference") ?? null,
    functionHandle: optionalText(args, "functionHandle") ?? null,
  };
}

/** @throws Error when a query would write, or a name means another kind of function. */
function requireCallable(call: TransactionCall, entry: FunctionEntry, kind: string): void {
  const requiredKind = kind === "snapshotQuery" ? "query" : kind;
  const allowed = call.phase === "mutation" ? ["query", "mutation", "snapshotQuery"] : ["query"];
  if (!allowed.includes(kind))
    throw new Error(`Cannot call a ${kind} function from a ${call.phase} function`);
  if (entry.kind !== requiredKind) {
    throw new Error(
      `Trying to execute ${entry.path} as ${requiredKind}, but it is defined as ${entry.kind}.`,
    );
  }
  if (call.depth >= DEEPEST_CALL) {
    throw new Error(
      "Cross component call depth limit exceeded. Do you have an infinite loop in your app?",
    );
  }
}

/** A nested mutation that throws leaves nothing behind; its caller may go on. */
async function runMutation(
  call: TransactionCall,
  entry: FunctionEntry,
  args: JSONValue,
  budget: CallBudget | undefined,
): Promise<JSONValue> {
  return call.exclusively(async () => {
    const savepoint = call.run.savepoint();
    try {
      const result = await within(call.run, budget, () => invoke(call.nestedCall(entry), args));
      savepoint.release();
      return result;
    } catch (error) {
      savepoint.rollback();
      throw error;
    }
  });
}

/** Reads what was there when the mutation began, and does not depend on it. */
function runSnapshotQuery(
  call: TransactionCall,
  entry: FunctionEntry,
  args: JSONValue,
  budget: CallBudget | undefined,
): Promise<JSONValue> {
  const { caller, services, logs } = call.run;
  const transaction = services.database.begin();
  const run = new TransactionRun(call.run.call, transaction, caller, services);
  return within(run, budget, () => invoke(call.nestedCall(entry, run), args)).finally(() => {
    services.database.discard(transaction);
    logs.lines.push(...run.logs.lines);
  });
}

/** The names of Convex's `transactionLimits`, and what is counted here. */
const USAGE_NAMES = {
  bytesRead: "bytesRead",
  documentsRead: "documentsRead",
  databaseQueries: "ranges",
  documentsWritten: "documentsWritten",
  bytesWritten: "bytesWritten",
} as const;

/** @returns undefined when the call names no limits. */
function budgetIn(args: Args): CallBudget | undefined {
  const { transactionLimits: limits } = args;
  if (typeof limits !== "object" || limits === null || Array.isArray(limits)) return undefined;
  const numbers = Object.entries(limits).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number",
  );
  const numbersByName = Object.fromEntries(numbers) as Record<string, number | undefined>;
  const usage = Object.entries(USAGE_NAMES).flatMap(([name, counted]) =>
    numbersByName[name] === undefined ? [] : [[counted, numbersByName[name]]],
  );
  const { functionsScheduled: calls, scheduledFunctionArgsBytes: bytes } = numbersByName;
  return {
    ...(Object.fromEntries(usage) as CallBudget),
    scheduled: { ...(calls !== undefined && { calls }), ...(bytes !== undefined && { bytes }) },
  };
}

/** Limits are the whole transaction's, so no other call of it may run meanwhile. */
async function within<T>(
  run: TransactionRun,
  budget: CallBudget | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (budget === undefined) return work();
  const restore = run.lowerLimits(budget);
  try {
    return await work();
  } finally {
    restore();
  }
}

export function runUdf(call: TransactionCall, args: Args): Promise<JSONValue> {
  const entry = call.target(targetArgs(args));
  const kind = text(args, "udfType");
  requireCallable(call, entry, kind);
  const passedArgs = json(args, "args");
  const callArgs =
    call.phase === "mutation" ? withCommitTs(call.run.transaction, passedArgs) : passedArgs;
  const budget = budgetIn(args);
  if (kind === "mutation") return runMutation(call, entry, callArgs, budget);
  if (kind === "snapshotQuery") return runSnapshotQuery(call, entry, callArgs, budget);
  const nested = () => invoke(call.nestedCall(entry), callArgs);
  if (budget !== undefined) return call.exclusively(() => within(call.run, budget, nested));
  // In a mutation, nobody may write under a query that is reading.
  return call.phase === "mutation" ? call.exclusively(nested) : nested();
}

export const functionHandles: AsyncSyscalls = {
  "1.0/createFunctionHandle": (call, args) => toFunctionHandle(call.target(targetArgs(args))),
};
