/** Public functions of a retailer's basket. */
import { v } from "convex/values";
import { countBasket, listBasket, setLine } from "./basket/lines";
import { basketView } from "./basket/view";
import { retailerMutation, retailerQuery } from "./functions";

export const lines = retailerQuery({
  args: {},
  returns: basketView,
  handler: (ctx) => listBasket(ctx, ctx.user),
});

export const count = retailerQuery({
  args: {},
  returns: v.number(),
  handler: (ctx) => countBasket(ctx, ctx.user),
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
