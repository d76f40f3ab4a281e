/** The rest of an invoice that neither credit notes nor cancellations took back. */
import { leftToCredit } from "../../domain/creditNotes";
import { creditedLine } from "../../domain/gst/creditedLine";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "./credits";

type Credits = Doc<"invoiceCredits"> | null;

async function isNothingLeft(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  credits: Credits,
): Promise<boolean> {
  for (const [index, line] of invoice.lines.entries()) {
    const credited = credits?.pieces[index] ?? 0;
    const order = await ctx.db.get("orders", line.orderId ?? invoice.orderId);
    if (leftToCredit(order?.status, { invoiced: line.quantity, credited }) > 0) return false;
  }
  return true;
}

/** Returns what rounding added to the invoice once nothing is left of it, else 0: it goes back with the last pieces. */
async function lastRoundOff(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  credits: Credits,
): Promise<number> {
  const { roundOffPaise = 0 } = invoice;
  return roundOffPaise !== 0 && (await isNothingLeft(ctx, invoice, credits)) ? roundOffPaise : 0;
}

/** Returns the pieces of an order that no credit note has, and what of the invoice goes back with them, once it is cancelled. */
export async function restOfOrder(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  { _id }: Doc<"orders">,
): Promise<{ readonly pieces: number; readonly paise: number }> {
  const credits = await getCredits(ctx, invoice._id);
  const index = invoice.lines.findIndex(({ orderId = invoice.orderId }) => orderId === _id);
  const line = invoice.lines[index];
  if (line === undefined) throw new Error("An accepted order is a line of its invoice.");
  const before = credits?.pieces[index] ?? 0;
  const pieces = line.quantity - before;
  if (pieces === 0) return { pieces, paise: 0 };
  const { totalPaise } = creditedLine(line, { before, quantity: pieces });
  return { pieces, paise: Math.max(0, totalPaise + (await lastRoundOff(ctx, invoice, credits))) };
}
