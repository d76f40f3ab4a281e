/** The two sides of a pair, and of its conversation. Only retailers and distributors talk; an admin oversees trade, not talk. */
import { isTradeRole, type TradeRole } from "../../domain/roles";
import type { Doc, Id } from "../_generated/dataModel";
import { fail } from "../errors";

export type Trader = Doc<"users"> & { readonly role: TradeRole };

function isTrader(user: Doc<"users">): user is Trader {
  return isTradeRole(user.role);
}

/** Errors: FORBIDDEN for an admin. */
export function requireTrader(user: Doc<"users">): Trader {
  return isTrader(user) ? user : fail("FORBIDDEN");
}

/** Null unless one is a retailer and the other a distributor: nobody else is ever connected. */
export function pairWith(trader: Trader, other: Doc<"users">): Pair | null {
  if (trader.role === "retailer" && other.role === "distributor")
    return { retailerId: trader._id, distributorId: other._id };
  if (trader.role === "distributor" && other.role === "retailer")
    return { retailerId: other._id, distributorId: trader._id };
  return null;
}

export function otherIdOf(pair: Pair, trader: Trader): Id<"users"> {
  return trader.role === "retailer" ? pair.distributorId : pair.retailerId;
}

const UNREAD_FIELDS = {
  retailer: "unreadByRetailer",
  distributor: "unreadByDistributor",
} as const satisfies Record<TradeRole, keyof Doc<"conversations">>;

/** The field that counts what a side has not read. */
export function unreadField(side: TradeRole): (typeof UNREAD_FIELDS)[TradeRole] {
  return UNREAD_FIELDS[side];
}

export function otherSide(side: TradeRole): TradeRole {
  return side === "retailer" ? "distributor" : "retailer";
}

/** A retailer and a distributor: whom a connection, a conversation and a khata join. */
export type Pair = { readonly retailerId: Id<"users">; readonly distributorId: Id<"users"> };
