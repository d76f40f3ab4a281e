/** Public functions of administrators, and the internal one that creates administrators. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import type { TradeRole } from "../domain/roles";
import type { Id } from "./_generated/dataModel";
import { upsertAdmin as saveAdminAccount } from "./admin/account";
import { countsView, dayView, readCounts, readDays, readTops, topsView } from "./admin/figures";
import {
  listOrders,
  listUsers,
  orderRecord,
  productRecord,
  toOrderRecord,
  toProductRecord,
  userRecord,
} from "./admin/list";
import { adminMutation, adminQuery, internalAction } from "./functions";
import { orderStatus } from "./orders/schema";
import { listProducts } from "./search/productList";
import { deactivate } from "./account/deactivate";
import { roleValidator } from "./users/schema";

/**
 * Creates an administrator, or gives one a new name and password and ends its sessions. Internal: only `npm run admin` calls it.
 * Errors: INVALID_EMAIL, MISSING_FIELDS, BAD_PASSWORD, COMMON_PASSWORD, EMAIL_TAKEN (by a trader).
 */
export const upsertAdmin = internalAction({
  args: { email: v.string(), name: v.string(), password: v.string() },
  returns: v.object({ userId: v.id("users"), email: v.string() }),
  handler: (ctx, args): Promise<{ userId: Id<"users">; email: string }> =>
    saveAdminAccount(ctx, args),
});

function closeAccountOf(role: TradeRole) {
  return adminMutation({
    args: { userId: v.string() },
    returns: v.null(),
    handler: async (ctx, { userId }) => {
      await deactivate(ctx, { userId, role }, Date.now());
      return null;
    },
  });
}

/** Open accounts by role, and orders by status. */
export const counts = adminQuery({ args: {}, returns: countsView, handler: readCounts });

/** Users who placed and who completed most orders, in descending order. */
export const tops = adminQuery({ args: {}, returns: topsView, handler: readTops });

/** Orders placed and completed by day, in India; days without any are left out. */
export const days = adminQuery({
  args: { from: v.string(), to: v.string() },
  returns: v.array(dayView),
  handler: readDays,
});

/** Open accounts, of one role or of all, the newest first. */
export const users = adminQuery({
  args: { paginationOpts: paginationOptsValidator, role: v.optional(roleValidator) },
  returns: paginationResultValidator(userRecord),
  handler: (ctx, { paginationOpts, role }) => listUsers(ctx, role, paginationOpts),
});

/** Everybody's orders of one status, the newest first. */
export const orders = adminQuery({
  args: { paginationOpts: paginationOptsValidator, status: orderStatus },
  returns: paginationResultValidator(orderRecord),
  handler: (ctx, { paginationOpts, status }) =>
    listOrders(ctx, status, paginationOpts, toOrderRecord),
});

/** Everybody's products on sale, the newest first. */
export const products = adminQuery({
  args: { paginationOpts: paginationOptsValidator, search: v.optional(v.string()) },
  returns: paginationResultValidator(productRecord),
  handler: (ctx, { paginationOpts, search }) =>
    listProducts(ctx, { search, defaultOrder: "desc" }, paginationOpts, toProductRecord),
});

/** Both names close an account for good. Errors: NOT_FOUND, for whoever has no open account of that role. */
export const deleteRetailer = closeAccountOf("retailer");
export const removeDistributor = closeAccountOf("distributor");
