/** Sums and pieces that the notes of an invoice credited so far. */
import { getOneFrom } from "convex-helpers/server/relationships";
import { creditedLine } from "../../domain/gst/creditedLine";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Null for an invoice without a note. */
export function getCredits(
  ctx: QueryCtx,
  invoiceId: Id<"invoices">,
): Promise<Doc<"invoiceCredits"> | null> {
  return getOneFrom(ctx.db, "invoiceCredits", "by_invoice", invoiceId, "invoiceId");
}

export type NewCredit = {
  /** Pieces of each line of the invoice, 0 of most. */
  readonly pieces: readonly number[];
  readonly paise: number;
};

export async function addCredit(
  ctx: MutationCtx,
  invoiceId: Id<"invoices">,
  { pieces, paise }: NewCredit,
): Promise<void> {
  const row = await getCredits(ctx, invoiceId);
  if (row === null) {
    await ctx.db.insert("invoiceCredits", { invoiceId, pieces: [...pieces], paise, notes: 1 });
    return;
  }
  await ctx.db.patch("invoiceCredits", row._id, {
    pieces: pieces.map((count, index) => count + (row.pieces[index] ?? 0)),
    paise: row.paise + paise,
    notes: row.notes + 1,
  });
}

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
