import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { STATEMENT_ROWS_MAX } from "./collect";
import { statementOf } from "./statement.setup";
import { statementPdf } from "./statementPdf";

const font = (name: string) =>
  new Uint8Array(
    readFileSync(path.join(import.meta.dirname, `../../../files/pdf/fonts/${name}.ttf`)),
  );
const type = {
  fonts: { normal: font("Inter-Regular"), bold: font("Inter-SemiBold") },
  pictureOf: () => null,
};

function pagesOf(bytes: ArrayBuffer): number {
  const text = Buffer.from(bytes).toString("latin1");
  return text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

test("draws a statement as text with embedded fonts, on as many pages as it needs", () => {
  const bytes = statementPdf(statementOf(120), type);
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe("%PDF-");
  expect(pagesOf(bytes)).toBeGreaterThan(2);
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).toContain("/ToUnicode");
  expect(text).toContain("/FontFile2");
});

test("draws the longest statement within a few megabytes", () => {
  const bytes = statementPdf(statementOf(STATEMENT_ROWS_MAX), type);
  expect(pagesOf(bytes)).toBeGreaterThan(150);
  expect(bytes.byteLength).toBeLessThan(5_000_000);
});
