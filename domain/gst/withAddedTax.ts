/** A sum with the tax on top of it. Apart from `lineTax.ts`, whose rules it follows, because pages of orders load it. */

/**
 * Returns whole paise: each half of the tax is rounded half up, as within a State. Between States a line can be a paisa more or less.
 * The rate is in basis points; without one nothing is added.
 */
export function withAddedTax(amountPaise: number, addedTaxBp = 0): number {
  const half = (BigInt(amountPaise) * BigInt(addedTaxBp) + 10_000n) / 20_000n;
  return amountPaise + 2 * Number(half);
}
