/** Finding the khata of a caller and its partner. A stranger, an id of somebody else's and no id at all are one answer. */
import type { ErrorCode } from "../../domain/errors";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../errors";
import { getConnection, requireUnblocked } from "../network/find";
import type { Pair } from "../network/sides";
import { findRow } from "../rows";
import { getAccount } from "./accounts";

export type Khata = {
  readonly pair: Pair;
  readonly retailer: Doc<"users">;
  readonly distributor: Doc<"users">;
  readonly partner: Doc<"users">;
  /** Null before the pair's first order, terms or entry. */
  readonly account: Doc<"creditAccounts"> | null;
};

/** The two sides, with `user` on its own; null for admins, and for partners on the same side. */
function sidesOf(user: Doc<"users">, partner: Doc<"users"> | null) {
  if (partner === null) return null;
  if (user.role === "retailer" && partner.role === "distributor")
    return { retailer: user, distributor: partner };
  return user.role === "distributor" && partner.role === "retailer"
    ? { retailer: partner, distributor: user }
    : null;
}

/**
 * The khata with a partner: somebody whom the caller has traded with, or is connected to. Errors: FORBIDDEN for admins, who read
 * nobody's; NOT_FOUND.
 */
export async function requireKhata(
  ctx: QueryCtx,
  user: Doc<"users">,
  partnerId: string,
): Promise<Khata> {
  if (user.role === "admin") fail("FORBIDDEN");
  const partner = await findRow(ctx, "users", partnerId);
  const sides = sidesOf(user, partner);
  if (partner === null || sides === null) return fail("NOT_FOUND");
  const { retailer, distributor } = sides;
  const pair = { retailerId: retailer._id, distributorId: distributor._id };
  const account = await getAccount(ctx, pair);
  if (account === null) {
    const connection = await getConnection(ctx, retailer._id, distributor._id);
    if (connection?.status !== "accepted") fail("NOT_FOUND");
  }
  return { pair, retailer, distributor, partner, account };
}

async function hasAcceptedOrder(
  ctx: QueryCtx,
  { retailerId, distributorId }: Pair,
): Promise<boolean> {
  // A distributor can hide neither of the two.
  for (const list of ["accepted", "completed"] as const) {
    const order = await ctx.db
      .query("orders")
      .withIndex("by_distributor_partner", (q) =>
        q
          .eq("distributorId", distributorId)
          .eq("distributorList", list)
          .eq("retailerId", retailerId),
      )
      .first();
    if (order !== null) return true;
  }
  return false;
}

export const DEALINGS_ERRORS = [
  "NOT_FOUND",
  "NOT_AVAILABLE",
  "YOU_BLOCKED",
  "NOT_PARTNERS",
] as const satisfies readonly ErrorCode[];

/**
 * The khata with a retailer whom the distributor deals with: connected, or with an order that it accepted. An order that came to nothing
 * gives nobody a word in somebody's khata. Errors: DEALINGS_ERRORS.
 */
export async function requireDealings(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  retailerId: string,
): Promise<Khata> {
  const khata = await requireKhata(ctx, distributor, retailerId);
  const connection = await requireUnblocked(ctx, khata.pair, "distributor");
  if (connection?.status !== "accepted" && !(await hasAcceptedOrder(ctx, khata.pair)))
    fail("NOT_PARTNERS");
  return khata;
}
