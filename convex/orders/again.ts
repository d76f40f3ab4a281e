/** Ordering again: the lines of an order go back into the basket. */
import { askedOf } from "../../domain/orderLines";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { type AddedLine, addLines } from "../basket/add";
import { requireOwnOrder } from "./find";

/** Adds the lines of one of the retailer's orders as they were asked for. Errors: NOT_FOUND, as `addLines`. */
export async function addOrdered(
  ctx: MutationCtx,
  retailer: Doc<"users">,
  orderId: string,
): Promise<AddedLine[]> {
  const { lines } = await requireOwnOrder(ctx, retailer, orderId);
  const wantedLines = lines.map((line) => ({
    productId: line.productId,
    quantity: askedOf(line),
    pricePaise: line.pricePaise,
  }));
  return addLines(ctx, retailer, wantedLines);
}
