import { describe, expect, it, test } from "vitest";
import { digestAtOnce } from "./digests";

describe.each(["SHA-1", "SHA-256", "SHA-384", "SHA-512"])("%s", (algorithm) => {
  test.each([0, 1, 64, 1_000])("of %i bytes is that of Web Crypto", async (length) => {
    const whole = crypto.getRandomValues(new Uint8Array(length + 2));
    const data = whole.subarray(1, length + 1);
    const digest = digestAtOnce(algorithm, data);
    expect(digest).toBeInstanceOf(ArrayBuffer);
    // As bytes: two buffers are equal to the test library whatever is in them.
    const expected = new Uint8Array(await crypto.subtle.digest(algorithm, data));
    expect(new Uint8Array(digest ?? new ArrayBuffer())).toEqual(expected);
  });
});

it("leaves long data to another thread", () => {
  expect(digestAtOnce("SHA-256", new Uint8Array(2 ** 20))).toBeUndefined();
});

it.each([
  ["another algorithm", "MD5", new Uint8Array(1)],
  ["an algorithm that is an object", { name: "SHA-256" }, new Uint8Array(1)],
  ["what is no bytes", "SHA-256", "text"],
])("leaves %s to Web Crypto", (_, algorithm, data) => {
  expect(digestAtOnce(algorithm, data)).toBeUndefined();
});
