/** The payment link of an invoice, always for what is open now. */
import { upiLink } from "../../domain/upi";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Undefined when nothing is open, where a picture was chosen instead, and without a UPI ID. */
export async function payLinkOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  { openPaise: amountPaise }: Doc<"dues">,
): Promise<string | undefined> {
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const { upiId } = distributor ?? {};
  if (upiId === undefined || amountPaise <= 0 || invoice.qrImageId !== undefined) return undefined;
  const payeeName = invoice.distributor.companyName || invoice.distributor.name;
  return upiLink({ upiId, payeeName, amountPaise, printedNumber: invoice.printedNumber });
}
