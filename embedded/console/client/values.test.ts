/** Values and validators as text, and back. */
import { describe, expect, test } from "vitest";
import type { Validator } from "./values";
import {
  describeValidator,
  fromJsonText,
  getChoices,
  parseField,
  parseLoosely,
  toCellText,
  toJsonText,
} from "./values";

const text: Validator = { type: "string" };
const literal = (value: string): Validator => ({ type: "literal", value });
const required = (fieldType: Validator) => ({ fieldType, optional: false });

test("a document's JSON keeps integers and bytes", () => {
  const document = { n: 5n, b: new Uint8Array([1, 2]).buffer, s: "5" };
  expect(fromJsonText(toJsonText(document))).toEqual(document);
  expect(() => fromJsonText("{")).toThrow();
});

test("a cell is one short line", () => {
  expect([undefined, "a", 5n, { a: [1] }].map(toCellText)).toEqual(["", "a", "5n", '{"a":[1]}']);
  expect(toCellText("x".repeat(1_000))).toHaveLength(200);
});

test("validators are described in TypeScript's words", () => {
  const validator: Validator = {
    type: "object",
    value: {
      id: required({ type: "id", tableName: "notes" }),
      tags: { fieldType: { type: "array", value: text }, optional: true },
      kinds: required({ type: "array", value: { type: "union", value: [literal("a"), text] } }),
      map: required({ type: "record", keys: text, values: required({ type: "number" }) }),
    },
  };
  expect(describeValidator(validator)).toBe(
    '{ id: Id<"notes">; tags?: string[]; kinds: ("a" | string)[]; map: Record<string, number> }',
  );
});

test("unions of literals and booleans have choices", () => {
  expect(getChoices({ type: "union", value: [literal("a"), literal("b")] })).toEqual(["a", "b"]);
  expect(getChoices({ type: "boolean" })).toEqual([true, false]);
  expect(getChoices({ type: "union", value: [literal("a"), text] })).toBeUndefined();
});

describe("an argument", () => {
  test("is read as its validator says", () => {
    expect(parseField("a", required(text), "5")).toBe("5");
    expect(parseField("a", required(text), "")).toBe("");
    expect(parseField("a", required({ type: "number" }), "5")).toBe(5);
    expect(parseField("a", required({ type: "bigint" }), "5")).toBe(5n);
    expect(parseField("a", { fieldType: text, optional: true }, "")).toBeUndefined();
  });

  test("is refused by its name", () => {
    expect(() => parseField("a", required({ type: "number" }), "")).toThrow("a is missing");
    expect(() => parseField("a", required({ type: "bigint" }), "x")).toThrow("a must be bigint");
  });
});

test("a comparison's value is JSON, or a text", () => {
  expect(["5", '"5"', "five"].map(parseLoosely)).toEqual([5, "5", "five"]);
});
