import type { Value } from "convex/values";
import { expect, test } from "vitest";
import { checkValue } from "../database/validation";
import { withoutValues } from "./withoutValues";

const SECRET = "hunter2-of-the-caller";
const string = { type: "string" };
const number = { type: "number" };
const object = { type: "object", value: { password: { fieldType: number, optional: false } } };

const CASES: readonly (readonly [string, unknown, Value])[] = [
  ["a string for a number", number, SECRET],
  ["a string with line breaks", number, `a\n${SECRET}\nValue: ${SECRET}`],
  ["a string with other line separators", number, `a\u2028${SECRET}\u2029${SECRET}\u0085${SECRET}`],
  ["a string that imitates the end of a line", number, `"\r${SECRET}`],
  ["an object for a string", string, { password: SECRET }],
  ["an array for a string", string, [SECRET, SECRET]],
  ["a field of an object", object, { password: SECRET }],
  ["no member of a union", { type: "union", value: [number, object] }, { password: SECRET }],
  ["no literal", { type: "literal", value: "retailer" }, SECRET],
  ["no id", { type: "id", tableName: "users" }, SECRET],
  ["no id, with quotes", { type: "id", tableName: "users" }, `a", which does not match ${SECRET}`],
];

test.each(CASES)("[OPS4] logs path and type of %s, never the value", (_, validator, value) => {
  const complaint = checkValue(validator as never, value, {
    path: ".field",
    idTable: () => null,
  });
  expect(complaint).not.toBeNull();
  const message = `ArgumentValidationError: ${complaint ?? ""}\n`;
  expect(message).toContain(SECRET);
  expect(withoutValues(message)).not.toContain(SECRET);
  expect(withoutValues(message)).toContain("Path: .field");
});
