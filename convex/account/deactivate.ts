/**
 * Closing an account (deviation 9). The row stays, because other parties' orders, invoices and chats name it; what ends is
 * everything that is still open: sessions, keys and webhooks, pending orders, pending requests. There is no way back. Few orders and
 * requests end with the closing, in one transaction; of many the rest ends in those that follow, so that closing always succeeds.
 */
import { NO_TAX_DETAILS } from "../../domain/gst/taxDetails";
import { withinLines } from "../../domain/orderLines";
import { type TradeRole, isTradeRole } from "../../domain/roles";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { mailClosing } from "./notices";
import { dissolveLearned } from "../basket/learned";
import { dissolveBasket } from "../basket/lines";
import { dissolveSaved } from "../basket/saved";
import { endSessions } from "../auth/accounts";
import { revokePrograms } from "../developers/keys";
import { fail } from "../errors";
import { emit } from "../events";
import { disconnect } from "../network/change";
import { connectionsOf } from "../network/find";
import { eraseNotifications } from "../notifications/erase";
import { advance } from "../orders/advance";
import { ordersOn } from "../orders/find";
import { dissolveHolds } from "../orders/holds";
import { erasePicture } from "../uploads/erase";
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { findRow } from "../rows";

/** An offered order reads some seventeen ranges, and ten more where webhooks listen, of the 4,096 that one transaction may read. */
export const ORDERS_PER_STEP = 50;
/** A line of an order that ends reads and writes some five rows. */
export const LINES_PER_STEP = 300;
export const REQUESTS_PER_STEP = 50;
/** Orders, and requests, that end with the closing itself: five hundred sessions and a full basket end with it, too. */
export const ENDED_AT_ONCE = 20;
const NOTIFICATIONS_ERASED_AT_ONCE = 100;

/** An open account of that role, or NOT_FOUND: another role's id is as good as none, so no admin can be removed, oneself included. */
async function requireOpenAccount(
  ctx: MutationCtx,
  userId: string,
  role: TradeRole,
): Promise<Doc<"users">> {
  const user = await findRow(ctx, "users", userId);
  if (user?.role !== role || user.deactivatedAt !== undefined) return fail("NOT_FOUND");
  return user;
}

type Step = { readonly now: number; readonly atMost: number };

/** Ends pending orders from the side of the account that closes: the stock returns, the other party reads why. Returns true if there are more. */
async function endOrders(
  ctx: MutationCtx,
  user: Doc<"users">,
  { now, atMost }: Step,
): Promise<boolean> {
  const found = await ordersOn(ctx, user, "pending").take(atMost);
  const orders = withinLines(found, LINES_PER_STEP);
  const orderCancelReason = `The ${user.role}'s account was closed.`;
  const move = user.role === "retailer" ? "cancel" : "reject";
  const data = { orderCancelReason };
  for (const order of orders) await advance(ctx, { order, move, actor: user, data, now });
  return found.length === atMost || orders.length < found.length;
}

/** Requests of or to somebody who is gone would wait for ever, on lists that no longer show them. Returns true if there are more. */
async function endRequests(
  ctx: MutationCtx,
  user: Doc<"users">,
  { now, atMost }: Step,
): Promise<boolean> {
  const found = await connectionsOf(ctx, user, "pending").take(atMost);
  for (const { _id, distributorId } of found) {
    const distributor = await ctx.db.get("users", distributorId);
    if (distributor !== null) await disconnect(ctx, distributor, _id, now);
  }
  return found.length === atMost;
}

async function scheduleEndings(ctx: MutationCtx, { _id: userId }: Doc<"users">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.account.deactivate.continueDeactivation, { userId });
}

/** Ends what an account has open, with its closing; where that is much, the rest follows. */
async function beginEnding(ctx: MutationCtx, user: Doc<"users">, now: number): Promise<void> {
  const step = { now, atMost: ENDED_AT_ONCE };
  const [orders, requests] = [await endOrders(ctx, user, step), await endRequests(ctx, user, step)];
  if (orders || requests) await scheduleEndings(ctx, user);
}

/**
 * Ends the next orders of a closed account, then requests, each in transactions of their own. Orders that the other party accepted
 * meanwhile are marked at last.
 */
export async function continueEnding(
  ctx: MutationCtx,
  user: Doc<"users">,
  now: number,
): Promise<void> {
  const isMore =
    (await endOrders(ctx, user, { now, atMost: ORDERS_PER_STEP })) ||
    (await endRequests(ctx, user, { now, atMost: REQUESTS_PER_STEP }));
  if (isMore) await scheduleEndings(ctx, user);
  else await markAccepted(ctx, user, null);
}

/** Notes on a page of accepted orders that this party is gone, so that the other one may end them; the next page follows. */
export async function markAccepted(
  ctx: MutationCtx,
  user: Doc<"users">,
  cursor: string | null,
): Promise<void> {
  if (!isTradeRole(user.role)) return;
  const accepted = ordersOn(ctx, user, "accepted");
  const page = await accepted.paginate({ cursor, numItems: ORDERS_PER_STEP });
  for (const { _id } of page.page) await ctx.db.patch("orders", _id, { closedParty: user.role });
  if (page.isDone) return;
  const next = { userId: user._id, cursor: page.continueCursor };
  await ctx.scheduler.runAfter(0, internal.account.deactivate.continueMarking, next);
}

/**
 * Erases what only the account itself needed: phone, address, picture and payment address. Orders and invoices keep those of
 * their day, which the other party and the law need. The name, the business and the e-mail stay, because records name them.
 */
async function eraseDetails(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  await ctx.db.patch("users", user._id, {
    phone: "",
    address: "",
    imageId: undefined,
    upiId: undefined,
    bankAccount: undefined,
    ...NO_TAX_DETAILS,
  });
  if (user.imageId !== undefined) await erasePicture(ctx, user.imageId);
}

/**
 * Erases the details of an account that is closed, ends its sessions and programs, and ends or marks its orders and requests.
 * Repeating it changes nothing.
 */
async function clearAccount(ctx: MutationCtx, user: Doc<"users">, now: number): Promise<void> {
  await eraseDetails(ctx, user);
  await endSessions(ctx, user._id);
  await revokePrograms(ctx, user._id);
  await dissolveHolds(ctx, user);
  await dissolveBasket(ctx, user);
  await dissolveSaved(ctx, user);
  await dissolveLearned(ctx, user);
  await eraseNotifications(ctx, user._id, NOTIFICATIONS_ERASED_AT_ONCE);
  await beginEnding(ctx, user, now);
  await markAccepted(ctx, user, null);
}

/**
 * Closes the account: every session ends with this commit, nobody can sign in with it again, and what it had pending is
 * cancelled (a retailer's orders) or rejected (a distributor's), with the stock returned. Accepted orders can be ended by
 * the other party, invoices stay. A last mail says so. Errors: NOT_FOUND, for whoever has no open account of that role.
 */
export async function deactivate(
  ctx: MutationCtx,
  { userId, role }: { userId: string; role: TradeRole },
  now: number,
): Promise<void> {
  const user = await requireOpenAccount(ctx, userId, role);
  await ctx.db.patch("users", user._id, { deactivatedAt: now });
  await emit(ctx, { type: "accountClosed", user, now });
  await clearAccount(ctx, user, now);
  await mailClosing(ctx, user, now);
}

/** Ends a piece of a closed account's open business; calls itself again while there is more. */
export const continueDeactivation = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await continueEnding(ctx, user, Date.now());
    return null;
  },
});

/** The next page of a closed account's accepted orders, likewise. */
export const continueMarking = internalMutation({
  args: { userId: v.id("users"), cursor: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, cursor }) => {
    const user = await ctx.db.get("users", userId);
    if (user?.deactivatedAt !== undefined) await markAccepted(ctx, user, cursor);
    return null;
  },
});
