import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDER_QUANTITY_MAX, PRICE_MAX_PAISE } from "../limits";
import { type Credited, creditedLine, type CreditedLine, type InvoicedLine } from "./creditedLine";
import { lineTax } from "./lineTax";

const RATES = [25, 150, 300, 500, 1200, 1800, 2800, 4000];
const PARTS = ["taxablePaise", "untaxedPaise", "cgstPaise", "sgstPaise", "igstPaise"] as const;

const invoiced = fc
  .record({
    pricePaise: fc.oneof(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: PRICE_MAX_PAISE }),
    ),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: ORDER_QUANTITY_MAX }),
    ),
    taxKind: fc.constantFrom("taxable" as const, "nil" as const, "bill" as const),
    rateBp: fc.constantFrom(...RATES),
    isInterState: fc.boolean(),
    pricesIncludeTax: fc.boolean(),
  })
  .map(({ pricePaise, quantity, taxKind, rateBp, ...rules }): InvoicedLine => {
    const amountPaise = pricePaise * quantity;
    if (taxKind === "bill") return { quantity, totalPaise: amountPaise };
    const { totalPaise: _, ...parts } = lineTax({ amountPaise, taxKind, rateBp }, rules);
    return { quantity, totalPaise: amountPaise, ...parts };
  });

/** A line, and the pieces of its notes, which are all of it together. */
const wholly = invoiced.chain((line) =>
  fc
    .array(fc.integer({ min: 1, max: line.quantity }), { maxLength: 8 })
    .map((cuts) => [...new Set([0, ...cuts, line.quantity])].sort((a, b) => a - b))
    .map((ends) => ({
      line,
      notes: ends.slice(1).map((end, n) => ({ before: ends[n]!, quantity: end - ends[n]! })),
    })),
);

const NOTHING = { taxablePaise: 0, untaxedPaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };

/** Lines of pieces at one to five paise, with notes of a few pieces each, mostly of one. */
const tinyNotes = fc
  .record({
    pricePaise: fc.integer({ min: 1, max: 5 }),
    quantity: fc.integer({ min: 1, max: 60 }),
    rateBp: fc.constantFrom(...RATES),
    isInterState: fc.boolean(),
    pricesIncludeTax: fc.boolean(),
    steps: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
      ),
      { minLength: 60, maxLength: 60 },
    ),
  })
  .map(({ pricePaise, quantity, rateBp, steps, ...rules }) => {
    const amountPaise = pricePaise * quantity;
    const parts = lineTax({ amountPaise, taxKind: "taxable", rateBp }, rules);
    const notes: { before: number; quantity: number }[] = [];
    for (let before = 0; before < quantity; before += notes.at(-1)!.quantity)
      notes.push({ before, quantity: Math.min(steps[notes.length]!, quantity - before) });
    return { line: { ...parts, quantity, totalPaise: amountPaise }, notes };
  });

function sumOf(parts: Omit<CreditedLine, "totalPaise">): number {
  return PARTS.reduce((sum, part) => sum + (parts[part] ?? 0), 0);
}

/** Rules that notes break which credit the whole line one after the other. */
function faultsOf(line: InvoicedLine, notes: readonly Credited[]): string[] {
  const faults: string[] = [];
  const sums = { ...NOTHING };
  for (const note of notes) {
    const credited = creditedLine(line, note);
    if (credited.totalPaise !== sumOf(credited)) faults.push("the sum is not that of the parts");
    if (credited.cgstPaise !== credited.sgstPaise) faults.push("the halves differ");
    for (const part of PARTS) {
      const paise = credited[part] ?? 0;
      if (paise < 0) faults.push(`${part} is ${paise}`);
      sums[part] += paise;
    }
    const { before, quantity } = note;
    if (sumOf(sums) * line.quantity > sumOf(line) * (before + quantity))
      faults.push("more is credited than the pieces cost");
  }
  for (const part of PARTS)
    if (sums[part] !== line[part]) faults.push(`the notes have ${sums[part]} of ${part}`);
  return faults;
}

describe("[NOTE1] the parts of a credit note's line", () => {
  it.each([
    // ₹118.00 at 18 % each: 100.00 + 9.00 + 9.00.
    [{ before: 0, quantity: 1 }, 118_00, 100_00, 9_00],
    [{ before: 1, quantity: 2 }, 236_00, 200_00, 18_00],
  ])("are those of its pieces: %j", (credited, totalPaise, taxablePaise, half) => {
    const line = { quantity: 3, totalPaise: 354_00, taxablePaise: 300_00, untaxedPaise: 0 };
    const tax = { cgstPaise: 27_00, sgstPaise: 27_00, igstPaise: 0 };
    expect(creditedLine({ ...line, ...tax }, credited)).toEqual({
      ...{ totalPaise, taxablePaise, untaxedPaise: 0 },
      ...{ cgstPaise: half, sgstPaise: half, igstPaise: 0 },
    });
  });

  it("leave the remainder to the last note", () => {
    const line = { quantity: 3, totalPaise: 9, taxablePaise: 7, cgstPaise: 1, sgstPaise: 1 };
    const halves = [0, 1, 2].map((before) => creditedLine(line, { before, quantity: 1 }));
    expect(halves.map(({ cgstPaise }) => cgstPaise)).toEqual([0, 0, 1]);
  });

  it("of all notes of a line that is wholly credited are the line's, to the paisa", () => {
    fc.assert(
      fc.property(wholly, ({ line, notes }) => {
        const credited = notes.map((note) => creditedLine(line, note));
        for (const part of PARTS) {
          const sum = credited.reduce((all, each) => all + (each[part] ?? 0), 0);
          expect(sum).toBe(line[part] ?? 0);
        }
        const isBill = line.taxablePaise === undefined;
        const total = credited.reduce((all, each) => all + each.totalPaise, 0);
        expect(total).toBe(isBill ? line.totalPaise : sumOf(line));
      }),
      { numRuns: 3_000 },
    );
  });

  it("add up to the sum of the note, are within three paise of proportional, and halves are equal", () => {
    fc.assert(
      fc.property(wholly, ({ line, notes }) => {
        for (const note of notes) {
          const credited = creditedLine(line, note);
          if (credited.taxablePaise === undefined) continue;
          expect(sumOf(credited)).toBe(credited.totalPaise);
          expect(credited.cgstPaise).toBe(credited.sgstPaise);
          for (const part of PARTS) {
            const [whole, own] = [BigInt(line[part] ?? 0), BigInt(credited[part] ?? 0)];
            const off = own * BigInt(line.quantity) - whole * BigInt(note.quantity);
            expect((off < 0n ? -off : off) <= 3n * BigInt(line.quantity)).toBe(true);
            expect(credited[part]).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("are never negative and make up the line where pieces cost a few paise, however they are split", () => {
    fc.assert(
      fc.property(tinyNotes, ({ line, notes }) => faultsOf(line, notes).length === 0),
      { numRuns: 20_000 },
    );
  });

  it("of single pieces at one paisa have both halves of tax in the same note, beside no value", () => {
    // Eight paise and two halves of one: 40 % within a State.
    const line = { quantity: 10, totalPaise: 10, taxablePaise: 8, cgstPaise: 1, sgstPaise: 1 };
    const notes = Array.from({ length: 10 }, (_, before) =>
      creditedLine(line, { before, quantity: 1 }),
    );
    expect(notes.map(({ totalPaise }) => totalPaise)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 2]);
    expect(notes.at(-1)).toMatchObject({ taxablePaise: 0, cgstPaise: 1, sgstPaise: 1 });
  });
});
