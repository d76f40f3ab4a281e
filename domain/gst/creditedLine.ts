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

/** `paise` of the whole line → the part of these pieces. */
function partOf(paise: number, invoiced: number, { before, quantity }: Credited): number {
  const upTo = (pieces: number) => (BigInt(paise) * BigInt(pieces)) / BigInt(invoiced);
  return Number(upTo(before + quantity) - upTo(before));
}

/**
 * Returns the sum of these pieces and its parts, which add up to it. Halves of tax stay equal. Expects whole pieces, no more than were
 * invoiced with those before. Where a piece costs a single paisa, a note of one can have a tax above it and a value below zero.
 */
export function creditedLine(line: InvoicedLine, credited: Credited): CreditedLine {
  const { quantity: invoiced, taxablePaise, untaxedPaise = 0 } = line;
  const of = (paise = 0) => partOf(paise, invoiced, credited);
  if (taxablePaise === undefined) return { totalPaise: of(line.totalPaise) };
  const taxes = {
    cgstPaise: of(line.cgstPaise),
    sgstPaise: of(line.sgstPaise),
    igstPaise: of(line.igstPaise),
  };
  const tax = taxes.cgstPaise + taxes.sgstPaise + taxes.igstPaise;
  const invoicedTax = (line.cgstPaise ?? 0) + (line.sgstPaise ?? 0) + (line.igstPaise ?? 0);
  const totalPaise = of(taxablePaise + untaxedPaise + invoicedTax);
  const untaxed = of(untaxedPaise);
  // The value is what is left of the sum, as on the invoice.
  const parts = { taxablePaise: totalPaise - untaxed - tax, untaxedPaise: untaxed, ...taxes };
  return { totalPaise, ...parts };
}
