/** The sum that a pending order will ask for. */
import { withAddedTax } from "../../domain/gst/withAddedTax";
import { lineTotal } from "../../domain/money";
import type { Doc } from "../_generated/dataModel";

/** Returns paise, with the tax that comes on top of its price, at the rate of its moment. */
export function owedOf({
  pricePaise,
  quantity,
  addedTaxBp,
}: Pick<Doc<"orders">, "pricePaise" | "quantity" | "addedTaxBp">): number {
  return withAddedTax(lineTotal(pricePaise, quantity), addedTaxBp);
}
