/** A product as the lists of the trade show it, in the server's own shape. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type ProductRow = FunctionReturnType<typeof api.products.all>["page"][number];

/** What rows are called when new ones are announced. */
export const PRODUCT_WORDS = { one: "product", many: "products" } as const;
