/** The lines of an invoice as a credit note sees them: pieces invoiced, credited and left. */
import { leftToCredit } from "../../domain/creditNotes";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "./credits";

export type CreditLine = {
  readonly line: Doc<"invoices">["lines"][number];
  readonly credited: number;
  readonly left: number;
};

export type CreditState = {
  readonly lines: readonly CreditLine[];
  readonly creditedPaise: number;
  readonly notes: number;
};

export async function creditStateOf(ctx: QueryCtx, invoice: Doc<"invoices">): Promise<CreditState> {
  const credits = await getCredits(ctx, invoice._id);
  const order = await ctx.db.get("orders", invoice.orderId);
  return {
    lines: invoice.lines.map((line, index) => {
      const credited = credits?.pieces[index] ?? 0;
      const left = leftToCredit(order?.status, { invoiced: line.quantity, credited });
      return { line, credited, left };
    }),
    creditedPaise: credits?.paise ?? 0,
    notes: credits?.notes ?? 0,
  };
}
