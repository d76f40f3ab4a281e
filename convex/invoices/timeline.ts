/** The timeline of an invoice: what happened to its orders, where a step of several of them is one entry, its payments and credit notes. */
import { v, type Infer } from "convex/values";
import { INVOICE_EVENTS_MAX, ORDER_EVENTS_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { creditNoteEventsOf, creditNoteEventView } from "../creditNotes/timeline";
import { timelineOf } from "../orders/list";
import { orderEventView, type OrderEventView } from "../orders/view";
import { paymentEventsOf, paymentEventView } from "../payments/timeline";
import { findInvoiceOf } from "./list";

const { quantity, askedQuantity, ...stepFields } = orderEventView.fields;

const orderStepView = v.object({
  ...stepFields,
  /** The orders of this step, in the invoice's order. */
  lines: v.array(
    v.object({ orderId: v.id("orders"), productName: v.string(), quantity, askedQuantity }),
  ),
});

/** Only those of payments have `payment`, and only those of credit notes `creditNote`. */
export const invoiceEventView = v.union(orderStepView, paymentEventView, creditNoteEventView);

type OrderStepView = Infer<typeof orderStepView>;
export type InvoiceEventView = Infer<typeof invoiceEventView>;

/** One step has one kind, time, actor and text for all of its orders. */
function stepOf({ kind, by, at, from, to, reason, msg }: OrderEventView): string {
  return JSON.stringify([kind, by, at, from, to, reason, msg]);
}

/**
 * Returns the events of the invoice's orders, payments and credit notes, oldest first; an empty list for callers who are no party of it,
 * and for what is no id.
 * Bounded: of endless rewordings only the latest of each order are read.
 */
export async function invoiceTimelineOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
): Promise<InvoiceEventView[]> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  if (invoice === null) return [];
  const most = Math.min(ORDER_EVENTS_MAX, Math.floor(INVOICE_EVENTS_MAX / invoice.lines.length));
  const steps = new Map<string, OrderStepView>();
  const read = invoice.lines.map(async ({ orderId, productName }) => ({
    line: { orderId, productName },
    events: await timelineOf(ctx, user, orderId, most),
  }));
  for (const { line, events } of await Promise.all(read)) {
    for (const { quantity, askedQuantity, ...event } of events) {
      const step = steps.get(stepOf(event)) ?? { ...event, lines: [] };
      step.lines.push({ ...line, quantity, askedQuantity });
      steps.set(stepOf(event), step);
    }
  }
  const events = [
    ...steps.values(),
    ...(await paymentEventsOf(ctx, invoice)),
    ...(await creditNoteEventsOf(ctx, invoice._id)),
  ];
  return events.sort((one, other) => one.at - other.at);
}
