/** Public functions of a retailer's basket. */
import { v } from "convex/values";
import { listBasket, quantitiesOf, setLine } from "./basket/lines";
import { basketView } from "./basket/view";
import { retailerMutation, retailerQuery } from "./functions";

export const lines = retailerQuery({
  args: {},
  returns: basketView,
  handler: (ctx) => listBasket(ctx, ctx.user),
});

/** Product ids and quantities alone: for the figure on the badge, and for product cards. */
export const quantities = retailerQuery({
  args: {},
  returns: v.array(v.object({ productId: v.id("products"), quantity: v.number() })),
  handler: (ctx) => quantitiesOf(ctx, ctx.user),
});

/** Absolute, so that sending it twice does no harm; 0 removes the line. Errors: see `basket/lines.ts`. */
export const set = retailerMutation({
  args: { productId: v.string(), quantity: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await setLine(ctx, ctx.user, args);
    return null;
  },
});
