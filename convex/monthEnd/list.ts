/**
 * Documents of a month by their own moment of issue, page by page, the oldest first. They never change and are never removed, so that
 * each is on exactly one page, and a month that is over stays what it is.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import { monthRange } from "../../domain/dates";
import { NOTES_PER_PAGE } from "../../domain/limits";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { mapPage, pageOptions } from "../paging";
import { rowReader } from "../rows";
import { type MonthDocument, ofCreditNote, ofInvoice } from "./view";

/** A document of a hundred lines may have hundreds of kilobytes: a page of such ones ends early. */
const BYTES_PER_PAGE = 4_000_000;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The instants of a month. Errors: BAD_PERIOD. */
function instantsOf(month: string): { from: number; to: number } {
  const match = month.length > 7 ? null : MONTH.exec(month);
  return match === null ? fail("BAD_PERIOD") : monthRange(Number(match[1]), Number(match[2]));
}

/** A distributor's invoices of a month, bills without tax among them. Errors: BAD_PERIOD. */
export async function monthInvoices(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  month: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<MonthDocument>> {
  const { from, to } = instantsOf(month);
  const result = await ctx.db
    .query("invoices")
    .withIndex("by_distributor_time", (q) =>
      q.eq("distributorId", distributor._id).gte("issuedAt", from).lte("issuedAt", to),
    )
    .paginate({ ...pageOptions(paginationOpts), maximumBytesRead: BYTES_PER_PAGE });
  return mapPage(result, (invoice) => Promise.resolve(ofInvoice(invoice)));
}

/** Few at once: each is read with its invoice, which can be as large as a row may be. */
function notePageOptions(paginationOpts: PaginationOptions): PaginationOptions {
  const { numItems, ...options } = pageOptions(paginationOpts);
  return {
    ...options,
    numItems: Math.min(numItems, NOTES_PER_PAGE),
    maximumBytesRead: BYTES_PER_PAGE,
  };
}

/** A distributor's credit notes of a month. Errors: BAD_PERIOD. */
export async function monthCreditNotes(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  month: string,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<MonthDocument>> {
  const { from, to } = instantsOf(month);
  const result = await ctx.db
    .query("creditNotes")
    .withIndex("by_distributor_time", (q) =>
      q.eq("distributorId", distributor._id).gte("issuedAt", from).lte("issuedAt", to),
    )
    .paginate(notePageOptions(paginationOpts));
  const getInvoice = rowReader(ctx, "invoices");
  return mapPage(result, async (note) => {
    const invoice = await getInvoice(note.invoiceId);
    return invoice === null ? null : ofCreditNote(note, invoice);
  });
}
