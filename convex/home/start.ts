/**
 * The first steps of a new account, as far as it has taken them. They are read from rows that are never deleted: a step that was taken
 * stays so, and an account that took all of them needs no mark.
 */
import type { Infer } from "convex/values";
import { START_CANDIDATES, START_DISTRIBUTORS, START_PRODUCTS } from "../../domain/limits";
import { stateOfAddress } from "../../domain/pinCodes";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { activeUsers } from "../network/directory";
import { isBlocked } from "../network/find";
import { toDistributor } from "../network/profiles";
import type { Trader } from "../network/sides";
import type { startCard } from "./view";

type StartCard = Infer<typeof startCard>;

/** Connections among which one is looked for that was accepted once; those that are accepted now come first. */
const CONNECTIONS_READ = 20;

/** Null once the account has dismissed them. */
export async function startOf(ctx: QueryCtx, trader: Trader): Promise<StartCard | null> {
  if (trader.startDismissedAt !== undefined) return null;
  return trader.role === "retailer" ? retailerStart(ctx, trader) : distributorStart(ctx, trader);
}

export async function dismissStart(ctx: MutationCtx, trader: Trader, now: number): Promise<void> {
  if (trader.startDismissedAt === undefined)
    await ctx.db.patch("users", trader._id, { startDismissedAt: now });
}

async function retailerStart(ctx: QueryCtx, retailer: Doc<"users">): Promise<StartCard> {
  const connections = await ctx.db
    .query("connections")
    .withIndex("by_retailer", (q) => q.eq("retailerId", retailer._id))
    .take(CONNECTIONS_READ);
  const isConnected = connections.some(
    ({ status, conversationId }) => status === "accepted" || conversationId !== undefined,
  );
  const order = await ctx.db
    .query("orders")
    .withIndex("by_retailer_time", (q) => q.eq("retailerId", retailer._id))
    .first();
  const distributors = isConnected ? [] : await firstDistributors(ctx, retailer);
  return {
    role: "retailer",
    hasLanguage: retailer.language !== undefined,
    isConnected,
    hasOrdered: order !== null,
    distributors: await Promise.all(
      distributors.map((distributor) => toDistributor(ctx, distributor, retailer)),
    ),
  };
}

function stateOf({ stateCode, address }: Doc<"users">): string | undefined {
  return stateCode ?? stateOfAddress(address);
}

/** Whoever invited the retailer, then the newest distributors of its State, then the newest of all. */
async function candidatesFor(ctx: QueryCtx, retailer: Doc<"users">): Promise<Doc<"users">[]> {
  const { invitedBy } = retailer;
  const state = stateOf(retailer);
  const inviter = invitedBy === undefined ? null : await ctx.db.get("users", invitedBy);
  const near =
    state === undefined
      ? []
      : await ctx.db
          .query("users")
          .withIndex("by_state", (q) =>
            q.eq("role", "distributor").eq("stateCode", state).eq("deactivatedAt", undefined),
          )
          .order("desc")
          .take(START_CANDIDATES);
  const newest = await activeUsers(ctx, "distributor").take(START_CANDIDATES);
  const found = [
    ...(inviter === null || inviter.deactivatedAt !== undefined ? [] : [inviter]),
    ...near,
    ...newest.filter((distributor) => state !== undefined && stateOf(distributor) === state),
    ...newest,
  ];
  return [...new Map(found.map((distributor) => [distributor._id, distributor])).values()];
}

/** A retailer's first distributors: those who list products, and whoever invited it. */
async function firstDistributors(
  ctx: QueryCtx,
  retailer: Doc<"users">,
): Promise<readonly Doc<"users">[]> {
  const chosen: Doc<"users">[] = [];
  for (const distributor of await candidatesFor(ctx, retailer)) {
    const { _id: distributorId } = distributor;
    const isWorthIt = distributorId === retailer.invitedBy || (await hasProducts(ctx, distributor));
    const isOpen =
      isWorthIt && !(await isBlocked(ctx, { retailerId: retailer._id, distributorId }));
    if (isOpen) chosen.push(distributor);
    if (chosen.length === START_DISTRIBUTORS) break;
  }
  return chosen;
}

async function hasProducts(ctx: QueryCtx, { _id }: Doc<"users">): Promise<boolean> {
  const product = await ctx.db
    .query("products")
    .withIndex("by_distributor", (q) => q.eq("distributorId", _id).eq("archivedAt", undefined))
    .first();
  return product !== null;
}

async function distributorStart(ctx: QueryCtx, distributor: Doc<"users">): Promise<StartCard> {
  const { _id: distributorId, upiId, bankAccount } = distributor;
  const [products, connection, invoice] = await Promise.all([
    ctx.db
      .query("products")
      .withIndex("by_distributor", (q) => q.eq("distributorId", distributorId))
      .take(START_PRODUCTS),
    ctx.db
      .query("connections")
      .withIndex("by_distributor", (q) => q.eq("distributorId", distributorId))
      .first(),
    ctx.db
      .query("invoices")
      .withIndex("by_distributor", (q) => q.eq("distributorId", distributorId))
      .first(),
  ]);
  // Each acceptance writes an invoice, and takes a payment code of some kind.
  const hasAccepted = invoice !== null;
  return {
    role: "distributor",
    products: products.length,
    hasPayee: upiId !== undefined || bankAccount !== undefined || hasAccepted,
    hasShops: connection !== null,
    hasAccepted,
  };
}
