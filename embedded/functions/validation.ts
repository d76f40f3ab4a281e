/** Arguments on their way in and results on their way out, against the function's own validators. */
import type { JSONValue } from "convex/values";
import type { Transaction } from "../contracts";
import { checkJson } from "../database/validation";
import { requireModest } from "../database/valueLimits";
import { COMMIT_TS, withCommitTs } from "./commitTs";
import type { FunctionEntry } from "./deployment";
import { FunctionFailure } from "./failures";
import { idTables } from "./idTables";

/** Convex's limit for arguments and for results, in bytes. */
const BYTES_MAX = 16 * 2 ** 20;
const SHOWN_IN = 2 ** 20;

function mebibytes(bytes: number): string {
  return `${(bytes / SHOWN_IN).toFixed(2)} MiB`;
}

/** @throws FunctionFailure when it is more than Convex takes. */
export function checkSize(what: string, json: string): void {
  // A character is at most three bytes of UTF-8: most texts need not be measured.
  if (json.length * 3 <= BYTES_MAX) return;
  const bytes = Buffer.byteLength(json);
  if (bytes <= BYTES_MAX) return;
  throw new FunctionFailure(
    `${what} are too large (actual: ${mebibytes(bytes)}, limit: ${mebibytes(BYTES_MAX)})`,
  );
}

/** @throws FunctionFailure when an array or object of it is more than Convex takes. */
function checkModest(what: string, value: JSONValue): void {
  try {
    requireModest("Value", value);
  } catch (error) {
    throw new FunctionFailure(`${what}: ${error instanceof Error ? error.message : ""}\n`);
  }
}

/**
 * Returns false for JSON that changes when it is written and read again: a number beyond the largest one becomes null, and a
 * field `__proto__` a prototype, at which no validator looks and from which the function would read.
 */
function isExact(value: JSONValue): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return !Object.hasOwn(value, "__proto__") && Object.values(value).every(isExact);
}

function acceptsAnything(validator: JSONValue | null): boolean {
  return (
    validator === null ||
    (typeof validator === "object" && !Array.isArray(validator) && validator["type"] === "any")
  );
}

function findComplaint(
  validator: JSONValue,
  value: JSONValue,
  entry: FunctionEntry,
  transaction: Transaction,
): string | null {
  return checkJson(validator, value, {
    path: "",
    idTable: idTables(transaction, entry.component),
  });
}

/**
 * The arguments as text that the function's own library reads.
 * @throws FunctionFailure when they do not fit.
 */
export function checkedArgs(
  entry: FunctionEntry,
  args: JSONValue,
  transaction: Transaction,
): string {
  const json = JSON.stringify([args]);
  checkSize(`Arguments for ${entry.path}`, json);
  checkModest(`Arguments for ${entry.path} are invalid`, args);
  if (!isExact(args))
    throw new FunctionFailure(
      `ArgumentValidationError: Arguments for ${entry.path} have a number that is too large or a field named __proto__.\n`,
    );
  if (acceptsAnything(entry.args)) return json;
  const complaint = findComplaint(entry.args, args, entry, transaction);
  if (complaint !== null) throw new FunctionFailure(`ArgumentValidationError: ${complaint}\n`);
  return json;
}

/** @throws FunctionFailure when the function returned what it did not promise. */
export function checkedResult(
  entry: FunctionEntry,
  json: string,
  transaction: Transaction,
): JSONValue {
  checkSize(`Results of ${entry.path}`, json);
  const returned = JSON.parse(json) as JSONValue;
  checkModest(`Function ${entry.path} return value invalid`, returned);
  const result = json.includes(COMMIT_TS) ? withCommitTs(transaction, returned) : returned;
  if (entry.returns === null || acceptsAnything(entry.returns)) return result;
  const complaint = findComplaint(entry.returns, result, entry, transaction);
  if (complaint !== null) throw new FunctionFailure(`ReturnsValidationError: ${complaint}\n`);
  return result;
}
