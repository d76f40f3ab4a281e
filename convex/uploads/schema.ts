/** Table of uploaded pictures and their owners. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const uploadPurpose = v.union(v.literal("image"), v.literal("qrCode"));

export const uploadTables = {
  /**
   * Written after its file was stored. Claimed by the row that shows it; unclaimed after a day, it is swept together with its file, as
   * is a file that an interruption left without it.
   */
  uploads: defineTable({
    imageId: v.id("_storage"),
    purpose: uploadPurpose,
    /** One of the two: whoever is signed in, or a ticket of the sign-up. Neither: an import fetched it, and nobody can choose it. */
    userId: v.optional(v.id("users")),
    verificationId: v.optional(v.id("verifications")),
    claimed: v.boolean(),
    /** True once its product shows another one while orders and invoices show it still: it is never deleted. */
    shownByProduct: v.optional(v.boolean()),
    /** True once a message showed it: messages are never deleted, so it is not, either. */
    shownByMessage: v.optional(v.boolean()),
  })
    .index("by_image", ["imageId"])
    .index("by_user", ["userId"])
    .index("by_verification", ["verificationId"])
    .index("by_claimed", ["claimed"]),
};
