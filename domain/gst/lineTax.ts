/**
 * The tax of one line, exact to the paisa. Central and State tax are equal, as the tax office checks; each is rounded half up. Prices
 * that include tax stay what they are: the taxable value is what is left of them. BigInt, since amount × rate passes 2^53.
 */
import type { TaxKind } from "./kinds";

/** 100 % in basis points. */
const WHOLE = 10_000n;

export type TaxableLine = {
  /** Price × quantity, paise. */
  readonly amountPaise: number;
  readonly taxKind: TaxKind;
  /** The rate in basis points; ignored unless taxable. */
  readonly rateBp: number;
};

export type TaxRules = {
  readonly isInterState: boolean;
  readonly pricesIncludeTax: boolean;
};

/** Integer paise. `taxablePaise` or `untaxedPaise` is the value of the goods; the other is 0. */
export type LineTax = {
  readonly taxablePaise: number;
  /** Value of nil-rated and exempt goods. */
  readonly untaxedPaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
  /** All of the above. */
  readonly totalPaise: number;
};

/** Rounds a fraction of natural numbers half up. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** The two halves are rounded alike, so that the tax within a State is even. */
function taxOf(amount: bigint, rate: bigint, { isInterState, pricesIncludeTax }: TaxRules): bigint {
  const whole = pricesIncludeTax ? WHOLE + rate : WHOLE;
  return isInterState ? rounded(amount * rate, whole) : 2n * rounded(amount * rate, 2n * whole);
}

/** Returns the parts of a line. Expects whole paise and basis points, neither negative. */
export function lineTax({ amountPaise, taxKind, rateBp }: TaxableLine, rules: TaxRules): LineTax {
  const none = { taxablePaise: 0, untaxedPaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
  if (taxKind !== "taxable") return { ...none, untaxedPaise: amountPaise, totalPaise: amountPaise };
  const tax = Number(taxOf(BigInt(amountPaise), BigInt(rateBp), rules));
  const taxablePaise = rules.pricesIncludeTax ? amountPaise - tax : amountPaise;
  const parts = rules.isInterState
    ? { igstPaise: tax }
    : { cgstPaise: tax / 2, sgstPaise: tax / 2 };
  return { ...none, taxablePaise, ...parts, totalPaise: taxablePaise + tax };
}
