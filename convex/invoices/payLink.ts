/** The payment link of an invoice, always for what is open now. */
import { upiLink } from "../../domain/upi";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export type Settled = {
  readonly due: Doc<"dues"> | null;
  readonly credits: Doc<"invoiceCredits"> | null;
};

/** Open now, paise. Invoices that are older than the khata are taken as unpaid, but for what was credited. */
export function openOf(invoice: Doc<"invoices">, { due, credits }: Settled): number {
  if (due !== null) return due.openPaise;
  return (invoice.payablePaise ?? invoice.netAmountPaise) - (credits?.paise ?? 0);
}

/** Undefined when nothing is open, where a picture was chosen instead, and without a UPI ID. */
export async function payLinkOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  settled: Settled,
): Promise<string | undefined> {
  if (settled.due === null && settled.credits === null) return invoice.upiLink;
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const { upiId } = distributor ?? {};
  const amountPaise = openOf(invoice, settled);
  if (upiId === undefined || amountPaise <= 0 || invoice.qrImageId !== undefined) return undefined;
  const payeeName = invoice.distributor.companyName || invoice.distributor.name;
  return upiLink({ upiId, payeeName, amountPaise, printedNumber: invoice.printedNumber });
}
