/** The rest of an invoice that neither credit notes nor cancellations took back. */
import { creditedLine } from "../../domain/gst/creditedLine";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "./credits";

/**
 * Returns the pieces of an order that no credit note has, and what of the invoice goes back with them, once it is cancelled. On tax documents
 * a note has all of them by then, so that no rounding is left.
 */
export async function restOfOrder(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  { _id }: Doc<"orders">,
): Promise<{ readonly pieces: number; readonly paise: number }> {
  const credits = await getCredits(ctx, invoice._id);
  const index = invoice.lines.findIndex(({ orderId }) => orderId === _id);
  const line = invoice.lines[index];
  if (line === undefined) throw new Error("An accepted order is a line of its invoice.");
  const before = credits?.pieces[index] ?? 0;
  const pieces = line.quantity - before;
  if (pieces === 0) return { pieces, paise: 0 };
  const { totalPaise } = creditedLine(line, { before, quantity: pieces });
  return { pieces, paise: totalPaise };
}
