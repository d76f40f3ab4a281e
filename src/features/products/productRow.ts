/** A product as the lists of the trade show it, in the server's own shape. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type ProductRow = FunctionReturnType<typeof api.products.all>["page"][number];

/** A row with its stock, which comes beside the list; undefined until it has been received. */
export type StockedProduct = ProductRow & { readonly stock: number | undefined };

/** The noun for the announcement of new rows. */
export const PRODUCT_WORDS = { one: "product", many: "products" } as const;
