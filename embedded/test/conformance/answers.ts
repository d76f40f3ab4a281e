/**
 * Answers made comparable.
 *
 * - Ids become the name that a case gave them, or a number in the order in which they turn up; times become "(time, …)" with their type, cursors
 *   "(cursor)": what Convex promises of them is that they can be used, and that is what the cases do with them.
 * - Values are compared as Convex's JSON, so -0 is not 0, NaN is NaN, and 1n is not 1.
 * - Of an error, what it is about is compared, and the names in it; the sentences are each backend's own. {@link KINDS} says which words
 *   on each side mean the same. What an app threw itself is compared in full (first line), and so is a ConvexError's data.
 *   A message that no kind knows stays as it is, so it differs from the other side's and is seen.
 */
import type { Value } from "convex/values";
import { ConvexError, convexToJson } from "convex/values";

/** The subjects of errors, and the words for each on either side. `$1` stands for a name. */
const KINDS: readonly (readonly [kind: string, ...words: RegExp[]])[] = [
  [
    "the system's field $1",
    /^Field '(_\w+)' starts with an underscore/,
    /^Provided `(_(?!id|creationTime)\w+)` field in the document does not match/,
    /^Validator error: Unexpected field `(_\w+)` in object/,
  ],
  [
    "another $1",
    /^Provided `(_\w+)` field in the document does not match/,
    /^Provided `(_\w+)` field value .* does not match/,
  ],
  [
    "a field too many: $1",
    /Object contains extra field `([^`]*)`/,
    /Validator error: Unexpected field `([^`]*)` in object/,
  ],
  [
    "a field is missing: $1",
    /Object is missing the required field `([^`]*)`/,
    /Validator error: Missing required field `([^`]*)` in object/,
  ],
  [
    "no id of $1",
    /does not match the table name in validator `v\.id\("(\w+)"\)`/,
    /Validator error: Expected ID for table "(\w+)"/,
  ],
  [
    "another kind of value",
    /Value does not match validator/,
    /Validator error: Expected /,
    // The mock fails on null where an object is expected.
    /Cannot convert undefined or null to object/,
  ],
  ["out of range for 64 bits", /^The result -?\d+ is out of range for Int64/],
  ["no boolean", /^Cannot use a value of type \w+ as a Boolean/],
  ["no JSON", /^Unexpected token .* JSON/],
  ["not done by the mock", /^`convexTest` does not support/, /^not implemented: /],
  [
    "no such document",
    /^(?:Update|Replace|Delete) on nonexistent document ID/,
    /^storage id \S+ not found/,
    /^(?:Patch|Replace) on non-existent document/,
    /^Delete on non-existent doc/,
  ],
  [
    "no id that is meant here",
    /^Invalid argument `id` for `db\.\w+`: expected to be an Id</,
    /^Invalid argument `id` for `db\.\w+`: Unable to decode ID/,
    /^Invalid argument `storageId` for `storage\.\w+`: Invalid storage ID/,
    /^Invalid argument `id`, expected ID/,
  ],
  [
    "the index's fields out of turn",
    /^Tried to query index|^The index range included|^Already defined|^Upper and lower bounds/,
    /^Incorrect (?:field|operator) used in `withIndex`/,
  ],
  ["no such index", /^Index \S+ not found/, /^Cannot use index "/],
  [
    "no such function",
    /^Couldn't resolve /,
    /^Could not find public function/,
    /^Expected a Convex function exported from module/,
    /^Could not find module/,
  ],
  [
    "no $1",
    /^Trying to execute \S+ as (\w+), but/,
    /^Expected an? (\w+) function, but the function exported/,
  ],
  ["more than one page", /ran multiple paginated queries/, /^Only a single paginated query/],
  [
    "arithmetic without numbers",
    /^\$\w+ needs (?:two numbers or two bigints|a number or a bigint)/,
    /^Cannot mix BigInt and other types/,
  ],
];
/** These come before what did not fit. */
const OF_A_RESULT = /^ReturnsValidationError: |^Return value validation failed for /;

/** The socket's client says which function failed, and that it was asked by it. */
const CALLED = /^\[CONVEX [QMA]\([^)]*\)\] /;
const REQUEST_ID = /^\[Request ID: [^\]]*\] Server Error\n?/;
/** Once for every call that it passed. */
const THROWN = /^(?:Uncaught \w*Error: )+/;

function kindOf(text: string): string {
  const message = text.replace(CALLED, "").replace(REQUEST_ID, "").replace(THROWN, "");
  const whose = OF_A_RESULT.test(message) ? "result: " : "";
  for (const [kind, ...words] of KINDS) {
    const match = words.map((word) => word.exec(message)).find((found) => found !== null);
    if (match) return whose + kind.replace("$1", match[1] ?? "");
  }
  return message.split("\n")[0] ?? "";
}

const IDS = [/^[0-9a-hjkmnp-tv-z]{31,33}$/, /^0*1\d{4}_?[a-z_]+$/];
const TIMES = ["_creationTime", "scheduledTime", "completedTime", "committed"];
const CURSORS = ["continueCursor", "splitCursor"];

/** Gives one side's ids the names that both sides share. */
export class Ids {
  readonly #names = new Map<string, string>();

  named(names: Readonly<Record<string, string>>): void {
    for (const [name, id] of Object.entries(names)) this.#names.set(id, `@${name}`);
  }

  nameOf(text: string): string {
    if (!IDS.some((shape) => shape.test(text))) return text;
    const name = this.#names.get(text) ?? `(id ${this.#names.size})`;
    this.#names.set(text, name);
    return name;
  }
}

/** As readable text, equal exactly where the answers are equal. */
export function normal(answer: unknown, ids: Ids): string {
  return JSON.stringify(comparable(answer, ids));
}

function comparable(value: unknown, ids: Ids): unknown {
  if (typeof value === "string") return ids.nameOf(value);
  if (Array.isArray(value)) return value.map((element) => comparable(element, ids));
  if (value === null || typeof value !== "object" || value instanceof ArrayBuffer) {
    return value === undefined ? "(undefined)" : convexToJson(value as Value);
  }
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, fieldNamed(name, field, ids)]));
}

function fieldNamed(name: string, field: unknown, ids: Ids): unknown {
  if (TIMES.includes(name)) return `(time, ${typeof field})`;
  if (CURSORS.includes(name)) return field === null ? null : "(cursor)";
  if (name === "failed") return kindOf(String(field));
  return comparable(field, ids);
}

/** An error as an answer. */
export function failure(error: unknown): { failed: string; data?: Value } {
  if (error instanceof ConvexError) return { failed: "ConvexError", data: error.data as Value };
  return { failed: error instanceof Error ? error.message : String(error) };
}
