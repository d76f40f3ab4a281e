/** The expressions of `.filter(q => …)`, as predicates over a document. */
import type { JSONValue, Value } from "convex/values";
import type { StoredDocument } from "../contracts";
import { fieldAt, valueFromQueryJson } from "./documents";
import { compareValues } from "./keys";

export type Predicate = (document: StoredDocument) => boolean;
type Evaluate = (document: StoredDocument) => Value | undefined;

interface Arithmetic {
  readonly numbers: (left: number, right: number) => number;
  readonly bigints: (left: bigint, right: bigint) => bigint;
}

const COMPARISONS: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const ARITHMETIC: Record<string, Arithmetic> = {
  $add: { numbers: (l, r) => l + r, bigints: (l, r) => l + r },
  $sub: { numbers: (l, r) => l - r, bigints: (l, r) => l - r },
  $mul: { numbers: (l, r) => l * r, bigints: (l, r) => l * r },
  $div: { numbers: (l, r) => l / r, bigints: (l, r) => l / r },
  $mod: { numbers: (l, r) => l % r, bigints: (l, r) => l % r },
};

/**
 * @throws Error for an operator that Convex does not have; the predicate throws for a document that the expression can't be worked
 * out for.
 */
export function compilePredicate(json: JSONValue): Predicate {
  return compileBoolean(json);
}

/** Requires a boolean: unlike JavaScript, Convex converts nothing to one. */
function compileBoolean(json: JSONValue): Predicate {
  const evaluate = compile(json);
  return (document) => {
    const value = evaluate(document);
    if (typeof value === "boolean") return value;
    throw new Error(`Cannot use a value of type ${typeof value} as a Boolean in a filter.`);
  };
}

function compile(json: JSONValue): Evaluate {
  const [operator = "", operand = null] =
    Object.entries(json as Record<string, JSONValue>)[0] ?? [];
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) {
    const [left, right] = compilePair(operand);
    return (document) => comparison(compareValues(left(document), right(document)));
  }
  const arithmetic = ARITHMETIC[operator];
  if (arithmetic !== undefined) {
    const [left, right] = compilePair(operand);
    return (document) => calculate(operator, arithmetic, left(document), right(document));
  }
  switch (operator) {
    case "$literal": {
      const value = valueFromQueryJson(operand);
      return () => value;
    }
    case "$field":
      return (document) => fieldAt(document, operand as string);
    case "$and": {
      const parts = (operand as JSONValue[]).map(compileBoolean);
      return (document) => parts.every((part) => part(document));
    }
    case "$or": {
      const parts = (operand as JSONValue[]).map(compileBoolean);
      return (document) => parts.some((part) => part(document));
    }
    case "$not": {
      const inner = compileBoolean(operand);
      return (document) => !inner(document);
    }
    case "$neg": {
      const inner = compile(operand);
      return (document) => negative(inner(document));
    }
    default:
      throw new Error(`The filter operator ${operator} is not known.`);
  }
}

function compilePair(operand: JSONValue): [Evaluate, Evaluate] {
  const [left = null, right = null] = operand as JSONValue[];
  return [compile(left), compile(right)];
}

function calculate(
  operator: string,
  { numbers, bigints }: Arithmetic,
  left: Value | undefined,
  right: Value | undefined,
): Value {
  if (typeof left === "number" && typeof right === "number") return numbers(left, right);
  if (typeof left === "bigint" && typeof right === "bigint") return within64(bigints(left, right));
  throw new Error(`${operator} needs two numbers or two bigints.`);
}

function negative(value: Value | undefined): Value {
  if (typeof value === "number") return -value;
  if (typeof value === "bigint") return within64(-value);
  throw new Error("$neg needs a number or a bigint.");
}

function within64(result: bigint): bigint {
  if (BigInt.asIntN(64, result) === result) return result;
  throw new Error(`The result ${result.toString()} is out of range for Int64.`);
}
