/** The people and connections of the network, in the server's own shapes. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type DistributorRow = FunctionReturnType<typeof api.users.distributors>["page"][number];
export type RetailerRow = FunctionReturnType<typeof api.users.retailers>["page"][number];
export type RequestRow = FunctionReturnType<typeof api.network.pending>["page"][number];
export type RetailerConnection = FunctionReturnType<typeof api.network.ofRetailer>["page"][number];
export type DistributorConnection = FunctionReturnType<
  typeof api.network.ofDistributor
>["page"][number];
