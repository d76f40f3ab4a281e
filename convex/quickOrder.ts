/** Public functions of quick order: a basket filled from the keyboard, or from a spreadsheet. */
import { v } from "convex/values";
import { retailerMutation, retailerQuery } from "./functions";
import { quickLine, refusedLine, setLines } from "./quickOrder/add";
import { matchTexts, productMatch } from "./quickOrder/match";

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
