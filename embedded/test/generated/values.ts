/** Generates values: those that fit a validator, and any. */
import type { Fields, Shape } from "../fixtures/generated/convex/shapes";
import type { Choices } from "./choices";

/** Few, so that rows are equal, and near each other in the order of an index. */
const NUMBERS = [0, 1, 2, -1, 1.5, -0, NaN, Infinity];
const STRINGS = ["", "a", "b", "ab", "left"];
const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const ANYTHING: readonly unknown[] = [
  ...[0, 1, 2, "a", "b", null, true, false, 0n, 1n, -0, NaN],
  ...[[], [1], [1, 2], ["a"], {}, { x: 1 }, { x: "a", y: 2 }, bytes(), bytes(1), bytes(1, 0)],
];

export function anything(choices: Choices): unknown {
  return choices.of(ANYTHING);
}

/** Numbers that JavaScript's operators order as an index does: the mock's filters use them. */
const PLAIN_NUMBERS = NUMBERS.filter((value) => !Number.isNaN(value) && !Object.is(value, -0));
/** The field that filters calculate with. */
const CALCULATED = "size";

/** @param idOf names a row of a table. */
export type IdOf = (table: string) => string;

export function fitting(shape: Shape, choices: Choices, idOf: IdOf): unknown {
  const inner = (of: Shape) => fitting(of, choices, idOf);
  switch (shape.type) {
    case "any":
      return anything(choices);
    case "number":
      return choices.of(NUMBERS);
    case "string":
      return choices.of(STRINGS);
    case "boolean":
      return choices.below(2) === 1;
    case "int64":
      return BigInt(choices.below(4) - 1);
    case "null":
      return null;
    case "bytes":
      return choices.of([bytes(), bytes(1), bytes(1, 0), bytes(2)]);
    case "literal":
      return shape.value;
    case "id":
      return idOf(shape.table);
    case "array":
      return choices.list(2, () => inner(shape.of));
    case "record":
      return Object.fromEntries(choices.list(2, (at) => [`k${at}`, inner(shape.of)]));
    case "object":
      return documentFor(shape.fields, choices, idOf);
    case "union":
      return inner(choices.of(shape.of));
  }
}

export function documentFor(fields: Fields, choices: Choices, idOf: IdOf): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { shape, optional }]) =>
      optional && choices.percent(shape.type === "id" ? 80 : 30)
        ? []
        : [
            [
              name,
              name === CALCULATED ? choices.of(PLAIN_NUMBERS) : fitting(shape, choices, idOf),
            ] as const,
          ],
    ),
  );
}

/** The mock takes anything for a record, so only values without one are ever wrong. */
export function hasRecord(shape: Shape): boolean {
  switch (shape.type) {
    case "record":
      return true;
    case "array":
      return hasRecord(shape.of);
    case "object":
      return Object.values(shape.fields).some((field) => hasRecord(field.shape));
    case "union":
      return shape.of.some(hasRecord);
    default:
      return false;
  }
}
