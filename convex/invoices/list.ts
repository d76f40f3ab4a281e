/** Reading invoices: each party its own. Admins have no part in them. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { INVOICE_PAGE_BYTES_MAX } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { mapPage, pageOptions } from "../paging";
import { findOwn, ownRows } from "../rows";
import { toInvoicePage, toInvoiceSummary, type InvoicePage, type InvoiceSummary } from "./view";

function invoicesOf(ctx: QueryCtx, user: Doc<"users">) {
  return user.role === "admin" ? fail("FORBIDDEN") : ownRows(ctx, "invoices", user);
}

async function listAs<Row>(
  ctx: QueryCtx,
  user: Doc<"users">,
  options: PaginationOptions,
  toRow: (ctx: QueryCtx, invoice: Doc<"invoices">) => Promise<Row | null>,
): Promise<PaginationResult<Row>> {
  const result = await invoicesOf(ctx, user).order("desc").paginate(options);
  return mapPage(result, (invoice) => toRow(ctx, invoice));
}

/** The caller's invoices, the newest first. FORBIDDEN for admins. */
export function listInvoices(
  ctx: QueryCtx,
  user: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<InvoiceSummary>> {
  return listAs(ctx, user, pageOptions(paginationOpts), toInvoiceSummary);
}

/** The same, each whole. A page ends early where they have many lines. */
export function listWholeInvoices(
  ctx: QueryCtx,
  user: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<InvoicePage>> {
  const options = pageOptions(paginationOpts, 1, INVOICE_PAGE_BYTES_MAX);
  return listAs(ctx, user, options, toInvoicePage);
}

/** The invoice if `user` is a party of it; null for everybody else, and for what is no id. */
export const findInvoiceOf = findOwn("invoices");

/** The whole invoice for its two parties; null for everybody else, and for what is no id. */
export async function getInvoiceFor(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
): Promise<InvoicePage | null> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  return invoice === null ? null : toInvoicePage(ctx, invoice);
}

/** The invoice of an accepted order; null while there is none. */
export function getInvoiceOf(
  ctx: QueryCtx,
  { invoiceId }: Doc<"orders">,
): Promise<Doc<"invoices"> | null> {
  return invoiceId === undefined ? Promise.resolve(null) : ctx.db.get("invoices", invoiceId);
}
