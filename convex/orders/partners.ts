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

/** The first order on the list of the next partner, in the order of ids. */
function firstOfNext(
  ctx: QueryCtx,
  user: Doc<"users">,
  list: OrderList,
  after: Id<"users"> | undefined,
): Promise<Doc<"orders"> | null> {
  const orders = ctx.db.query("orders");
  if (user.role === "retailer")
    return orders
      .withIndex("by_retailer_partner", (q) => {
        const ofList = q.eq("retailerId", user._id).eq("retailerList", list);
        return after === undefined ? ofList : ofList.gt("distributorId", after);
      })
      .first();
  return orders
    .withIndex("by_distributor_partner", (q) => {
      const ofList = q.eq("distributorId", user._id).eq("distributorList", list);
      return after === undefined ? ofList : ofList.gt("retailerId", after);
    })
    .first();
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
  const partners: OrderPartner[] = [];
  while (partners.length < ORDER_PARTNERS_MAX) {
    const order = await firstOfNext(ctx, user, list, partners.at(-1)?.partnerId);
    if (order === null) break;
    partners.push(
      isRetailer
        ? {
            partnerId: order.distributorId,
            name: order.distributorName,
            companyName: order.companyName,
          }
        : { partnerId: order.retailerId, name: order.userName, shopName: order.shopName },
    );
  }
  const shownName = ({ name, companyName }: OrderPartner) =>
    tradeName({ name, business: companyName });
  return partners.sort((a, b) => shownName(a).localeCompare(shownName(b)));
}
