/** The row types of the admin's queries. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type UserRow = FunctionReturnType<typeof api.admin.users>["page"][number];
export type OrderRow = FunctionReturnType<typeof api.admin.orders>["page"][number];
export type ProductRow = FunctionReturnType<typeof api.admin.products>["page"][number];
export type Counts = FunctionReturnType<typeof api.admin.counts>;
export type Tops = FunctionReturnType<typeof api.admin.tops>;
export type TopUser = Tops["ordersPlaced"][number];
export type DayRow = FunctionReturnType<typeof api.admin.days>[number];
