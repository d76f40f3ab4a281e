/** Public functions of a retailer's basket. */
import { v } from "convex/values";
import * as adding from "./basket/add";
import { listBasket, quantitiesOf, setLine } from "./basket/lines";
import * as saving from "./basket/saved";
import { listUsual, usualBasket } from "./basket/usual";
import { basketView } from "./basket/view";
import { retailerMutation, retailerQuery } from "./functions";
import { addOrdered as addOrderLines } from "./orders/again";

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

/** Each line with how it differs from what was wanted. */
const added = v.object({ added: v.array(adding.addedLine) });

/** Adds lines: see `addLines` of `basket/add.ts`. */
export const add = retailerMutation({
  args: { lines: v.array(v.object({ productId: v.string(), quantity: v.number() })) },
  returns: added,
  handler: async (ctx, { lines }) => ({ added: await adding.addNamed(ctx, ctx.user, lines) }),
});

/** Adds the lines of this order. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}. */
export const addOrdered = retailerMutation({
  args: { orderId: v.string() },
  returns: added,
  handler: async (ctx, { orderId }) => ({
    added: await addOrderLines(ctx, ctx.user, orderId),
  }),
});

/** The products that the retailer usually orders, by distributors. */
export const usual = retailerQuery({
  args: {},
  returns: usualBasket,
  handler: (ctx) => listUsual(ctx, ctx.user),
});

export const saved = retailerQuery({
  args: {},
  returns: v.array(saving.savedBasketView),
  handler: (ctx) => saving.listSaved(ctx, ctx.user),
});

/** Saves the basket as it is. Errors: see `basket/saved.ts`. */
export const save = retailerMutation({
  args: { name: v.string() },
  returns: v.object({ savedBasketId: v.id("savedBaskets") }),
  handler: async (ctx, { name }) => ({
    savedBasketId: await saving.saveBasket(ctx, ctx.user, name),
  }),
});

/** Adds the lines of a saved basket, which stays saved. Errors: NOT_FOUND, TOO_MANY {retryAfterMs}. */
export const addSaved = retailerMutation({
  args: { savedBasketId: v.string() },
  returns: added,
  handler: async (ctx, { savedBasketId }) => ({
    added: await saving.addSaved(ctx, ctx.user, savedBasketId),
  }),
});

/** Errors: see `basket/saved.ts`. */
export const renameSaved = retailerMutation({
  args: { savedBasketId: v.string(), name: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await saving.renameSaved(ctx, ctx.user, args);
    return null;
  },
});

/** Errors: NOT_FOUND. */
export const deleteSaved = retailerMutation({
  args: { savedBasketId: v.string() },
  returns: v.null(),
  handler: async (ctx, { savedBasketId }) => {
    await saving.deleteSaved(ctx, ctx.user, savedBasketId);
    return null;
  },
});
