/** Fractions of whole numbers of any size: the tax as schoolbooks compute it, to compare with. */

export type Rational = { readonly over: bigint; readonly under: bigint };

export function fraction(over: number | bigint, under: number | bigint = 1): Rational {
  return { over: BigInt(over), under: BigInt(under) };
}

export function times(one: Rational, other: Rational): Rational {
  return { over: one.over * other.over, under: one.under * other.under };
}

export function minus(one: Rational, other: Rational): Rational {
  return {
    over: one.over * other.under - other.over * one.under,
    under: one.under * other.under,
  };
}

/** The whole number that is nearest, found by looking at both neighbours; of two equally near the larger. Not for negative ones. */
export function nearest(value: Rational): number {
  const below = value.over / value.under;
  const toBelow = minus(value, fraction(below));
  const toAbove = minus(fraction(below + 1n), value);
  const isBelow = toBelow.over * toAbove.under < toAbove.over * toBelow.under;
  return Number(isBelow ? below : below + 1n);
}
