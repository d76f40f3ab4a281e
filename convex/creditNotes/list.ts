/** Reading credit notes: each party its own. Admins have no part in them, as in invoices. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { findInvoiceOf } from "../invoices/list";
import { emptyPage, mapPage, pageOptions } from "../paging";
import { findRow } from "../rows";
import { toCreditNotePage, toCreditState, type CreditNotePage, type CreditState } from "./view";

/** The notes of an invoice, the newest first, each as `toRow` shows it; none for whoever is no party of it, and for what is no id. */
export async function listCreditNotes<Row>(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
  paginationOpts: PaginationOptions,
  toRow: (invoice: Doc<"invoices">, note: Doc<"creditNotes">) => Row,
): Promise<PaginationResult<Row>> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  if (invoice === null) return emptyPage();
  const notes = await ctx.db
    .query("creditNotes")
    .withIndex("by_invoice", (q) => q.eq("invoiceId", invoice._id))
    .order("desc")
    .paginate(pageOptions(paginationOpts));
  return mapPage(notes, (note) => Promise.resolve(toRow(invoice, note)));
}

/** The whole note for its two parties; null for everybody else, and for what is no id. */
export async function getCreditNoteFor(
  ctx: QueryCtx,
  user: Doc<"users">,
  noteId: string,
): Promise<CreditNotePage | null> {
  const note = await findRow(ctx, "creditNotes", noteId);
  const invoice = note === null ? null : await findInvoiceOf(ctx, user, note.invoiceId);
  return note === null || invoice === null ? null : toCreditNotePage(invoice, note);
}

/** Sums and pieces that are credited and left of an invoice; null for whoever is no party of it, and for what is no id. */
export async function creditStateFor(
  ctx: QueryCtx,
  user: Doc<"users">,
  invoiceId: string,
): Promise<CreditState | null> {
  const invoice = await findInvoiceOf(ctx, user, invoiceId);
  return invoice === null ? null : toCreditState(ctx, invoice);
}
