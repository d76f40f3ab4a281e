import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineTax, type LineTax, type TaxRules } from "./lineTax";
import { fraction, minus, nearest, times } from "./rational.setup";

const RATES = [25, 150, 300, 500, 1200, 1800, 2800, 4000];

/** Up to the dearest line that an order can have. */
const amount = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 9_999_999_999 * 100_000 }),
);
const rules = fc.record({ isInterState: fc.boolean(), pricesIncludeTax: fc.boolean() });

/** The tax by fractions: the value without tax is amount ÷ (1 + rate), and a half of the tax is half of what remains. */
function byFractions(paise: number, rateBp: number, { isInterState, pricesIncludeTax }: TaxRules) {
  const rate = fraction(rateBp, 10_000);
  const whole = fraction(paise);
  const exact = pricesIncludeTax
    ? minus(whole, times(whole, fraction(10_000, 10_000 + rateBp)))
    : times(whole, rate);
  const half = nearest(times(exact, fraction(1, 2)));
  const tax = isInterState ? nearest(exact) : half + half;
  return {
    taxablePaise: pricesIncludeTax ? paise - tax : paise,
    untaxedPaise: 0,
    cgstPaise: isInterState ? 0 : half,
    sgstPaise: isInterState ? 0 : half,
    igstPaise: isInterState ? tax : 0,
    totalPaise: pricesIncludeTax ? paise : paise + tax,
  };
}

function taxed(amountPaise: number, rateBp: number, taxRules: TaxRules): LineTax {
  return lineTax({ amountPaise, taxKind: "taxable", rateBp }, taxRules);
}

describe("[I-45] the tax of a line", () => {
  it.each([
    // Amount, rate, inter-State, included → taxable, half, integrated.
    [118_00, 1800, false, true, 100_00, 9_00, 0],
    [99_99, 1800, true, true, 84_74, 0, 15_25],
    [99_99, 1800, false, true, 84_73, 7_63, 0],
    [100_00, 1800, false, false, 100_00, 9_00, 0],
    [100_00, 500, true, false, 100_00, 0, 5_00],
    [1_00, 500, false, false, 1_00, 3, 0],
    [1, 4000, false, false, 1, 0, 0],
    [10, 500, false, false, 10, 0, 0],
    [20, 500, false, false, 20, 1, 0],
    [10, 500, true, false, 10, 0, 1],
    [0, 1800, false, true, 0, 0, 0],
    // ₹9,99,99,99,99,99,900 at 40 %: amount × rate is 4 × 10^18.
    [9_999_999_999 * 100_000, 4000, false, false, 999_999_999_900_000, 199_999_999_980_000, 0],
  ])(
    "of %d paise at %d basis points, other State %s, included %s",
    (paise, rateBp, isInterState, pricesIncludeTax, taxable, half, integrated) => {
      expect(taxed(paise, rateBp, { isInterState, pricesIncludeTax })).toEqual({
        ...{ taxablePaise: taxable, untaxedPaise: 0 },
        ...{ cgstPaise: half, sgstPaise: half, igstPaise: integrated },
        totalPaise: taxable + 2 * half + integrated,
      });
    },
  );

  it("equals that of fractions on 20,000 random lines", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...RATES), rules, (paise, rateBp, taxRules) => {
        expect(taxed(paise, rateBp, taxRules)).toEqual(byFractions(paise, rateBp, taxRules));
      }),
      { numRuns: 20_000 },
    );
  });

  it("adds up to the paisa, has equal halves, and stays within a paisa of the exact value", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...RATES), rules, (paise, rateBp, taxRules) => {
        const line = taxed(paise, rateBp, taxRules);
        const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = line;
        expect(cgstPaise).toBe(sgstPaise);
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(totalPaise);
        expect(Math.min(taxablePaise, cgstPaise, igstPaise)).toBeGreaterThanOrEqual(0);
        if (!taxRules.pricesIncludeTax) return;
        expect(totalPaise).toBe(paise);
        // |taxable − amount ÷ (1 + rate)| ≤ 1, without a fraction.
        const off = BigInt(taxablePaise) * BigInt(10_000 + rateBp) - BigInt(paise) * 10_000n;
        expect(off <= BigInt(10_000 + rateBp) && -off <= BigInt(10_000 + rateBp)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each(["nil", "exempt"] as const)("is none on %s goods, whatever rate is kept", (taxKind) => {
    const line = lineTax(
      { amountPaise: 118_00, taxKind, rateBp: 1800 },
      { isInterState: false, pricesIncludeTax: false },
    );
    expect(line).toEqual({
      ...{ taxablePaise: 0, untaxedPaise: 118_00, totalPaise: 118_00 },
      ...{ cgstPaise: 0, sgstPaise: 0, igstPaise: 0 },
    });
  });
});
