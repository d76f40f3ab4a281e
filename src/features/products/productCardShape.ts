/** The shapes of product cards, and the grids that fit them. */

/** shelf: a large picture over the words, for buyers · ledger: a small one beside them, for the owner. */
export type ProductCardShape = "shelf" | "ledger";

export const PRODUCT_GRIDS = {
  shelf: "grid grid-cols-1 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5 wide:grid-cols-7",
  ledger: "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 wide:grid-cols-4",
} as const satisfies Record<ProductCardShape, string>;
