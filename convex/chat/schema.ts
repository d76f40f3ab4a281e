/** The tables of the chat. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BY_ONCE, onceField } from "../once";

/** The ticks of a message, in the only order in which they come. */
export const messageStatus = v.union(v.literal("sent"), v.literal("delivered"), v.literal("read"));

export const chatTables = {
  /** One row per (retailer, distributor), made when they are connected (by `internal.ts` for connections of before that rule), never deleted: a removed connection ends posting, not reading. */
  conversations: defineTable({
    retailerId: v.id("users"),
    distributorId: v.id("users"),
    /** The newest message, kept here so that the list of conversations reads no messages. Both absent while nothing was said; the text is empty for a picture without one. */
    lastContent: v.optional(v.string()),
    lastAt: v.optional(v.number()),
    /** Messages that this party has not read. */
    unreadByRetailer: v.number(),
    unreadByDistributor: v.number(),
  })
    .index("by_pair", ["retailerId", "distributorId"])
    .index("by_retailer", ["retailerId", "lastAt"])
    .index("by_distributor", ["distributorId", "lastAt"])
    .index("by_retailer_unread", ["retailerId", "unreadByRetailer"])
    .index("by_distributor_unread", ["distributorId", "unreadByDistributor"]),

  /** Appended by the sender; only the receiver moves the status, only forwards. Never deleted. */
  messages: defineTable({
    conversationId: v.id("conversations"),
    senderId: v.id("users"),
    receiverId: v.id("users"),
    /** Empty for a picture without text. */
    content: v.string(),
    /** An upload of the sender; absent: text alone. */
    imageId: v.optional(v.id("_storage")),
    status: messageStatus,
    once: onceField,
  })
    .index("by_conversation", ["conversationId"])
    .index("by_unread", ["receiverId", "conversationId", "status"])
    .index("by_receiver_status", ["receiverId", "status"])
    .index("by_once", BY_ONCE),
};
