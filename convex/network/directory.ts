/** Lists of users. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Role } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { mapPage, pageOptions } from "../paging";
import { type distributorView, type retailerView, toDistributor, toRetailer } from "./profiles";

/** Users of a role who have not been deactivated, newest first. */
export function activeUsers(ctx: QueryCtx, role: Role) {
  return ctx.db
    .query("users")
    .withIndex("by_role", (q) => q.eq("role", role).eq("deactivatedAt", undefined))
    .order("desc");
}

/** Users of every role who have not been deactivated, newest first. */
export function allActiveUsers(ctx: QueryCtx) {
  return ctx.db
    .query("users")
    .withIndex("by_deactivated", (q) => q.eq("deactivatedAt", undefined))
    .order("desc");
}

/** Every distributor as the retailer sees it, newest first. */
export async function listDistributors(
  ctx: QueryCtx,
  retailer: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof distributorView>>> {
  const page = await activeUsers(ctx, "distributor").paginate(pageOptions(paginationOpts));
  return mapPage(page, (user) => toDistributor(ctx, user, retailer));
}

/** Every retailer as the distributor or administrator sees it, newest first. */
export async function listRetailers(
  ctx: QueryCtx,
  viewer: Doc<"users">,
  paginationOpts: PaginationOptions,
): Promise<PaginationResult<Infer<typeof retailerView>>> {
  const page = await activeUsers(ctx, "retailer").paginate(pageOptions(paginationOpts));
  return mapPage(page, (user) => toRetailer(ctx, user, viewer));
}
