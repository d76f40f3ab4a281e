/**
 * Credit notes of accepted goods that are cancelled. The tax of an invoice is given back by a document alone (CGST section 34), and returns
 * report documents: without one the month would have the tax of goods that were never sent. Bills without GST need none.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { getInvoiceOf } from "../invoices/list";
import { creditStateOf } from "./lines";
import { writeCreditNote } from "./write";

type By = { readonly actor: Doc<"users">; readonly now: number };

/**
 * Credits all that is left of an accepted order on a tax document, before its move, which finds nothing left to give back then. Unlike notes
 * that are asked for, these have no greatest number: goods can always be cancelled. Errors: INVOICE_SERIES_FULL.
 */
export async function creditCancelled(
  ctx: MutationCtx,
  order: Doc<"orders">,
  by: By,
): Promise<void> {
  if (order.status !== "accepted") return;
  const invoice = await getInvoiceOf(ctx, order);
  if (invoice?.kind === undefined) return;
  const { lines } = await creditStateOf(ctx, invoice);
  const taken = lines
    .filter(({ left }) => left > 0)
    .map((line) => ({ ...line, quantity: line.left }));
  if (taken.length === 0) return;
  const distributor = (await ctx.db.get("users", invoice.distributorId)) ?? fail("NOT_FOUND");
  // An order is cancelled once.
  const note = { reason: "cancelled", restocks: true, once: null } as const;
  await writeCreditNote(ctx, { ...note, invoice, distributor, lines, taken, ...by });
}
