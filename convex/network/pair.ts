import type { Id } from "../_generated/dataModel";

/** A retailer and a distributor: whom a connection, a conversation and a khata join. */
export type Pair = { readonly retailerId: Id<"users">; readonly distributorId: Id<"users"> };
