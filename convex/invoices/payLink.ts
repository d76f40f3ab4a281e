/** The payment link of an invoice, always for what is open now. */
import { upiLink } from "../../domain/upi";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Open now, paise. Invoices that are older than the khata are taken as unpaid. */
export function openOf(invoice: Doc<"invoices">, due: Doc<"dues"> | null): number {
  return due?.openPaise ?? invoice.payablePaise ?? invoice.netAmountPaise;
}

/** Undefined when nothing is open, where a picture was chosen instead, and without a UPI ID. */
export async function payLinkOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  due: Doc<"dues"> | null,
): Promise<string | undefined> {
  if (due === null) return invoice.upiLink;
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const { upiId } = distributor ?? {};
  const amountPaise = openOf(invoice, due);
  if (upiId === undefined || amountPaise <= 0 || invoice.qrImageId !== undefined) return undefined;
  const payeeName = invoice.distributor.companyName || invoice.distributor.name;
  return upiLink({ upiId, payeeName, amountPaise, printedNumber: invoice.printedNumber });
}
