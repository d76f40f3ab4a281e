/** An order and a product in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Order = FunctionReturnType<typeof api.orders.incoming>["page"][number];

/** The product of an order page; stock and e-mail are present only for signed-in users. */
export type OrderedProduct = NonNullable<FunctionReturnType<typeof api.products.one>>;
