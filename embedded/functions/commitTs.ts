/**
 * `ctx.db.vars.commitTs` stands for the commit's place in the order of commits. Mutations run one at a time, so that place is
 * known as soon as one begins, and the placeholder gives way to it wherever it leaves the function: in writes, in arguments of
 * nested calls, in results.
 */
import type { JSONValue } from "convex/values";
import { convexToJson } from "convex/values";
import type { Transaction } from "../contracts";

/** The placeholder's key in Convex's JSON. */
const COMMIT_TS = "$commitTs";
const NANOSECONDS_PER_MICROSECOND = 1_000n;

/** Convex's JSON with 64-bit integers in place of the placeholders. */
export function withCommitTs(transaction: Transaction, value: JSONValue): JSONValue {
  if (!isIn(value)) return value;
  // The next commit is later than everything this transaction can see.
  const commitTs = convexToJson(BigInt(transaction.ts + 1) * NANOSECONDS_PER_MICROSECOND);
  return replaced(value, commitTs);
}

function isIn(value: JSONValue): boolean {
  if (Array.isArray(value)) return value.some(isIn);
  if (typeof value !== "object" || value === null) return false;
  for (const name in value) if (name === COMMIT_TS || isIn(value[name] ?? null)) return true;
  return false;
}

function replaced(value: JSONValue, commitTs: JSONValue): JSONValue {
  if (Array.isArray(value)) return value.map((element) => replaced(element, commitTs));
  if (typeof value !== "object" || value === null) return value;
  if (COMMIT_TS in value) return commitTs;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, replaced(field ?? null, commitTs)]),
  );
}
