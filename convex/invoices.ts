/** Public functions of invoices. Accepting an order creates its invoice; these only read. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { memberQuery } from "./functions";
import { getInvoiceFor, listInvoices } from "./invoices/list";
import { invoiceEventView, invoiceTimelineOf } from "./invoices/timeline";
import { invoicePage, invoiceSummary } from "./invoices/view";

/** The caller's invoices, the newest first. FORBIDDEN for admins. */
export const mine = memberQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(invoiceSummary),
  handler: (ctx, { paginationOpts }) => listInvoices(ctx, ctx.user, paginationOpts),
});

/** Null for whoever is not a party of it, and for what is no id. */
export const one = memberQuery({
  args: { invoiceId: v.string() },
  returns: v.union(invoicePage, v.null()),
  handler: (ctx, { invoiceId }) => getInvoiceFor(ctx, ctx.user, invoiceId),
});

/** The events of its orders, payments and credit notes, oldest first; a step of several orders is one event. Empty for whoever is no party of it. */
export const timeline = memberQuery({
  args: { invoiceId: v.string() },
  returns: v.array(invoiceEventView),
  handler: (ctx, { invoiceId }) => invoiceTimelineOf(ctx, ctx.user, invoiceId),
});
