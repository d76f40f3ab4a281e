import { expect, test } from "vitest";
import { testType } from "../../../files/pdf/type.setup";
import { STATEMENT_ROWS_MAX } from "./collect";
import { statementOf } from "./statement.setup";
import { statementPdf } from "./statementPdf";

function pagesOf(bytes: ArrayBuffer): number {
  const text = Buffer.from(bytes).toString("latin1");
  return text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

test("draws a statement as text with embedded fonts, on as many pages as it needs", async () => {
  const bytes = await statementPdf(statementOf(120), testType());
  expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe("%PDF-");
  expect(pagesOf(bytes)).toBeGreaterThan(2);
  const text = Buffer.from(bytes).toString("latin1");
  expect(text).toContain("/ToUnicode");
  expect(text).toContain("/FontFile2");
});

test("draws the longest statement within a few megabytes", async () => {
  const bytes = await statementPdf(statementOf(STATEMENT_ROWS_MAX), testType());
  expect(pagesOf(bytes)).toBeGreaterThan(150);
  expect(bytes.byteLength).toBeLessThan(5_000_000);
});
