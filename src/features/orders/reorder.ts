/** The way from a completed order back to its product. */
import * as links from "../../../domain/links";
import { askedOf } from "../../../domain/orderLines";
import type { Line } from "./orderRow";

/** Carried in the history entry: the name of what was ordered before, for the case that it is gone. */
export type Reorder = { readonly reorder: string };

export function reorderLink(productId: string, line: Line) {
  const state: Reorder = { reorder: line.productName };
  // Of a line that was not sent as many as were asked for.
  const pieces = line.quantity === 0 ? askedOf(line) : line.quantity;
  return {
    to: links.orderForm(productId, pieces),
    state,
  };
}

export function isReorder(state: unknown): state is Reorder {
  return (
    typeof state === "object" &&
    state !== null &&
    "reorder" in state &&
    typeof state.reorder === "string"
  );
}
