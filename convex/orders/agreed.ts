/** Orders at the tax that their invoice adds to their price: at most the one that the retailer agreed to. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { fail } from "../errors";
import { changeOpenOrders } from "../khata/accounts";
import { documentTaxBp, isRaised } from "../tax/added";
import { owedOf } from "./owed";

/** A pending order and the pieces of it that are sent: all, fewer, or none. */
export type AcceptedLine = {
  readonly order: Doc<"orders">;
  readonly quantity: number;
  /** Present where the retailer agreed to another tax than it placed the order at. */
  readonly addedTaxBp?: number | undefined;
};

async function setAddedTax(
  ctx: MutationCtx,
  order: Doc<"orders">,
  addedTaxBp: number | undefined,
): Promise<Doc<"orders">> {
  if (addedTaxBp === order.addedTaxBp) return order;
  const changed = { ...order, addedTaxBp };
  await ctx.db.patch("orders", order._id, { addedTaxBp });
  await changeOpenOrders(ctx, order, owedOf(changed) - owedOf(order));
  return changed;
}

/**
 * Returns the lines that are sent, each with the tax of its invoice, which its order and the pair's open orders have from now on. Errors:
 * TAX_DETAILS_MISSING {missing, detail}, PRICE_CHANGED {pricePaise, sentPricePaise, addedTaxBp} where more is asked for by now.
 */
export async function atAgreedTax(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  lines: readonly AcceptedLine[],
  now: number,
): Promise<AcceptedLine[]> {
  const sent = lines.filter(({ quantity }) => quantity > 0);
  const orders = sent.map(({ order, quantity, addedTaxBp = order.addedTaxBp }) => ({
    ...order,
    quantity,
    addedTaxBp,
  }));
  const rates = await documentTaxBp(ctx, { distributor, orders, issuedAt: now });
  for (const [index, order] of orders.entries()) {
    const { pricePaise } = order;
    const rate = rates[index];
    if (rate === undefined || !isRaised(order, rate)) continue;
    fail("PRICE_CHANGED", { pricePaise, sentPricePaise: pricePaise, addedTaxBp: rate });
  }
  const agreed: AcceptedLine[] = [];
  for (const [index, { order, quantity }] of sent.entries())
    agreed.push({ order: await setAddedTax(ctx, order, rates[index]), quantity });
  return agreed;
}
