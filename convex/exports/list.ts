/**
 * Rows for files, page by page, the oldest first. A row of a period keeps its place in the index, so that each is on exactly one
 * page, whatever changes between two pages; what a row says is true at the moment of its page.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { endOfDayIst, startOfDayIst } from "../../domain/dates";
import { EXPORT_PAGE_BYTES_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { otherIdOf, requireTrader, type Trader } from "../network/sides";
import { type Period, requirePeriod } from "../day";
import { mapPage, pageOptions } from "../paging";
import { rowReader } from "../rows";
import {
  type ExportedEntry,
  type ExportedInvoice,
  type ExportedOrder,
  type ExportedProduct,
  toExportedEntry,
  toExportedInvoice,
  toExportedLines,
  toExportedProduct,
} from "./view";

/** An invoice of a hundred lines may have hundreds of kilobytes: a page of such ones ends early. */
const INVOICE_BYTES_PER_PAGE = 4_000_000;

/** The instants of a period: from the first, to just before the last. Errors: BAD_PERIOD. */
function instantsOf(period: Period): { from: number; before: number } {
  const { from, to } = requirePeriod(period);
  return { from: startOfDayIst(from), before: endOfDayIst(to) };
}

function ordersOf(ctx: QueryCtx, user: Trader, period: Period) {
  const { from, before } = instantsOf(period);
  const orders = ctx.db.query("orders");
  return user.role === "retailer"
    ? orders.withIndex("by_retailer_time", (q) =>
        q.eq("retailerId", user._id).gte("placedAt", from).lt("placedAt", before),
      )
    : orders.withIndex("by_distributor_time", (q) =>
        q.eq("distributorId", user._id).gte("placedAt", from).lt("placedAt", before),
      );
}

/** Lines of the orders placed within a period, but for those that the caller took off its lists. Errors: FORBIDDEN, BAD_PERIOD. */
export async function exportOrders(
  ctx: QueryCtx,
  user: Doc<"users">,
  period: Period,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ExportedOrder>> {
  const rows = ordersOf(ctx, requireTrader(user), period);
  const result = await rows.paginate(pageOptions(paginationOpts, 1, EXPORT_PAGE_BYTES_MAX));
  return { ...result, page: result.page.flatMap((order) => toExportedLines(order, user)) };
}

function invoicesOf(ctx: QueryCtx, user: Trader, period: Period) {
  const { from, before } = instantsOf(period);
  const invoices = ctx.db.query("invoices");
  return user.role === "retailer"
    ? invoices.withIndex("by_retailer_time", (q) =>
        q.eq("retailerId", user._id).gte("issuedAt", from).lt("issuedAt", before),
      )
    : invoices.withIndex("by_distributor_time", (q) =>
        q.eq("distributorId", user._id).gte("issuedAt", from).lt("issuedAt", before),
      );
}

/** Invoices issued within a period. Errors: FORBIDDEN, BAD_PERIOD. */
export async function exportInvoices(
  ctx: QueryCtx,
  user: Doc<"users">,
  period: Period,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ExportedInvoice>> {
  const rows = invoicesOf(ctx, requireTrader(user), period);
  const options = { ...pageOptions(paginationOpts), maximumBytesRead: INVOICE_BYTES_PER_PAGE };
  const result = await rows.paginate(options);
  return mapPage(result, (invoice) => toExportedInvoice(ctx, invoice, user));
}

function entriesOf(ctx: QueryCtx, user: Trader, period: Period) {
  const { from, to } = requirePeriod(period);
  const entries = ctx.db.query("ledgerEntries");
  return user.role === "retailer"
    ? entries.withIndex("by_retailer_day", (q) =>
        q.eq("retailerId", user._id).gte("day", from).lte("day", to),
      )
    : entries.withIndex("by_distributor_day", (q) =>
        q.eq("distributorId", user._id).gte("day", from).lte("day", to),
      );
}

/** Ledger entries of a period, with all partners. Errors: FORBIDDEN, BAD_PERIOD. */
export async function exportLedger(
  ctx: QueryCtx,
  user: Doc<"users">,
  period: Period,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ExportedEntry>> {
  const trader = requireTrader(user);
  const result = await entriesOf(ctx, trader, period).paginate(pageOptions(paginationOpts));
  const getUser = rowReader(ctx, "users");
  return mapPage(result, async (entry) => {
    return toExportedEntry(entry, await getUser(otherIdOf(entry, trader)));
  });
}

/** A distributor's products on sale. */
export async function exportProducts(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<ExportedProduct>> {
  const result = await ctx.db
    .query("products")
    .withIndex("by_distributor", (q) =>
      q.eq("distributorId", distributor._id).eq("archivedAt", undefined),
    )
    .paginate(pageOptions(paginationOpts));
  return mapPage(result, (product) => toExportedProduct(ctx, product, distributor));
}
