import type * as Crypto from "node:crypto";
import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { TextSealing, encodeContext } from "./sealedText";

vi.mock("node:crypto", async (original) => {
  const crypto = await original<typeof Crypto>();
  return { ...crypto, createHmac: vi.fn(crypto.createHmac) };
});

const SECRET = new Uint8Array(32).fill(5);
const CONTEXTS = [encodeContext("a"), encodeContext("b"), Uint8Array.of(1), Uint8Array.of(1, 2)];
const CONTENTS = [Uint8Array.of(), Uint8Array.of(2, 3), Uint8Array.of(3), new Uint8Array(300)];

test("[PAGE2] a text that was closed before is the same, and every other opens to its own content", () => {
  const sealing = new TextSealing(SECRET, "cursors");
  const texts = new Set<string>();
  for (const context of CONTEXTS)
    for (const content of CONTENTS) {
      const text = sealing.close(context, content);
      texts.add(text);
      expect(sealing.close(context, content)).toBe(text);
      expect(new TextSealing(SECRET, "cursors").close(context, content)).toBe(text);
      expect(Buffer.from(sealing.open(context, text) ?? [])).toEqual(Buffer.from(content));
    }
  expect(texts.size).toBe(CONTEXTS.length * CONTENTS.length);
});

test("a short text is sealed once, and a long one each time", () => {
  const sealing = new TextSealing(SECRET, "cursors");
  const sealed = (content: Uint8Array) => {
    vi.mocked(createHmac).mockClear();
    for (let time = 0; time < 3; time += 1) sealing.close(CONTEXTS[0]!, content);
    return vi.mocked(createHmac).mock.calls.length;
  };
  expect(sealed(new Uint8Array(100))).toBe(1);
  expect(sealed(new Uint8Array(300))).toBe(3);
});
