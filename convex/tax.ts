/** Public functions of tax details: what a business says of itself for its documents. */
import { v } from "convex/values";
import { memberMutation } from "./functions";
import { saveTaxDetails } from "./tax/details";

/** In place of all details of before; null forgets them. Errors: see `tax/details.ts`. */
export const save = memberMutation({
  args: {
    details: v.union(
      v.null(),
      v.object({
        gstin: v.optional(v.string()),
        legalName: v.optional(v.string()),
        stateCode: v.string(),
        pincode: v.string(),
        gstScheme: v.optional(v.union(v.literal("regular"), v.literal("composition"))),
        turnoverAbove5Cr: v.optional(v.boolean()),
        pricesExcludeTax: v.optional(v.boolean()),
        roundsToRupee: v.optional(v.boolean()),
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { details }) => {
    await saveTaxDetails(ctx, ctx.user, details);
    return null;
  },
});
