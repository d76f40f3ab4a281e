import { type Value, convexToJson } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredDocument } from "../contracts";
import { decodeRow, encodeDocument } from "./documents";

const name = fc.constantFrom("_creationTime", "_id", "A", "a", "b", "aa", "2", "10");
const leaf = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.constantFrom<Value[]>(-0, Number.NaN, -Infinity, null, true, 7n, new ArrayBuffer(2)),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const documents = fc.dictionary(name, value, { maxKeys: 8, noNullPrototype: true });

test("a document is stored as Convex's JSON of it, whatever the order of its fields", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const text = Buffer.from(encodeDocument(document)).toString();
      expect(text).toBe(JSON.stringify(convexToJson(document)));
    }),
  );
});

test("a document that was written reads as one that is decoded, fields in the same order", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const bytes = encodeDocument(document);
      const [written, decoded] = [decodeRow(bytes), decodeRow(Uint8Array.from(bytes))];
      expect(written.document).toStrictEqual(decoded.document);
      expect(Object.keys(written.copy())).toEqual(Object.keys(decoded.copy()));
      expect(written.text).toBe(decoded.text);
    }),
  );
});

test("a document that has another prototype reads as one without it", () => {
  const document = Object.setPrototypeOf({ a: 1 }, { b: 2 }) as StoredDocument;
  const read = decodeRow(encodeDocument({ in: document })).document["in"];
  expect(read).toStrictEqual({ a: 1 });
  expect((read as StoredDocument)["b"]).toBeUndefined();
});
