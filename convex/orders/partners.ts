/** The other parties of a caller's orders, for the filter of a list. */
import { type Infer, v } from "convex/values";
import { ORDER_PARTNERS_MAX } from "../../domain/limits";
import { tradeName } from "../../domain/names";
import type { OrderList } from "../../domain/orderLifecycle";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

export const orderPartner = v.object({
  partnerId: v.id("users"),
  /** The names that their first order on the list has. */
  name: v.string(),
  /** The name of a retailer's shop. */
  shopName: v.optional(v.string()),
  /** The name of a distributor's company. */
  companyName: v.optional(v.string()),
});

export type OrderPartner = Infer<typeof orderPartner>;

/** A retailer's distributors among whom those on the list are looked for. */
const DISTRIBUTORS_LOOKED_AT = 500;

/** The first orders on the list of a retailer's distributors, in the order of ids. */
async function* firstOfDistributors(ctx: QueryCtx, { _id }: Doc<"users">, list: OrderList) {
  const rows = ctx.db.query("orders");
  const first = (of: "next" | "list", distributorId: Id<"users"> | undefined) =>
    rows
      .withIndex("by_pair_list", (q) => {
        const own = q.eq("retailerId", _id);
        if (distributorId === undefined) return own;
        if (of === "next") return own.gt("distributorId", distributorId);
        return own.eq("distributorId", distributorId).eq("retailerList", list);
      })
      .first();
  let any = await first("next", undefined);
  for (let n = 0; any !== null && n < DISTRIBUTORS_LOOKED_AT; n += 1) {
    const { distributorId, retailerList } = any;
    const order = retailerList === list ? any : await first("list", distributorId);
    if (order !== null) yield order;
    any = await first("next", distributorId);
  }
}

/** The first orders on the list of a distributor's retailers, in the order of ids. */
async function* firstOfRetailers(ctx: QueryCtx, { _id }: Doc<"users">, list: OrderList) {
  const next = (after: Id<"users"> | undefined) =>
    ctx.db
      .query("orders")
      .withIndex("by_distributor_partner", (q) => {
        const ofList = q.eq("distributorId", _id).eq("distributorList", list);
        return after === undefined ? ofList : ofList.gt("retailerId", after);
      })
      .first();
  for (let order = await next(undefined); order !== null; order = await next(order.retailerId))
    yield order;
}

/**
 * Those with whom the caller has orders on the list, by the names that their lists show, at most ORDER_PARTNERS_MAX. Reads one order of each, the oldest: a new
 * order of a known partner changes nothing.
 */
export async function partnersOn(
  ctx: QueryCtx,
  user: Doc<"users">,
  list: OrderList,
): Promise<OrderPartner[]> {
  const isRetailer = user.role === "retailer";
  const firstOrders = (isRetailer ? firstOfDistributors : firstOfRetailers)(ctx, user, list);
  const partners: OrderPartner[] = [];
  for await (const order of firstOrders) {
    partners.push(
      isRetailer
        ? {
            partnerId: order.distributorId,
            name: order.distributorName,
            companyName: order.companyName,
          }
        : { partnerId: order.retailerId, name: order.userName, shopName: order.shopName },
    );
    if (partners.length === ORDER_PARTNERS_MAX) break;
  }
  const shownName = ({ name, companyName }: OrderPartner) =>
    tradeName({ name, business: companyName });
  return partners.sort((a, b) => shownName(a).localeCompare(shownName(b)));
}
