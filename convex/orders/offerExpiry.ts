/** Internal functions of offers. */
import { v } from "convex/values";
import { internalMutation } from "../functions";
import { closeOffer } from "./offerClose";

/** Scheduled by each offer for its end; one that was closed before stays as it is. */
export const expire = internalMutation({
  args: { offerId: v.id("offers") },
  returns: v.null(),
  handler: async (ctx, { offerId }): Promise<null> => {
    await closeOffer(ctx, offerId, { state: "expired", actor: null, now: Date.now() });
    return null;
  },
});
