/**
 * Parts of an invoice's line that a credit note gives back. Each is the difference of two proportional sums, rounded down: of all
 * pieces credited by then, and of those before. So the notes of a line never exceed it, and the last one takes the remainder. BigInt,
 * since tax × pieces passes 2^53.
 */

/** Parts of a line, integer paise; those of a bill's line are absent. */
type LineParts = {
  readonly taxablePaise?: number | undefined;
  readonly untaxedPaise?: number | undefined;
  readonly cgstPaise?: number | undefined;
  readonly sgstPaise?: number | undefined;
  readonly igstPaise?: number | undefined;
};

export type InvoicedLine = LineParts & {
  readonly quantity: number;
  readonly totalPaise: number;
};

export type CreditedLine = LineParts & { readonly totalPaise: number };

/** Pieces that earlier notes credited, and those of this one. */
export type Credited = { readonly before: number; readonly quantity: number };

const PARTS = ["taxablePaise", "untaxedPaise", "cgstPaise", "sgstPaise", "igstPaise"] as const;

type Parts = Readonly<Record<(typeof PARTS)[number], number>>;

/** `paise` of the whole line → the part of its first pieces. */
function shareOf(paise: number, pieces: number, invoiced: number): number {
  return Number((BigInt(paise) * BigInt(pieces)) / BigInt(invoiced));
}

function partsOf(line: InvoicedLine): Parts {
  const { taxablePaise = 0, untaxedPaise = 0 } = line;
  const { cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = line;
  return { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
}

function sumOf(parts: Parts): number {
  return PARTS.reduce((sum, part) => sum + parts[part], 0);
}

/** Parts of the first pieces. The value is what their sum leaves beside tax, as on the invoice. */
function plainParts(whole: Parts, pieces: number, invoiced: number): Parts {
  const share = (paise: number) => shareOf(paise, pieces, invoiced);
  const parts = {
    taxablePaise: 0,
    untaxedPaise: share(whole.untaxedPaise),
    cgstPaise: share(whole.cgstPaise),
    sgstPaise: share(whole.sgstPaise),
    igstPaise: share(whole.igstPaise),
  };
  return { ...parts, taxablePaise: share(sumOf(whole)) - sumOf(parts) };
}

/**
 * If a piece costs a single paisa, the one that the halves of tax grow with would have a tax above its sum. Its value is taken from
 * the piece before it, so that neither is negative. Two pieces always have room for both halves.
 */
function partsUpTo(whole: Parts, pieces: number, invoiced: number): Parts {
  const parts = plainParts(whole, pieces, invoiced);
  if (pieces === invoiced) return parts;
  const next = plainParts(whole, pieces + 1, invoiced);
  return { ...parts, taxablePaise: Math.min(parts.taxablePaise, next.taxablePaise) };
}

/**
 * Returns the sum of these pieces and its parts, which add up to it. Halves of tax stay equal, and no part is negative; the sum of a
 * piece that costs a single paisa can be zero. Expects whole pieces, no more than were invoiced with those before.
 */
export function creditedLine(line: InvoicedLine, { before, quantity }: Credited): CreditedLine {
  const { quantity: invoiced, taxablePaise, totalPaise } = line;
  const upTo = before + quantity;
  if (taxablePaise === undefined) {
    const share = (pieces: number) => shareOf(totalPaise, pieces, invoiced);
    return { totalPaise: share(upTo) - share(before) };
  }
  const whole = partsOf(line);
  const [later, earlier] = [partsUpTo(whole, upTo, invoiced), partsUpTo(whole, before, invoiced)];
  const parts = {
    taxablePaise: later.taxablePaise - earlier.taxablePaise,
    untaxedPaise: later.untaxedPaise - earlier.untaxedPaise,
    cgstPaise: later.cgstPaise - earlier.cgstPaise,
    sgstPaise: later.sgstPaise - earlier.sgstPaise,
    igstPaise: later.igstPaise - earlier.igstPaise,
  };
  return { totalPaise: sumOf(parts), ...parts };
}
