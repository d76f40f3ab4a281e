/** The lines of an invoice as a credit note sees them: pieces invoiced, credited and left. */
import { leftToCredit } from "../../domain/creditNotes";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { getCredits } from "./credits";

export type CreditLine = {
  readonly orderId: Id<"orders">;
  readonly productId: Id<"products"> | null;
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
  const lines = invoice.lines.map(async (line, index) => {
    const { orderId } = line;
    const order = await ctx.db.get("orders", orderId);
    const credited = credits?.pieces[index] ?? 0;
    const left = leftToCredit(order?.status, { invoiced: line.quantity, credited });
    return { orderId, productId: order?.productId ?? null, line, credited, left };
  });
  return {
    lines: await Promise.all(lines),
    creditedPaise: credits?.paise ?? 0,
    notes: credits?.notes ?? 0,
  };
}
