/** Events of an invoice's credit notes: one for each, since a note never changes. */
import { v, type Infer } from "convex/values";
import { CREDIT_NOTES_MAX, ORDER_LINES_MAX } from "../../domain/limits";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export const creditNoteEventView = v.object({
  _id: v.id("creditNotes"),
  /** Nobody else issues them. */
  by: v.literal("distributor"),
  at: v.number(),
  creditNote: v.object({ printedNumber: v.string(), totalPaise: v.number() }),
});

export type CreditNoteEventView = Infer<typeof creditNoteEventView>;

/** Returns the events in order of issue. The caller is a party of the invoice. */
export async function creditNoteEventsOf(
  ctx: QueryCtx,
  invoiceId: Id<"invoices">,
): Promise<CreditNoteEventView[]> {
  const notes = await ctx.db
    .query("creditNotes")
    .withIndex("by_invoice", (q) => q.eq("invoiceId", invoiceId))
    // Cancellations issue theirs beyond the greatest number, at most one for each line.
    .take(CREDIT_NOTES_MAX + ORDER_LINES_MAX);
  return notes.map(({ _id, issuedAt: at, printedNumber, totalPaise }) => ({
    _id,
    by: "distributor" as const,
    at,
    creditNote: { printedNumber, totalPaise },
  }));
}
