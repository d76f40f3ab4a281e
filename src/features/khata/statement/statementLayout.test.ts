import { describe, expect, test } from "vitest";
import type { Sheet, TextMark } from "../../../files/pdf/marks";
import { entryOf, statementOf } from "./statement.setup";
import { layoutStatement } from "./statementPdf";

const MM_PER_POINT = 25.4 / 72;
/** Every character is as wide as a digit of that size, a bold one a little wider. */
const measure = (text: string, size: number, bold: boolean) =>
  Array.from(text).length * size * MM_PER_POINT * (bold ? 0.66 : 0.62);

const marksOf = (sheet: Sheet) => sheet.filter((mark): mark is TextMark => mark.kind === "text");
const textsOf = (sheet: Sheet) => marksOf(sheet).map(({ text }) => text);

/** The part of a line that a text takes. */
function spanOf({ x, text, size, bold = false, align }: TextMark): readonly [number, number] {
  const width = measure(text, size, bold);
  return align === "right" ? [x - width, x] : [x, x + width];
}

/** Pairs of texts on one line that run into each other, or leave the sheet. */
function collisionsOf(sheet: Sheet): string[] {
  const marks = marksOf(sheet);
  const out = marks.filter((mark) => spanOf(mark)[0] < 15 || spanOf(mark)[1] > 195);
  const hits = marks.flatMap((one, at) =>
    marks.slice(at + 1).filter((other) => {
      const [[left, right], [otherLeft, otherRight]] = [spanOf(one), spanOf(other)];
      return Math.abs(one.y - other.y) < 2 && left < otherRight && otherLeft < right;
    }),
  );
  return [...out, ...hits].map(({ text }) => text);
}

describe("a statement on paper", () => {
  test("[STATEMENT2] names both parties, the period, each entry with the balance after it, and both balances", () => {
    const sheets = layoutStatement(statementOf(3), measure);
    expect(sheets).toHaveLength(1);
    expect(textsOf(sheets[0]!)).toEqual(
      expect.arrayContaining([
        ...["Statement of account", "01 Apr 2026 to 30 Apr 2026"],
        ...["Banyan Court Wholesale", "Asha Kolhari", "Peepal Chowk Stores", "Meena Talwari"],
        ...["Opening balance", "₹1,00,000.00", "15 Apr 2026"],
        ...["Invoice", "SWD/26-27/10001", "+₹1,716.00", "₹1,03,432.00"],
        ...["Payment, UPI", "412345678901", "-₹2,000.00", "Closing balance", "₹1,01,432.00"],
        ...["Peepal Chowk Stores owes Banyan Court Wholesale ₹1,01,432.00.", "Page 1 of 1"],
      ]),
    );
    expect(collisionsOf(sheets[0]!)).toEqual([]);
  });

  test("[STATEMENT2] repeats the heads of the columns on each sheet, which is numbered and keeps its edges", () => {
    const sheets = layoutStatement(statementOf(200), measure);
    expect(sheets.length).toBeGreaterThan(3);
    for (const [index, sheet] of sheets.entries()) {
      const texts = textsOf(sheet);
      expect(texts.filter((text) => text === "Reference")).toHaveLength(1);
      expect(texts).toContain(`Page ${index + 1} of ${sheets.length}`);
      expect(Math.max(...sheet.map(({ y }) => y))).toBeLessThan(290);
      expect(collisionsOf(sheet)).toEqual([]);
    }
    const numbers = sheets.flatMap(textsOf).filter((text) => text.startsWith("SWD/"));
    expect(numbers).toHaveLength(134);
    expect(new Set(numbers).size).toBe(134);
    expect(textsOf(sheets.at(-1)!)).toContain("Closing balance");
  });

  test("cuts no sum and lets nothing run into another, however long names, references and sums are", () => {
    const [word, words] = ["Tiruchirappalli".repeat(7), "wholesale and retail ".repeat(5)];
    const long = { business: word, name: words, phone: "+91 98765 43210", email: `${word}@m.test` };
    const largest = 9_007_199_254_740_991;
    const reason = `${words} ${word}`;
    const entries = [
      entryOf(0, largest, { paise: largest, printedNumber: "ABCDEFGHIJKLMNO/26-27/1234567890" }),
      entryOf(2, -largest, {
        paise: -largest,
        reference: "SBIN00000000000000000000123456",
        reason,
      }),
      entryOf(3, 0, { kind: "cancellation" }),
    ];
    const parties = { distributor: long, retailer: long };
    const sums = { openingPaise: -largest, closingPaise: largest };
    const sheets = layoutStatement(statementOf(0, { ...parties, ...sums, entries }), measure);
    const texts = sheets.flatMap(textsOf);
    for (const sum of ["+₹90,07,19,92,54,74,09.91", "-₹90,07,19,92,54,74,09.91"])
      expect(texts).not.toContain(sum);
    expect(texts).toContain("+₹9,00,71,99,25,47,409.91");
    expect(texts).toContain("-₹9,00,71,99,25,47,409.91");
    for (const sheet of sheets) expect(collisionsOf(sheet)).toEqual([]);
    expect(texts.join("").replaceAll(" ", "")).toContain(word);
  });

  test("keeps an entry with its reason on one sheet", () => {
    const reason = "The cheque came back. ".repeat(20).trim();
    const entries = Array.from({ length: 60 }, (_, n) =>
      entryOf(0, n, { kind: "reversal", paise: 1, printedNumber: `NO-${n}`, reason }),
    );
    const sheets = layoutStatement(statementOf(0, { entries }), measure);
    const perEntry = sheets.map((sheet) => {
      const texts = textsOf(sheet);
      const numbers = texts.filter((text) => text.startsWith("NO-")).length;
      return texts.filter((text) => text.includes("cheque")).length / Math.max(1, numbers);
    });
    expect(new Set(perEntry.slice(0, -1)).size).toBe(1);
  });

  test("says when nothing happened, and when the retailer has paid in advance", () => {
    const texts = textsOf(layoutStatement(statementOf(0, { closingPaise: -500_00 }), measure)[0]!);
    expect(texts).toContain("No entries in this period");
    expect(texts).toContain("Peepal Chowk Stores has paid ₹500.00 in advance.");
    const even = textsOf(layoutStatement(statementOf(0, { closingPaise: 0 }), measure)[0]!);
    expect(even).toContain("Nothing is open.");
  });

  test("[STATEMENT4] says when it has not all entries", () => {
    const texts = layoutStatement(statementOf(3, { isCut: true }), measure).flatMap(textsOf);
    expect(texts.join(" ")).toContain("Only the first 3 entries are listed");
  });
});
