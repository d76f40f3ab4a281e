/** Public functions of tax details: what a business says of itself for its documents. */
import { v } from "convex/values";
import { memberMutation } from "./functions";
import { saveTaxDetails } from "./tax/details";
import { taxDetails } from "./users/schema";

/** Replaces all tax details; null forgets them. Errors: see `tax/details.ts`. */
export const save = memberMutation({
  args: {
    details: v.union(
      v.null(),
      v.object({ ...taxDetails, stateCode: v.string(), pincode: v.string() }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { details }) => {
    await saveTaxDetails(ctx, ctx.user, details);
    return null;
  },
});
