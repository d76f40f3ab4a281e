import { expect, test } from "vitest";
import { decodeText } from "./decode";

// In a browser, because some versions of Node decode Windows-1252 as Latin-1.
test("text of Windows-1252 keeps the signs that Latin-1 has not", () => {
  expect(decodeText(Uint8Array.from([0x43, 0x80, 0xe9, 0x2e]))).toBe("C\u20ac\u00e9.");
});
