/** Compiles the range of an index query into the stretch of keys that it reads, by the rules of Convex's `IndexRange::compile`. */
import type { JSONValue, Value } from "convex/values";
import { afterPrefix } from "../store/bytes";
import { BY_ID, type DbIndex } from "./catalog";
import { valueFromQueryJson } from "./documents";
import { encodeValues } from "./keys";

export interface RangeExpression {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  readonly value: JSONValue;
}

export interface KeyRange {
  /** Included. */
  readonly from: Uint8Array;
  /** Excluded; undefined reads to the index's end. */
  readonly to?: Uint8Array | undefined;
}

interface Bound {
  readonly value: Value | undefined;
  readonly isIncluded: boolean;
}

interface Inequality {
  readonly fieldPath: string;
  readonly lower?: Bound;
  readonly upper?: Bound;
}

interface Comparisons {
  readonly equal: ReadonlyMap<string, Value | undefined>;
  readonly inequality: Inequality | undefined;
}

const SYMBOLS = { Eq: "==", Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" } as const;

const DOCUMENTATION = "See https://docs.convex.dev/using/indexes.";

/** The fields of an index as queries may name them: its own, the creation time and, last, the id. */
function fieldsInOrder(index: DbIndex): readonly string[] {
  return index.name === BY_ID ? ["_id"] : [...index.fields, "_creationTime", "_id"];
}

function list(fields: readonly string[]): string {
  return `[${fields.map((field) => `"${field}"`).join(", ")}]`;
}

function definedTwice(bound: string, { fieldPath, type, value }: RangeExpression): Error {
  const comparison = `"${fieldPath}" ${SYMBOLS[type]} ${JSON.stringify(value)}`;
  return new Error(`Already defined ${bound} bound in index range. Can't add ${comparison}.`);
}

function addBound(
  bounds: Inequality | undefined,
  expression: RangeExpression,
  indexName: string,
): Inequality {
  const { type, fieldPath } = expression;
  const isLower = type === "Gt" || type === "Gte";
  if ((isLower ? bounds?.lower : bounds?.upper) !== undefined)
    throw definedTwice(isLower ? "lower" : "upper", expression);
  if (bounds !== undefined && bounds.fieldPath !== fieldPath) {
    throw new Error(
      `Upper and lower bounds in \`range\` can only be applied to a single index field. The query of ${indexName} bounds "${bounds.fieldPath}" and "${fieldPath}". ${DOCUMENTATION}`,
    );
  }
  const bound: Bound = {
    value: valueFromQueryJson(expression.value),
    isIncluded: type === "Gte" || type === "Lte",
  };
  return { ...bounds, fieldPath, ...(isLower ? { lower: bound } : { upper: bound }) };
}

function parseComparisons(range: readonly RangeExpression[], indexName: string): Comparisons {
  const equal = new Map<string, Value | undefined>();
  let inequality: Inequality | undefined;
  for (const expression of range) {
    const { type, fieldPath, value } = expression;
    if (type !== "Eq") inequality = addBound(inequality, expression, indexName);
    else if (equal.has(fieldPath)) throw definedTwice("equality", expression);
    else equal.set(fieldPath, valueFromQueryJson(value));
  }
  const both = range.find(({ type, fieldPath }) => type !== "Eq" && equal.has(fieldPath));
  if (both !== undefined) throw definedTwice("inequality", both);
  return { equal, inequality };
}

/** Returns the compared fields in the index's order. Those with equalities come before the one with bounds. */
function usedFields(
  { equal, inequality }: Comparisons,
  fields: readonly string[],
  indexName: string,
): readonly string[] {
  const bounded = inequality === undefined ? [] : [inequality.fieldPath];
  const unknown = [...equal.keys(), ...bounded].find((field) => !fields.includes(field));
  if (unknown !== undefined) {
    throw new Error(
      `The index range included a comparison with "${unknown}", but ${indexName} with fields ${list(fields)} doesn't index this field. ${DOCUMENTATION}`,
    );
  }
  const used = [...fields.filter((field) => equal.has(field)), ...bounded];
  const misplaced = used.find((field, at) => field !== fields[at]);
  if (misplaced !== undefined) {
    throw new Error(
      `Tried to query index ${indexName} but the query didn't use the index fields in order.\nIndex fields: ${list(fields)}\nQuery fields: ${list(used)}\nFirst incorrect field: "${misplaced}"\n${DOCUMENTATION}`,
    );
  }
  return used;
}

/**
 * The stretch of an index that a query reads: equalities, in any order, of the index's first fields, and at most one lower and
 * one upper bound of the next.
 * @param indexName `table.index`, for errors.
 * @throws Error when the comparisons don't follow the index's fields, or compare a field twice.
 */
export function toKeyRange(
  index: DbIndex,
  range: readonly RangeExpression[],
  indexName: string,
): KeyRange {
  const comparisons = parseComparisons(range, indexName);
  const used = usedFields(comparisons, fieldsInOrder(index), indexName);
  const { equal, inequality } = comparisons;
  const equalValues = used.filter((field) => equal.has(field)).map((field) => equal.get(field));
  const prefix = encodeValues(equalValues);
  const afterAll = (key: Uint8Array) => afterPrefix(key) ?? key;
  const encodeBound = ({ value }: Bound) => encodeValues([...equalValues, value]);
  const { lower, upper } = inequality ?? {};
  const from = lower === undefined ? prefix : encodeBound(lower);
  const to = upper === undefined ? afterPrefix(prefix) : encodeBound(upper);
  return {
    from: lower?.isIncluded === false ? afterAll(from) : from,
    to: upper?.isIncluded === true && to !== undefined ? afterAll(to) : to,
  };
}
