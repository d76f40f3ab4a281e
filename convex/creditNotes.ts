/** Public functions of credit notes: what a distributor gives back of an invoice. They are read by its two parties alone. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { issueCreditNote } from "./creditNotes/issue";
import { creditStateFor, getCreditNoteFor, listCreditNotes } from "./creditNotes/list";
import { creditReason } from "./creditNotes/schema";
import { creditNotePage, creditNoteRow, creditState, toCreditNoteRow } from "./creditNotes/view";
import { distributorMutation, memberQuery } from "./functions";

/** Null for whoever is not a party of it, and for what is no id. */
export const one = memberQuery({
  args: { noteId: v.string() },
  returns: v.union(creditNotePage, v.null()),
  handler: (ctx, { noteId }) => getCreditNoteFor(ctx, ctx.user, noteId),
});

/** The notes of an invoice, the newest first. Empty for whoever is not a party of it. */
export const ofInvoice = memberQuery({
  args: { invoiceId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(creditNoteRow),
  handler: (ctx, { invoiceId, paginationOpts }) =>
    listCreditNotes(ctx, ctx.user, invoiceId, paginationOpts, (_invoice, note) =>
      toCreditNoteRow(note),
    ),
});

/** Sums and pieces that are credited and left of an invoice. Null for whoever is not a party of it, and for what is no id. */
export const state = memberQuery({
  args: { invoiceId: v.string() },
  returns: v.union(creditState, v.null()),
  handler: (ctx, { invoiceId }) => creditStateFor(ctx, ctx.user, invoiceId),
});

/** Issues a credit note. Errors: those of `issueCreditNote`. */
export const issue = distributorMutation({
  args: {
    invoiceId: v.string(),
    lines: v.array(v.object({ lineId: v.string(), quantity: v.number() })),
    reason: creditReason,
    text: v.optional(v.string()),
    /** True: the goods go back to stock. */
    restocks: v.boolean(),
    noteKey: v.string(),
  },
  returns: v.object({ noteId: v.id("creditNotes") }),
  once: { table: "creditNotes", key: "noteKey", answer: (_, { _id: noteId }) => ({ noteId }) },
  handler: (ctx, args) => issueCreditNote(ctx, ctx.user, { ...args, once: ctx.once }, Date.now()),
});
