/** The timeline of an invoice: what happened to its order, its payments and credit notes. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { creditNoteEventsOf, creditNoteEventView } from "../creditNotes/timeline";
import { timelineOf } from "../orders/list";
import { orderEventView } from "../orders/view";
import { paymentEventsOf, paymentEventView } from "../payments/timeline";
import { findInvoiceOf } from "./list";

/** Only those of payments have `payment`, and only those of credit notes `creditNote`. */
export const invoiceEventView = v.union(orderEventView, paymentEventView, creditNoteEventView);

export type InvoiceEventView = Infer<typeof invoiceEventView>;

/**
 * Returns the events of the invoice's order, payments and credit notes, oldest first; an empty list for callers who are no party of it,
 * and for what is no id. Bounded: of endless rewordings only the latest are read.
 */
export async function invoiceTimelineOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
): Promise<InvoiceEventView[]> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  if (invoice === null) return [];
  const events = [
    ...(await timelineOf(ctx, user, invoice.orderId)),
    ...(await paymentEventsOf(ctx, invoice)),
    ...(await creditNoteEventsOf(ctx, invoice._id)),
  ];
  return events.sort((one, other) => one.at - other.at);
}
