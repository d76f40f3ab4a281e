/** Public functions of quick order: a basket filled from the keyboard, or from a spreadsheet. */
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { retailerMutation, retailerQuery, retailerSharedQuery } from "./functions";
import { quickLine, refusedLine, setLines } from "./quickOrder/add";
import { matchTexts, productMatch } from "./quickOrder/match";
import {
  learnChoices,
  listNames,
  orderHabits,
  productName,
  readHabits,
  readHits,
  wordChoice,
} from "./quickOrder/orderText";
import { productHit } from "./search/products";

/** Products that the texts mean, at most MATCH_TEXTS_MAX of them. Errors: BAD_REQUEST. */
export const match = retailerQuery({
  args: { texts: v.array(v.string()) },
  returns: v.array(productMatch),
  handler: (ctx, { texts }) => matchTexts(ctx, texts),
});

/** Sets many lines of the basket; what is refused is named, and hinders nothing else. Errors: BAD_REQUEST. */
export const add = retailerMutation({
  args: { lines: v.array(quickLine) },
  returns: v.object({ refused: v.array(refusedLine) }),
  handler: async (ctx, { lines }) => ({ refused: await setLines(ctx, ctx.user, lines) }),
});

/** The shop's habits, by which its browser reads an order by text. */
export const habits = retailerQuery({
  args: {},
  returns: orderHabits,
  handler: (ctx) => readHabits(ctx, ctx.user),
});

/** The names of a distributor's products. Errors: NOT_FOUND. */
export const names = retailerSharedQuery({
  args: { distributorId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(productName),
  handler: (ctx, { distributorId, paginationOpts }) =>
    listNames(ctx, distributorId, paginationOpts),
});

/** Those of the products that are on sale. Errors: BAD_REQUEST. */
export const hits = retailerSharedQuery({
  args: { productIds: v.array(v.string()) },
  returns: v.array(productHit),
  handler: (ctx, { productIds }) => readHits(ctx, productIds),
});

/** Notes the products that were chosen for words, for this retailer alone. Errors: BAD_REQUEST, TOO_MANY {retryAfterMs}. */
export const learn = retailerMutation({
  args: { choices: v.array(wordChoice) },
  returns: v.null(),
  handler: async (ctx, { choices }) => {
    await learnChoices(ctx, ctx.user, choices);
    return null;
  },
});
