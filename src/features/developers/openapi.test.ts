import { describe, expect, it } from "vitest";
import { type Description, fieldsOf, groupsOf, wordsOf } from "./openapi";

const order = {
  type: "object",
  properties: { quantity: { type: "integer", minimum: 1 }, msg: { type: "string", maxLength: 9 } },
  required: ["quantity"],
};
const operation = { responses: {} };
const description: Description = {
  tags: [{ name: "orders", description: "From placing to completing." }, { name: "empty" }],
  paths: {
    "/a": { get: { ...operation, tags: ["orders"] }, post: { ...operation, tags: ["orders"] } },
  },
  components: { schemas: { Order: order } },
};
const ref = { $ref: "#/components/schemas/Order" };

describe("the reference", () => {
  it("groups calls by noun, and leaves out nouns without any", () => {
    expect(groupsOf(description)).toEqual([
      {
        name: "orders",
        about: "From placing to completing.",
        calls: [
          { method: "GET", path: "/a", operation: { ...operation, tags: ["orders"] } },
          { method: "POST", path: "/a", operation: { ...operation, tags: ["orders"] } },
        ],
      },
    ]);
  });

  it.each([
    [{ type: "integer", minimum: 1, maximum: 1000 }, "integer, 1 to 1000"],
    [{ type: "string", maxLength: 100 }, "string, up to 100 characters"],
    [{ type: ["string", "null"] }, "string or null"],
    [{ enum: ["retailer", "distributor"] }, "retailer or distributor"],
    [{ const: true }, "true"],
    [{ type: "array", items: ref }, "list of Order"],
    [{ type: "string", format: "binary" }, "file"],
    [{ anyOf: [ref, { type: "null" }] }, "Order or null"],
    [{}, "anything"],
  ])("writes %j as %j", (schema, words) => {
    expect(wordsOf(schema)).toBe(words);
  });

  it("names the fields of an object, of a list's rows and of each choice", () => {
    const fields = [
      { name: "quantity", words: "integer, from 1", isRequired: true, about: "" },
      { name: "msg", words: "string, up to 9 characters", isRequired: false, about: "" },
    ];
    expect(fieldsOf(ref, description)).toEqual(fields);
    expect(fieldsOf({ type: "array", items: ref }, description)).toEqual(fields);
    expect(fieldsOf({ oneOf: [ref, { type: "null" }] }, description)).toEqual(fields);
    expect(fieldsOf(undefined, description)).toEqual([]);
  });

  it("names the fields of a list's rows within an object, unless they have a name of their own", () => {
    const namesIn = (items: object) =>
      fieldsOf({ properties: { lines: { type: "array", items } } }, description).map(
        ({ name }) => name,
      );
    expect(namesIn(order)).toEqual(["lines", "lines[].quantity", "lines[].msg"]);
    expect(namesIn(ref)).toEqual(["lines"]);
    expect(namesIn({ type: "string" })).toEqual(["lines"]);
  });
});
