/**
 * Credit notes of accepted goods that are cancelled. The tax of an invoice is given back by a document alone (CGST section 34), and returns
 * report documents: without one the month would have the tax of goods that were never sent. Bills without GST need none.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { getInvoiceOf } from "../invoices/list";
import { creditStateOf } from "./lines";
import { writeCreditNote } from "./write";

type By = { readonly actor: Doc<"users">; readonly now: number };

/** Tax documents of the orders, with the orders of each. */
async function taxedInvoices(ctx: MutationCtx, orders: readonly Doc<"orders">[]) {
  const invoices = new Map<Id<"invoices">, [Doc<"invoices">, Set<Id<"orders">>]>();
  for (const order of orders) {
    const invoice = await getInvoiceOf(ctx, order);
    if (invoice?.kind === undefined) continue;
    const [, ids] = invoices.get(invoice._id) ?? [invoice, new Set()];
    invoices.set(invoice._id, [invoice, ids.add(order._id)]);
  }
  return [...invoices.values()];
}

/**
 * Credits all that is left of accepted orders on tax documents, one note for each invoice, before their move, which finds nothing left to
 * give back then. Unlike notes that are asked for, these have no greatest number: goods can always be cancelled. Errors:
 * INVOICE_SERIES_FULL.
 */
export async function creditCancelled(
  ctx: MutationCtx,
  orders: readonly Doc<"orders">[],
  by: By,
): Promise<void> {
  const accepted = orders.filter(({ status }) => status === "accepted");
  for (const [invoice, orderIds] of await taxedInvoices(ctx, accepted)) {
    const { lines } = await creditStateOf(ctx, invoice);
    const taken = lines
      .filter(({ orderId, left }) => orderIds.has(orderId) && left > 0)
      .map((line) => ({ ...line, quantity: line.left }));
    const [first] = taken;
    if (first === undefined) continue;
    const distributor = (await ctx.db.get("users", invoice.distributorId)) ?? fail("NOT_FOUND");
    // The blank is in no client's key. An order is cancelled once.
    const noteKey = `cancelled ${first.orderId}`;
    const note = { reason: "cancelled", restocks: true, noteKey, request: noteKey } as const;
    await writeCreditNote(ctx, { ...note, invoice, distributor, lines, taken, ...by });
  }
}
