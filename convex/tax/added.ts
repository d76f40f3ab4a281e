/** The tax that documents add to agreed prices, beside the one that the retailer saw: a price never rises without being agreed on. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { type OrderSale, requireTaxDocument } from "./document";

type Priced = Pick<Doc<"orders">["lines"][number], "addedTaxBp">;

/**
 * Returns the rate that comes on top of the price of each line on its document, basis points: the product's now, as the law wants it;
 * none of lines that are not sent, or whose price is what is paid. Errors: TAX_DETAILS_MISSING {missing, detail}.
 */
export async function documentTaxBp(
  ctx: QueryCtx,
  sale: OrderSale,
): Promise<Priced["addedTaxBp"][]> {
  const { distributor, order } = sale;
  const agreed = order.lines.map(({ addedTaxBp }) => addedTaxBp);
  if (agreed.every((rate) => rate === undefined) || distributor.gstScheme === "composition")
    return agreed;
  const taxed = (await requireTaxDocument(ctx, sale))?.lines;
  if (taxed === undefined) return agreed;
  const rates = new Map(taxed.map(({ at, sale: { gstRateBp } }) => [at, gstRateBp]));
  return agreed.map((rate, at) => (rate === undefined ? undefined : rates.get(at)));
}

/** True for more tax than was agreed on. One that nobody said is none. */
export function isRaised({ addedTaxBp = 0 }: Priced, documentBp = 0): boolean {
  return documentBp > addedTaxBp;
}
