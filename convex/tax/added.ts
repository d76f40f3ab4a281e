/** The tax that documents add to agreed prices, beside the one that the retailer saw: a price never rises without being agreed on. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { requireTaxDocument, type TaxedOrders } from "./document";

type Priced = Pick<Doc<"orders">, "addedTaxBp">;

/**
 * Returns the rate that comes on top of the price of each order on its document, basis points: the product's
 * now, as the law wants it. Errors: TAX_DETAILS_MISSING {missing, detail}.
 */
export async function documentTaxBp(
  ctx: QueryCtx,
  taxed: TaxedOrders,
): Promise<Priced["addedTaxBp"][]> {
  const { distributor, orders } = taxed;
  const agreed = orders.map(({ addedTaxBp }) => addedTaxBp);
  if (agreed.every((rate) => rate === undefined) || distributor.gstScheme === "composition")
    return agreed;
  const lines = (await requireTaxDocument(ctx, taxed))?.lines;
  if (lines === undefined) return agreed;
  return agreed.map((rate, index) => (rate === undefined ? undefined : lines[index]?.gstRateBp));
}

/** True for more tax than was agreed on. One that nobody said is none. */
export function isRaised({ addedTaxBp = 0 }: Priced, documentBp = 0): boolean {
  return documentBp > addedTaxBp;
}
