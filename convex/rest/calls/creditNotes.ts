/** The functions behind the credit note calls of REST. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { issueCreditNote } from "../../creditNotes/issue";
import { creditStateFor, getCreditNoteFor, listCreditNotes } from "../../creditNotes/list";
import { creditReason } from "../../creditNotes/schema";
import { creditNotePage, creditState, toCreditNotePage } from "../../creditNotes/view";
import { fail } from "../../errors";
import { findInvoiceOf } from "../../invoices/list";
import { restMutation, restQuery } from "../caller";

const traderQuery = restQuery("retailer", "distributor");

/** Sums and pieces that are credited and left. Errors: NOT_FOUND. */
export const credits = traderQuery({
  args: { invoiceId: v.string() },
  returns: creditState,
  handler: async (ctx, { invoiceId }) =>
    (await creditStateFor(ctx, ctx.user, invoiceId)) ?? fail("NOT_FOUND"),
});

/** The notes of an invoice, the newest first. Errors: NOT_FOUND. */
export const ofInvoice = traderQuery({
  args: { invoiceId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(creditNotePage),
  handler: async (ctx, { invoiceId, paginationOpts }) => {
    if ((await findInvoiceOf(ctx, ctx.user, invoiceId)) === null) fail("NOT_FOUND");
    return listCreditNotes(ctx, ctx.user, invoiceId, paginationOpts, toCreditNotePage);
  },
});

/** Errors: NOT_FOUND. */
export const one = traderQuery({
  args: { noteId: v.string() },
  returns: creditNotePage,
  handler: async (ctx, { noteId }) =>
    (await getCreditNoteFor(ctx, ctx.user, noteId)) ?? fail("NOT_FOUND"),
});

/** Once per key, for good: a note can't be taken back. Errors: those of `creditNotes/issue.ts`. */
export const issue = restMutation("distributor")({
  args: {
    invoiceId: v.string(),
    lines: v.array(v.object({ lineId: v.string(), quantity: v.number() })),
    reason: creditReason,
    text: v.optional(v.string()),
    restocks: v.boolean(),
  },
  returns: creditNotePage,
  handler: async (ctx, asked) => {
    const { _id } = await ctx.onceForGood("creditNotes", (once) =>
      issueCreditNote(ctx, ctx.user, { ...asked, once }, Date.now()),
    );
    return (await getCreditNoteFor(ctx, ctx.user, _id)) ?? fail("NOT_FOUND");
  },
});
