/** The money of one invoice: what is open of it, how to pay it, and what paid it. */
import { v, type Infer } from "convex/values";
import { OPEN_CLAIMS_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dueOf } from "../khata/accounts";
import { claimsBetween } from "../khata/claims";
import { paidParts } from "../payments/list";
import { paymentView, toPaymentView } from "../payments/view";
import { bankAccount } from "../users/schema";
import { findInvoiceOf } from "./list";
import { payLinkOf } from "./view";

export const invoiceMoney = v.object({
  /** The caller's partner, whose khata it stands in. */
  partnerId: v.id("users"),
  /** Open now, paise. */
  openPaise: v.number(),
  /** YYYY-MM-DD. */
  dueOn: v.string(),
  /** Opens a payment app with exactly what is open; absent when nothing is, without a UPI ID, and where a picture was chosen. */
  upiLink: v.optional(v.string()),
  upiId: v.optional(v.string()),
  bankAccount: v.optional(bankAccount),
  /** The payments in order of time, with what each paid of this invoice; 0 of a claim that waits. */
  payments: v.array(v.object({ payment: paymentView, paise: v.number() })),
});

export type InvoiceMoney = Infer<typeof invoiceMoney>;

/** Claims that name the invoice and wait. */
async function claimsFor(ctx: QueryCtx, invoice: Doc<"invoices">): Promise<Doc<"payments">[]> {
  const claims = await claimsBetween(ctx, invoice).take(OPEN_CLAIMS_MAX);
  return claims.filter(({ invoiceIds }) => invoiceIds.includes(invoice._id));
}

/** The money of one invoice; null for whoever is no party of it, and for what is no id. */
export async function moneyOfInvoice(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
): Promise<InvoiceMoney | null> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  if (invoice === null) return null;
  const due = await dueOf(ctx, invoice._id);
  const distributor = await ctx.db.get("users", invoice.distributorId);
  const parts = await paidParts(ctx, due);
  for (const claim of await claimsFor(ctx, invoice)) parts.set(claim, 0);
  const shown = [...parts].map(async ([payment, paise]) => {
    const view = await toPaymentView(ctx, payment);
    return view === null ? [] : [{ payment: view, paise }];
  });
  const payments = (await Promise.all(shown)).flat();
  return {
    partnerId: user._id === invoice.retailerId ? invoice.distributorId : invoice.retailerId,
    openPaise: due.openPaise,
    dueOn: due.dueOn,
    upiLink: await payLinkOf(ctx, invoice, due),
    upiId: distributor?.upiId,
    bankAccount: distributor?.bankAccount,
    payments: payments.sort((one, other) => one.payment.recordedAt - other.payment.recordedAt),
  };
}
