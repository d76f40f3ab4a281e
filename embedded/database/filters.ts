/** The expressions of `.filter(q => …)`, as predicates over a document. */
import type { JSONValue, Value } from "convex/values";
import type { StoredDocument } from "../contracts";
import { fieldAt, valueFromQueryJson } from "./documents";
import { compareValues } from "./keys";

export type Predicate = (document: StoredDocument) => boolean;
type Evaluate = (document: StoredDocument) => Value | undefined;
type Arithmetic = (left: number, right: number) => number;

const COMPARISONS: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

const ARITHMETIC: Record<
  string,
  { numbers: Arithmetic; bigints: (left: bigint, right: bigint) => bigint }
> = {
  $add: { numbers: (l, r) => l + r, bigints: (l, r) => l + r },
  $sub: { numbers: (l, r) => l - r, bigints: (l, r) => l - r },
  $mul: { numbers: (l, r) => l * r, bigints: (l, r) => l * r },
  $div: { numbers: (l, r) => l / r, bigints: (l, r) => l / r },
  $mod: { numbers: (l, r) => l % r, bigints: (l, r) => l % r },
};

/** @throws Error for an operator that Convex does not have. */
export function predicateOf(json: JSONValue): Predicate {
  const evaluate = compile(json);
  return (document) => evaluate(document) === true;
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
    return (document) => calculate(operator, left(document), right(document));
  }
  switch (operator) {
    case "$literal": {
      const value = valueFromQueryJson(operand);
      return () => value;
    }
    case "$field":
      return (document) => fieldAt(document, operand as string);
    case "$and": {
      const parts = (operand as JSONValue[]).map(compile);
      return (document) => parts.every((part) => part(document) === true);
    }
    case "$or": {
      const parts = (operand as JSONValue[]).map(compile);
      return (document) => parts.some((part) => part(document) === true);
    }
    case "$not": {
      const inner = compile(operand);
      return (document) => inner(document) !== true;
    }
    case "$neg": {
      const inner = compile(operand);
      return (document) => calculate("$sub", 0, inner(document));
    }
    default:
      throw new Error(`The filter operator ${operator} is not known.`);
  }
}

function compilePair(operand: JSONValue): [Evaluate, Evaluate] {
  const [left = null, right = null] = operand as JSONValue[];
  return [compile(left), compile(right)];
}

function calculate(operator: string, left: Value | undefined, right: Value | undefined): Value {
  const kind = ARITHMETIC[operator];
  if (kind !== undefined && typeof left === "number" && typeof right === "number") {
    return kind.numbers(left, right);
  }
  if (kind !== undefined && typeof right === "bigint") {
    const whole = left === 0 ? 0n : left;
    if (typeof whole === "bigint") return kind.bigints(whole, right);
  }
  throw new Error(`${operator} needs two numbers or two bigints.`);
}
