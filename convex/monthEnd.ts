/** Public functions of the month's end: a distributor's own documents of a month, for the files that the browser writes. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { distributorQuery } from "./functions";
import { monthCreditNotes, monthInvoices } from "./monthEnd/list";
import { monthDocument } from "./monthEnd/view";

/** A month in India, YYYY-MM. */
const monthPage = { month: v.string(), paginationOpts: paginationOptsValidator };

/** Invoices and bills issued in a month, the oldest first. Errors: BAD_PERIOD, here and below. */
export const invoices = distributorQuery({
  args: monthPage,
  returns: paginationResultValidator(monthDocument),
  handler: (ctx, { month, paginationOpts }) => monthInvoices(ctx, ctx.user, month, paginationOpts),
});

/** Credit notes issued in a month, the oldest first, each with what it shares with its invoice. */
export const creditNotes = distributorQuery({
  args: monthPage,
  returns: paginationResultValidator(monthDocument),
  handler: (ctx, { month, paginationOpts }) =>
    monthCreditNotes(ctx, ctx.user, month, paginationOpts),
});
