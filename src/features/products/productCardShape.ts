/** The shapes of product cards, and the grids that fit them. */

/** shelf: a large picture over the words, for buyers · ledger: a small one beside them, for the owner. */
export type ProductCardShape = "shelf" | "ledger";

/** As many columns of a shelf as fit the size of its text: 3 at 640 px, 5 at 1280 px, 7 at 1680 px. */
export const PRODUCT_GRIDS = {
  shelf: "grid grid-cols-1 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12.1rem,1fr))]",
  ledger: "grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3 wide:grid-cols-4",
} as const satisfies Record<ProductCardShape, string>;
