import { describe, expect, test } from "vitest";
import { startFakeServer } from "../test/fakeServer";
import { RawClient } from "../testkit/rawClient";
import type { Text } from "./answer";
import { Frames } from "./frames";

/** Reads one unmasked frame, as RFC 6455 §5.2 has it. */
function payloadOf(frame: readonly Buffer[]): string {
  const bytes = Buffer.concat(frame);
  expect(bytes[0]).toBe(0x81);
  const kind = bytes[1] ?? 0;
  const [length, head] =
    kind < 126
      ? [kind, 2]
      : kind === 126
        ? [bytes.readUInt16BE(2), 4]
        : [Number(bytes.readBigUInt64BE(2)), 10];
  expect(bytes.length).toBe(head + length);
  return bytes.subarray(head).toString();
}

describe("a frame", () => {
  test.each([0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 300_000])(
    "holds a message of %i bytes, whole or in parts",
    (length) => {
      const text = "x".repeat(length);
      const frames = new Frames();
      expect(payloadOf(frames.of(text))).toBe(text);
      expect(payloadOf(frames.of([text.slice(0, 3), Buffer.from(text.slice(3))]))).toBe(text);
    },
  );

  test("counts bytes, not characters", () => {
    const text = "अ𝄞".repeat(40);
    expect(payloadOf(new Frames().of(text))).toBe(text);
    expect(payloadOf(new Frames().of(["अ", Buffer.from(text), "𝄞"]))).toBe(`अ${text}𝄞`);
  });
});

describe("[SYNC21] what many are told in the same words", () => {
  const content = Buffer.from("c".repeat(3_000));

  test("is framed once", () => {
    const frames = new Frames();
    const [frame] = frames.of(["a", content, "b"]);
    expect(frames.of(["a", content, "b"])[0]).toBe(frame);
  });

  test.each<[string, Text[]]>([
    ["another beginning", ["x", content, "b"]],
    ["another end", ["a", content, "x"]],
    ["another content of the same text", ["a", Buffer.from(content), "b"]],
    ["more behind it", ["a", content, "b", content]],
  ])("is not taken for what has %s", (_, texts) => {
    const frames = new Frames();
    const [frame] = frames.of(["a", content, "b"]);
    const other = frames.of(texts);
    expect(other[0]).not.toBe(frame);
    expect(payloadOf(other)).toBe(texts.join(""));
  });

  test("is forgotten after some others, and not copied when it is long", () => {
    const frames = new Frames();
    const [frame] = frames.of(["a", content]);
    for (let n = 0; n < 16; n += 1) frames.of(["a", Buffer.from(`${n}`)]);
    expect(frames.of(["a", content])[0]).not.toBe(frame);
    const long = Buffer.alloc(300_000, "x");
    expect(frames.of(["a", long])[2]).toBe(long);
  });

  test("does not differ by the sockets' clocks, which only a new identity's transition names", async () => {
    const server = await startFakeServer();
    const clients = await Promise.all([0, 1].map(() => RawClient.open(server.url)));
    for (const [n, client] of clients.entries()) {
      const sessionId = crypto.randomUUID();
      client.say({ type: "Connect", sessionId, connectionCount: 0, clientTs: n * 1_000_000 });
      client.say({ type: "Authenticate", baseVersion: 0, tokenType: "User", value: "user:a" });
      client.add({ queryId: 0, udfPath: "counters:get", args: { name: "a" } });
      await client.until(() => client.valueOf(0) === 0);
    }
    for (let value = 1; value <= 3; value += 1) {
      server.db.write({ a: value });
      await Promise.all(clients.map((client) => client.until(() => client.valueOf(0) === value)));
    }
    const [some, others] = clients.map(({ transitions }) => transitions);
    expect(some![0]).toMatchObject({ clientClockSkew: expect.any(Number) as number });
    expect(some!.slice(-2)).toEqual(others!.slice(-2));
    expect(some!.at(-1)).not.toHaveProperty("clientClockSkew");
    for (const client of clients) client.close();
    await server.stop();
  });
});
