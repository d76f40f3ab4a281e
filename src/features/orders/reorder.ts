/** The way from a completed order back to its product. */

/** Carried in the history entry: the name of what was ordered before, for the case that it is gone. */
export type Reorder = { readonly reorder: string };

export function reorderLink(
  productId: string,
  order: { readonly productName: string; readonly quantity: number },
) {
  const state: Reorder = { reorder: order.productName };
  return {
    to: `/orderinfo/${encodeURIComponent(productId)}?quantity=${order.quantity}`,
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
