/** Texts in a PDF that the browser has to draw. */
import { expect, test } from "vitest";
import { drawPdf } from "./draw";
import type { Mark } from "./marks";
import { browserType } from "./typeParts";

test.each([
  ["Devanagari", "चावल"],
  ["a zero-width space, as pasted texts have on a line of its own", "\u200b"],
])("a PDF is made of %s", async (_, text) => {
  const mark: Mark = { kind: "text", x: 20, y: 20, text, size: 10 };
  const paper = { title: "Test", author: "Test", picture: null, layOut: () => [[mark]] };
  const bytes = new Uint8Array(drawPdf(paper, await browserType()));
  expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe("%PDF-");
});
