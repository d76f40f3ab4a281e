/** An order and a product in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Order = FunctionReturnType<typeof api.orders.incoming>["page"][number];

/** What the order page knows of a product: stock and e-mail only for those who are signed in. */
export type OrderedProduct = NonNullable<FunctionReturnType<typeof api.products.one>>;
