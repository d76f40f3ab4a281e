/** Public functions of exports: the caller's own rows of a period for a file, which the browser writes. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import * as lists from "./exports/list";
import { exportedEntry, exportedInvoice, exportedOrder, exportedProduct } from "./exports/view";
import { distributorQuery, memberQuery } from "./functions";

/** Days in India (YYYY-MM-DD), both included, at most a year apart. */
const period = { from: v.string(), to: v.string(), paginationOpts: paginationOptsValidator };

/** Orders placed in a period, the oldest first. Errors: FORBIDDEN for admins, BAD_PERIOD, here and below. */
export const orders = memberQuery({
  args: period,
  returns: paginationResultValidator(exportedOrder),
  handler: (ctx, { paginationOpts, ...period }) =>
    lists.exportOrders(ctx, ctx.user, period, paginationOpts),
});

/** Invoices issued in a period, the oldest first. */
export const invoices = memberQuery({
  args: period,
  returns: paginationResultValidator(exportedInvoice),
  handler: (ctx, { paginationOpts, ...period }) =>
    lists.exportInvoices(ctx, ctx.user, period, paginationOpts),
});

/** Ledger entries of a period with all partners, the oldest first. */
export const ledger = memberQuery({
  args: period,
  returns: paginationResultValidator(exportedEntry),
  handler: (ctx, { paginationOpts, ...period }) =>
    lists.exportLedger(ctx, ctx.user, period, paginationOpts),
});

/** The caller's products on sale. */
export const products = distributorQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(exportedProduct),
  handler: (ctx, { paginationOpts }) => lists.exportProducts(ctx, ctx.user, paginationOpts),
});
