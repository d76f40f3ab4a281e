/** The table of API keys. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const keyScope = v.union(v.literal("read"), v.literal("write"));

export const developerTables = {
  /** One per key that a user made for a program. Deleted when it is revoked or the account closed; nobody can read the key again. */
  apiKeys: defineTable({
    userId: v.id("users"),
    name: v.string(),
    /** Its first characters, so that its owner knows which one it is. */
    start: v.string(),
    /** SHA-256, base64. */
    keyHash: v.string(),
    /** "write" reads too. */
    scope: keyScope,
    /** To the minute; absent: never used. */
    lastUsedAt: v.optional(v.number()),
  })
    .index("by_hash", ["keyHash"])
    .index("by_user", ["userId"]),
};
