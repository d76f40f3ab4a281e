/** The tax that documents add to agreed prices, beside the one that the retailer saw: a price never rises without being agreed on. */
import { addsTax, type QuotedPrice, quotedPrice } from "../../domain/price";
import type { QueryCtx } from "../_generated/server";
import { type OrderSale, requireTaxDocument } from "./document";

/**
 * Returns the prices of an order's lines on its document, with the tax on top that the product has now, as the law wants it; none comes on
 * top of lines that are not sent, or whose price is what is paid. Errors: TAX_DETAILS_MISSING {missing, detail}.
 */
export async function documentPrices(ctx: QueryCtx, sale: OrderSale): Promise<QuotedPrice[]> {
  const { distributor, order } = sale;
  const agreed = order.lines.map(quotedPrice);
  if (!agreed.some(addsTax) || distributor.gstScheme === "composition") return agreed;
  const taxed = (await requireTaxDocument(ctx, sale))?.lines;
  if (taxed === undefined) return agreed;
  const rates = new Map(taxed.map(({ at, sale: { gstRateBp } }) => [at, gstRateBp]));
  return agreed.map((price, at) =>
    addsTax(price) ? quotedPrice({ ...price, addedTaxBp: rates.get(at) }) : price,
  );
}

/** True for more tax than was agreed on. One that nobody said is none. */
export function isRaised(
  agreed: QuotedPrice,
  { addedTaxBp = 0 }: Partial<QuotedPrice> = {},
): boolean {
  return addedTaxBp > (agreed.addedTaxBp ?? 0);
}
