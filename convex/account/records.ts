/** Everything that is kept about somebody, for them to take away: one section after the other, page by page. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { pageOptions } from "../paging";

export const SECTIONS = [
  "account",
  "products",
  "connections",
  "orders",
  "invoices",
  "messagesSent",
  "messagesReceived",
  "feedback",
] as const;

export type Section = (typeof SECTIONS)[number];
type Rows = PaginationResult<unknown>;

function whole(rows: readonly unknown[]): Rows {
  return { page: [...rows], isDone: true, continueCursor: "" };
}

/** The side of a trade that the user stands on; administrators stand on none. */
function tradesOf(ctx: QueryCtx, user: Doc<"users">, table: "connections" | "orders" | "invoices") {
  const isRetailer = user.role === "retailer";
  switch (table) {
    case "connections":
      return isRetailer
        ? ctx.db.query(table).withIndex("by_retailer", (q) => q.eq("retailerId", user._id))
        : ctx.db.query(table).withIndex("by_distributor", (q) => q.eq("distributorId", user._id));
    case "orders":
      return isRetailer
        ? ctx.db.query(table).withIndex("by_retailer_shelf", (q) => q.eq("retailerId", user._id))
        : ctx.db
            .query(table)
            .withIndex("by_distributor_shelf", (q) => q.eq("distributorId", user._id));
    case "invoices":
      return isRetailer
        ? ctx.db.query(table).withIndex("by_retailer", (q) => q.eq("retailerId", user._id))
        : ctx.db.query(table).withIndex("by_distributor", (q) => q.eq("distributorId", user._id));
    default:
      return table satisfies never;
  }
}

/** One page of a section, as the tables hold it. Password hashes are no record of anybody's: they are left out. */
export async function recordsOf(
  ctx: QueryCtx,
  user: Doc<"users">,
  section: Section,
  paginationOpts: PaginationOptions,
): Promise<Rows> {
  const options = pageOptions(paginationOpts);
  switch (section) {
    case "account":
      return whole([user]);
    case "products":
      return ctx.db
        .query("products")
        .withIndex("by_distributor", (q) => q.eq("distributorId", user._id))
        .paginate(options);
    case "connections":
    case "orders":
    case "invoices":
      return tradesOf(ctx, user, section).paginate(options);
    case "messagesSent":
      return ctx.db
        .query("messages")
        .withIndex("by_key", (q) => q.eq("senderId", user._id))
        .paginate(options);
    case "messagesReceived":
      return ctx.db
        .query("messages")
        .withIndex("by_receiver_status", (q) => q.eq("receiverId", user._id))
        .paginate(options);
    case "feedback":
      return ctx.db
        .query("feedback")
        .withIndex("by_user", (q) => q.eq("userId", user._id))
        .paginate(options);
    default:
      return section satisfies never;
  }
}
