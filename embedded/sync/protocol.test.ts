import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalPath,
  decodeTimestamp,
  encodeModification,
  encodeTimestamp,
  encodeTransition,
  parseClientMessage,
  ProtocolError,
} from "./protocol";
import { Answer, toBytes } from "./answer";

describe("a timestamp", () => {
  test("is eight little-endian bytes in base64", () => {
    expect(encodeTimestamp(1)).toBe("AQAAAAAAAAA=");
    expect(encodeTimestamp(0x0102_0304_0506)).toBe("BgUEAwIBAAA=");
  });

  test("is decoded to the encoded value", () => {
    fc.assert(fc.property(fc.maxSafeNat(), (ts) => decodeTimestamp(encodeTimestamp(ts)) === ts));
  });

  test.each(["", "AQ==", "not base64 at all"])("of other bytes (%s) is rejected", (text) => {
    expect(() => decodeTimestamp(text)).toThrow(ProtocolError);
  });
});

test("normalises function names", () => {
  expect(canonicalPath("orders.js:list")).toBe("orders:list");
  expect(canonicalPath("orders:list")).toBe("orders:list");
  expect(canonicalPath("orders")).toBe("orders:default");
  expect(canonicalPath("rest/orders.js")).toBe("rest/orders:default");
});

test("[SYNC7] parses any frame to a message or a ProtocolError", () => {
  const fields = fc.dictionary(
    fc.constantFrom(
      "type",
      "sessionId",
      "baseVersion",
      "newVersion",
      "modifications",
      "tokenType",
      "value",
      "requestId",
      "udfPath",
      "args",
    ),
    fc.oneof(
      fc.constantFrom("Connect", "Mutation", "Authenticate", "ModifyQuerySet", "User"),
      fc.jsonValue(),
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.string(),
        fields.map((value) => JSON.stringify(value)),
      ),
      (text) => {
        try {
          parseClientMessage(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test("[PAGE4] reads a journal of 64 KiB, and ignores a longer one", () => {
  const journalIn = (journal: unknown) => {
    const query = { type: "Add", queryId: 0, udfPath: "a:b", args: [{}], journal };
    const change = { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1 };
    const message = parseClientMessage(JSON.stringify({ ...change, modifications: [query] }));
    return message.type === "ModifyQuerySet" && message.modifications[0];
  };
  const longest = "j".repeat(64 * 1_024);
  expect(journalIn(longest)).toMatchObject({ journal: longest });
  expect(journalIn(`${longest}j`)).toMatchObject({ journal: null });
  expect(() => journalIn(1)).toThrow(ProtocolError);
});

test("[LIM12] rejects a message with too many parts before parsing it", () => {
  const many = (count: number) => JSON.stringify({ type: "Event", event: Array(count).fill(0) });
  expect(parseClientMessage(many(200_000))).toMatchObject({ type: "Event" });
  expect(() => parseClientMessage(many(250_000))).toThrow(/too many values/);
  expect(() => parseClientMessage(many(250_000))).toThrow(ProtocolError);
});

test("encodes a transition as the JSON that clients parse", () => {
  const good = new Answer({
    kind: "success",
    value: { a: '\u2028"' },
    logLines: ["[LOG] 'x'"],
  });
  const bad = new Answer({ kind: "failure", message: "No", errorData: null, logLines: [] });
  const text = encodeTransition(
    { querySet: 0, identity: 0, ts: 0 },
    { querySet: 1, identity: 2, ts: 3 },
    [encodeModification(0, good, null), encodeModification(1, bad, "j")],
    -4,
  );
  expect(JSON.parse(toBytes(text).toString())).toEqual({
    type: "Transition",
    startVersion: { querySet: 0, identity: 0, ts: encodeTimestamp(0) },
    endVersion: { querySet: 1, identity: 2, ts: encodeTimestamp(3) },
    modifications: [
      {
        type: "QueryUpdated",
        queryId: 0,
        value: { a: '\u2028"' },
        logLines: ["[LOG] 'x'"],
        journal: null,
      },
      {
        type: "QueryFailed",
        queryId: 1,
        errorMessage: "No",
        errorData: null,
        logLines: [],
        journal: "j",
      },
    ],
    clientClockSkew: -4,
  });
});
