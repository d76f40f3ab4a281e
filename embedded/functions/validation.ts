/** Arguments on their way in and results on their way out, against the function's own validators. */
import type { JSONValue } from "convex/values";
import type { Transaction } from "../contracts";
import { checkJson } from "../database/validation";
import { requireModest } from "../database/valueLimits";
import { withCommitTs } from "./commitTs";
import type { FunctionEntry } from "./deployment";
import { FunctionFailure } from "./failures";
import { idTables } from "./idTables";

/** Convex's limit for arguments and for results, in bytes. */
const BYTES_MAX = 16 * 2 ** 20;
const SHOWN_IN = 2 ** 20;
/** The brackets around arguments. */
const FRAME_BYTES = 2;

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

/**
 * @param sent as it is measured: arguments in their array.
 * @throws FunctionFailure when it is more than Convex takes, or an array or object of it is.
 */
function checkShape(what: string, invalid: string, value: JSONValue, sent = value): void {
  let mostBytes;
  try {
    mostBytes = requireModest("Value", value);
  } catch (error) {
    throw new FunctionFailure(`${invalid}: ${error instanceof Error ? error.message : ""}\n`);
  }
  if (mostBytes + FRAME_BYTES > BYTES_MAX) checkSize(what, JSON.stringify(sent));
}

/**
 * Returns false for JSON that changes when it is written and read again: a number beyond the largest one becomes null, and a
 * field `__proto__` a prototype, at which no validator looks and from which the function would read.
 * @param isZeroSigned as true for -0, too, which becomes 0.
 */
function isExact(value: JSONValue, isZeroSigned: boolean): boolean {
  if (typeof value === "number")
    return Number.isFinite(value) && (isZeroSigned || !Object.is(value, -0));
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every((element) => isExact(element, isZeroSigned));
  if (Object.hasOwn(value, "__proto__")) return false;
  for (const name in value) if (!isExact(value[name] ?? null, isZeroSigned)) return false;
  return true;
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
 * Returns the arguments as the function's own library reads them.
 * @throws FunctionFailure when they do not fit.
 */
export function checkedArgs(
  entry: FunctionEntry,
  sent: JSONValue,
  transaction: Transaction,
): JSONValue {
  const what = `Arguments for ${entry.path}`;
  checkShape(what, `${what} are invalid`, sent, [sent]);
  const isSame = isExact(sent, false);
  if (!isSame && !isExact(sent, true))
    throw new FunctionFailure(
      `ArgumentValidationError: ${what} have a number that is too large or a field named __proto__.\n`,
    );
  // Results are kept by the text of their arguments, in which -0 is 0.
  const args = isSame ? sent : (JSON.parse(JSON.stringify(sent)) as JSONValue);
  if (acceptsAnything(entry.args)) return args;
  const complaint = findComplaint(entry.args, args, entry, transaction);
  if (complaint !== null) throw new FunctionFailure(`ArgumentValidationError: ${complaint}\n`);
  return args;
}

/** @throws FunctionFailure when the function returned what it did not promise. */
export function checkedResult(
  entry: FunctionEntry,
  returned: JSONValue,
  transaction: Transaction,
): JSONValue {
  checkShape(`Results of ${entry.path}`, `Function ${entry.path} return value invalid`, returned);
  const result = withCommitTs(transaction, returned);
  if (entry.returns === null || acceptsAnything(entry.returns)) return result;
  const complaint = findComplaint(entry.returns, result, entry, transaction);
  if (complaint !== null) throw new FunctionFailure(`ReturnsValidationError: ${complaint}\n`);
  return result;
}
