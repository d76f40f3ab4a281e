/** The functions behind the placement calls of REST. */
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { spend } from "../../auth/limits";
import { requireOwnOrder, requireOwnPlacement } from "../../orders/find";
import { linesOf } from "../../orders/group";
import { place as placeOrders } from "../../orders/place";
import { type OrderView, orderView, toOrderView } from "../../orders/view";
import { restMutation, restQuery } from "../caller";

function viewsOf(ctx: QueryCtx, orders: readonly Doc<"orders">[]): Promise<OrderView[]> {
  return Promise.all(orders.map((order) => toOrderView(ctx, order)));
}

type Fields = Record<string, unknown>;

/** Orders as the answer to a key keeps them: what all have in common once, for a hundred messages and addresses would be too large a row. */
type Packed = { readonly common: Fields; readonly own: readonly Fields[] };

function pack(orders: readonly Fields[]): Packed {
  const [first = {}, ...others] = orders;
  const isCommon = (name: string) => others.every((order) => order[name] === first[name]);
  const only = (order: Fields, isWanted: (name: string) => boolean): Fields =>
    Object.fromEntries(Object.entries(order).filter(([name]) => isWanted(name)));
  return {
    common: only(first, isCommon),
    own: orders.map((order) => only(order, (name) => !isCommon(name))),
  };
}

/** The function's own `returns` checks that they are orders. */
function unpack({ common, own }: Packed): OrderView[] {
  return own.map((fields) => ({ ...common, ...fields }) as OrderView);
}

/** One order per line, or none. Errors: TOO_MANY {retryAfterMs}, and those of `orders/place.ts`. */
export const place = restMutation("retailer")({
  args: {
    placementKey: v.string(),
    msg: v.string(),
    lines: v.array(
      v.object({ productId: v.string(), quantity: v.number(), pricePaise: v.optional(v.number()) }),
    ),
    fromBasket: v.optional(v.boolean()),
  },
  returns: v.array(orderView),
  handler: async (ctx, request) =>
    unpack(
      await ctx.once(async () => {
        await spend(ctx, "ordersPlaced", ctx.user._id);
        const orderIds = await placeOrders(ctx, ctx.user, request, Date.now());
        const orders = await Promise.all(orderIds.map((id) => requireOwnOrder(ctx, ctx.user, id)));
        return pack(await viewsOf(ctx, orders));
      }),
    ),
});

/** The orders of a placement, for its two parties. Errors: NOT_FOUND. */
export const one = restQuery(
  "retailer",
  "distributor",
)({
  args: { placementId: v.string() },
  returns: v.array(orderView),
  handler: async (ctx, { placementId }) => {
    const placement = await requireOwnPlacement(ctx, ctx.user, placementId);
    return viewsOf(ctx, await linesOf(ctx, placement._id));
  },
});
