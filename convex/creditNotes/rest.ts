/** The rest of an invoice that neither credit notes nor cancellations took back. */
import { creditedLine } from "../../domain/gst/creditedLine";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "./credits";

type Pieces = { readonly productId: Id<"products">; readonly quantity: number };

/**
 * Returns the pieces of an invoice that no credit note has, and what of its sum goes back with them, once its order is cancelled. On tax
 * documents a note has all of them by then, so that no rounding is left.
 */
export async function restOfInvoice(
  ctx: QueryCtx,
  { _id, lines }: Doc<"invoices">,
): Promise<{ readonly pieces: readonly Pieces[]; readonly paise: number }> {
  const credits = await getCredits(ctx, _id);
  const pieces: Pieces[] = [];
  let paise = 0;
  for (const [index, line] of lines.entries()) {
    const before = credits?.pieces[index] ?? 0;
    const quantity = line.quantity - before;
    if (quantity === 0) continue;
    pieces.push({ productId: line.productId, quantity });
    paise += creditedLine(line, { before, quantity }).totalPaise;
  }
  return { pieces, paise };
}
