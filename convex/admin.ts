/** The door of administration: what admins alone may see and do, and how they come to be. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { NAME_MAX } from "../domain/limits";
import { cleanText, normalEmail } from "../domain/text";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { countsView, dayView, readCounts, readDays, readTops, topsView } from "./admin/figures";
import { listOrders, listUsers, userRecord } from "./admin/list";
import { hashPassword, newPassword } from "./auth/secrets";
import { fail } from "./errors";
import { adminMutation, adminQuery, internalAction } from "./functions";
import { orderStatus } from "./orders/schema";
import { orderView } from "./orders/view";
import { listProducts } from "./products/list";
import { toTradeProduct, tradeProduct } from "./products/row";
import { deactivate } from "./users/deactivate";
import { roleValidator } from "./users/schema";

/**
 * Makes an administrator, or gives one a new name and password and signs it out
 * everywhere. Internal: `npm run admin` calls it, and nothing from outside can.
 * Errors: INVALID_EMAIL, MISSING_FIELDS, BAD_PASSWORD, COMMON_PASSWORD, EMAIL_TAKEN (by a trader).
 */
export const upsertAdmin = internalAction({
  args: { email: v.string(), name: v.string(), password: v.string() },
  returns: v.object({ userId: v.id("users"), email: v.string() }),
  handler: async (ctx, args): Promise<{ userId: Id<"users">; email: string }> => {
    const email = normalEmail(args.email) ?? fail("INVALID_EMAIL");
    const name = cleanText(args.name, { min: 1, max: NAME_MAX }) ?? fail("MISSING_FIELDS");
    const password = await hashPassword(newPassword(args.password));
    const userId = await ctx.runMutation(internal.auth.internal.saveAdmin, {
      email,
      name,
      password,
    });
    return { userId, email };
  },
});

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
  returns: paginationResultValidator(orderView),
  handler: (ctx, { paginationOpts, status }) => listOrders(ctx, status, paginationOpts),
});

/** Everybody's products on sale, the newest first. */
export const products = adminQuery({
  args: { paginationOpts: paginationOptsValidator, search: v.optional(v.string()) },
  returns: paginationResultValidator(tradeProduct),
  handler: (ctx, { paginationOpts, search }) =>
    listProducts(ctx, { search, defaultOrder: "desc" }, paginationOpts, toTradeProduct),
});

/** Closes a retailer's account, for good. Errors: NOT_FOUND, for whoever is no retailer (any more). */
export const deleteRetailer = adminMutation({
  args: { userId: v.string() },
  returns: v.object({ message: v.string() }),
  handler: async (ctx, { userId }) => {
    await deactivate(ctx, { userId, role: "retailer" }, Date.now());
    return { message: "Retailer deleted successfully." };
  },
});

/** Closes a distributor's account, for good. Errors: NOT_FOUND, for whoever is no distributor (any more). */
export const removeDistributor = adminMutation({
  args: { userId: v.string() },
  returns: v.object({ message: v.string() }),
  handler: async (ctx, { userId }) => {
    await deactivate(ctx, { userId, role: "distributor" }, Date.now());
    return { message: "Distributor removed successfully." };
  },
});
