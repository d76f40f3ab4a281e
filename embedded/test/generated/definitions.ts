/** Generates schemas and validators of functions. */
import type { Definition, Fields, Index, Shape, Table } from "../fixtures/generated/convex/shapes";
import type { Choices } from "./choices";
import { hasRecord } from "./values";

export const TABLES = ["apples", "pears"] as const;
/** Fields that values are compared by; "n.x" is one inside an object. */
const SORTED = ["a", "b", "c"] as const;
const SIMPLE: readonly Shape["type"][] = ["number", "string", "boolean", "int64", "null", "bytes"];
const LITERALS = ["left", "right", 7, true] as const;
const INDEXES_MAX = 2;
const INDEX_FIELDS_MAX = 3;
const DEEPEST = 2;

function shapeOf(choices: Choices, depth = 0): Shape {
  const kind = choices.below(depth < DEEPEST ? 12 : 7);
  const inner = () => shapeOf(choices, depth + 1);
  if (kind === 0) return { type: "any" };
  if (kind <= 4) return { type: choices.of(SIMPLE) } as Shape;
  if (kind === 5) return { type: "literal", value: choices.of(LITERALS) };
  if (kind === 6) return { type: "number" };
  if (kind === 7) return { type: "array", of: inner() };
  if (kind === 8) return { type: "record", of: inner() };
  if (kind === 9) return { type: "object", fields: fieldsOf(choices, ["x", "y"], depth + 1) };
  return { type: "union", of: [inner(), inner(), ...choices.list(1, inner)] };
}

function fieldsOf(choices: Choices, names: readonly string[], depth = 0): Fields {
  return Object.fromEntries(
    names.map((name) => {
      const optional = !choices.percent(40);
      return [name, { shape: shapeOf(choices, depth), optional }] as const;
    }),
  );
}

function documentOf(choices: Choices): Fields {
  const inner = { x: { shape: shapeOf(choices, DEEPEST), optional: !choices.percent(30) } };
  return {
    ...fieldsOf(choices, SORTED),
    n: { shape: { type: "object", fields: inner }, optional: !choices.percent(30) },
    // A number that can be calculated with.
    size: { shape: { type: "number" }, optional: false },
    // Ids differ on the two sides, so rows are found by them but never ordered.
    friend: { shape: { type: "id", table: choices.of(TABLES) }, optional: true },
  };
}

function indexOf(choices: Choices, at: number): Index {
  const fields = new Set<string>();
  if (choices.percent(15)) fields.add("friend");
  const count = 1 + choices.below(INDEX_FIELDS_MAX);
  while (fields.size < count) {
    const left = [...SORTED, "n.x", "size"].filter((field) => !fields.has(field));
    fields.add(choices.of(left));
  }
  return { name: `by_${at}`, fields: [...fields], staged: choices.percent(10) };
}

function tableOf(choices: Choices): Table {
  const documents = [documentOf(choices)];
  const other = documentOf(choices);
  // The mock takes anything for a record, and a patch of one kind of document may meet a row of the other.
  const hasRecords = [...documents, other].some((fields) => hasRecord({ type: "object", fields }));
  if (choices.percent(40) && !hasRecords) documents.push(other);
  const indexes = [
    indexOf(choices, 0),
    ...choices.list(INDEXES_MAX, (at) => indexOf(choices, at + 1)),
  ];
  // Convex refuses two of the same fields.
  const distinct = new Map(indexes.map((index) => [index.fields.join(), index]));
  return { documents, indexes: [...distinct.values()] };
}

export function definitionOf(choices: Choices): Definition {
  const functionOf = () => ({
    args: fieldsOf(choices, ["p", "q"]),
    returns: shapeOf(choices),
  });
  return {
    tables: Object.fromEntries(TABLES.map((name) => [name, tableOf(choices)])),
    functions: [functionOf(), functionOf()],
    validated: !choices.percent(10),
  };
}
