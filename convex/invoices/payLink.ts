/** The payment link of an invoice, always for what is open now. */
import { upiLink } from "../../domain/upi";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "../creditNotes/credits";

/** Open now, paise. Invoices that are older than the khata are taken as unpaid, but for what was credited. */
export async function openOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  due: Doc<"dues"> | null,
): Promise<number> {
  if (due !== null) return due.openPaise;
  const credits = await getCredits(ctx, invoice._id);
  return (invoice.payablePaise ?? invoice.netAmountPaise) - (credits?.paise ?? 0);
}

/** Undefined when nothing is open, where a picture was chosen instead, and without a UPI ID. */
export async function payLinkOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  due: Doc<"dues"> | null,
): Promise<string | undefined> {
  if (due === null && (await getCredits(ctx, invoice._id)) === null) return invoice.upiLink;
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const { upiId } = distributor ?? {};
  const amountPaise = await openOf(ctx, invoice, due);
  if (upiId === undefined || amountPaise <= 0 || invoice.qrImageId !== undefined) return undefined;
  const payeeName = invoice.distributor.companyName || invoice.distributor.name;
  return upiLink({ upiId, payeeName, amountPaise, printedNumber: invoice.printedNumber });
}
