import {
  type JSONValue,
  type Validator,
  type Value,
  convexToJson,
  jsonToConvex,
  v,
} from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "./ids";
import { type ValidatorJson, checkJson, checkValue, complaintAbout } from "./validation";

const IDS = [newId(10_001), newId(10_002)] as const;
const HANDLE = "function://;orders:place";
const options = {
  path: "",
  idTable: (id: string) => ({ [IDS[0]]: "a", [IDS[1]]: "b" })[id] ?? null,
};

const leaves = fc.constantFrom<ValidatorJson>(
  ...(["any", "null", "number", "bigint", "boolean", "string", "bytes", "commitTs"] as const).map(
    (type) => ({ type }),
  ),
  { type: "literal", value: "x" },
  { type: "literal", value: 0 },
  { type: "literal", value: true },
  { type: "literal", value: convexToJson(3n) },
  { type: "id", tableName: "a" },
  { type: "function" },
);

const validators = fc.letrec<{ any: ValidatorJson }>((tie) => {
  const field = fc.record({ fieldType: tie("any"), optional: fc.boolean() });
  const names = fc.constantFrom("x", "y", "$z", "é");
  return {
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaves,
      tie("any").map((value) => ({ type: "array" as const, value })),
      fc.array(tie("any"), { maxLength: 3 }).map((value) => ({ type: "union" as const, value })),
      fc.dictionary(names, field).map((value) => ({ type: "object" as const, value })),
      fc.record({
        type: fc.constant("record" as const),
        keys: fc.constantFrom<ValidatorJson>({ type: "string" }, { type: "literal", value: "x" }),
        values: field,
      }),
    ),
  };
}).any;

const values = fc.letrec<{ any: Value }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value>("x", "", null, true, 0, -0, NaN, Infinity, 1.5, 3n, -1n, HANDLE, ...IDS),
    fc.constant(new ArrayBuffer(3)),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("x", "y"), tie("any")) as fc.Arbitrary<Value>,
  ),
})).any;

/** JSON, some of it of no Convex value: field names that begin with a dollar, or are not ASCII. */
const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    values.map((value) => convexToJson(value)),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("x", "y", "$z", "$integer", "é"), tie("any")),
  ),
})).any;

test("[VAL1] the quick check accepts only values in which the full check finds no mismatch", () => {
  let [fitting, others] = [0, 0];
  fc.assert(
    fc.property(validators, values, (validator, value) => {
      const complaint = complaintAbout(validator, value, options);
      expect(checkValue(validator as never, value, options)).toBe(complaint);
      if (complaint === null) fitting += 1;
      else others += 1;
    }),
    { numRuns: 20_000 },
  );
  expect(Math.min(fitting, others)).toBeGreaterThan(500);
});

test("validates a value's JSON like the value, and rejects other JSON", () => {
  const answer = (work: () => string | null) => {
    try {
      return work();
    } catch (error) {
      return String(error);
    }
  };
  let fitting = 0;
  fc.assert(
    fc.property(validators, json as fc.Arbitrary<JSONValue>, (validator, text) => {
      const judged = answer(() => checkJson(validator as never, text, options));
      const slowly = answer(() => slow(validator, text));
      expect(judged).toBe(slowly);
      if (judged === null) fitting += 1;
    }),
    { numRuns: 3_000 },
  );
  expect(fitting).toBeGreaterThan(100);
});

function slow(validator: ValidatorJson, text: JSONValue): string | null {
  return complaintAbout(validator, jsonToConvex(text), options);
}

test("[VAL5] v.function() takes function handles alone, whatever they are said to take and return", () => {
  const complaint = (
    validator: Validator<unknown, "optional" | "required", string>,
    value: Value,
  ) => checkValue((validator as unknown as { json: JSONValue }).json, value, options);
  const signed = v.function({ fnType: "mutation", args: { id: v.id("a") }, returns: v.null() });
  for (const validator of [v.function(), signed, v.union(v.null(), v.function())]) {
    for (const handle of [HANDLE, "function://billing/taxes;rates:default"])
      expect(complaint(validator, handle)).toBeNull();
    for (const other of ["orders:place", "function://", "function://;", "", 1, {}, ["function"]])
      expect(complaint(validator, other)).toContain("v.function()");
  }
});
