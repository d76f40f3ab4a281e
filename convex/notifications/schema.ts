/** The tables of notifications: what each person was told, and how they want to be told. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lowAllowance } from "../auth/storedBytes";
import {
  DIGESTS,
  NOTIFICATION_ANSWERS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
} from "../../domain/notifications";

export const notificationKind = v.union(...NOTIFICATION_KINDS.map((kind) => v.literal(kind)));
export const notificationAnswer = v.union(
  ...NOTIFICATION_ANSWERS.map((answer) => v.literal(answer)),
);
const notificationChannel = v.union(...NOTIFICATION_CHANNELS.map((channel) => v.literal(channel)));
const digest = v.union(...DIGESTS.map((times) => v.literal(times)));

/** Settings as the table and the functions have them. */
export const settingsFields = {
  channels: v.array(v.object({ kind: notificationKind, channels: v.array(notificationChannel) })),
  quietFrom: v.optional(v.number()),
  quietTo: v.optional(v.number()),
  digest,
  showsSums: v.boolean(),
  repeatsSound: v.boolean(),
};

/** The content of a notification. */
const newsFields = {
  kind: notificationKind,
  /** The reader itself where no partner is concerned: `storageLow`. */
  partnerId: v.id("users"),
  partnerName: v.string(),
  productName: v.optional(v.string()),
  /** The picture of that product. */
  imageId: v.optional(v.id("_storage")),
  lineCount: v.optional(v.number()),
  paise: v.optional(v.number()),
  answer: v.optional(notificationAnswer),
  allowance: v.optional(lowAllowance),
  /** Address in the app; opening it, or the list that it is a part of, sets `readAt` of all notifications that lead there. */
  path: v.string(),
  /** Id of the order, offer, payment, credit note, conversation or connection, or the name of an allowance; an answer to it ends `isToDo`. */
  subject: v.string(),
};

/** A change that a transaction leaves to the fold: news for a user, or that the user answered, or saw, what notifications tell of. */
export const notificationChange = v.union(
  v.object({
    type: v.literal("news"),
    readerId: v.id("users"),
    news: v.object(newsFields),
    /** Set where the last unread one on the same subject is renewed instead. */
    isAgain: v.optional(v.literal(true)),
  }),
  v.object({ type: v.literal("answered"), readerId: v.id("users"), subject: v.string() }),
  v.object({ type: v.literal("seen"), readerId: v.id("users"), subject: v.string() }),
);

export const notificationTables = {
  /** Written by the fold, at most a second after what it tells; read by its reader, deleted 90 days after. */
  notifications: defineTable({
    userId: v.id("users"),
    ...newsFields,
    /** The moment of the latest message, where it tells of several. */
    at: v.number(),
    /** Absent: not read yet. */
    readAt: v.optional(v.number()),
    /** Set while it waits for its reader's answer. */
    isToDo: v.optional(v.literal(true)),
    /** Set if it is only pushed or mailed, because its reader wants no such notifications in the bell. */
    isHidden: v.optional(v.literal(true)),
    /** Set once a mail has told of it: no other one does. */
    isMailed: v.optional(v.literal(true)),
  })
    .index("by_user", ["userId", "isHidden", "at"])
    .index("by_user_to_do", ["userId", "isHidden", "isToDo", "at"])
    .index("by_user_unread", ["userId", "isHidden", "readAt", "path"])
    .index("by_user_subject", ["userId", "subject", "isToDo"]),

  /** One row for each person who changed a setting; without it `defaultSettings` of their role holds. Deleted with the account's details. */
  notificationSettings: defineTable({
    userId: v.id("users"),
    ...settingsFields,
  }).index("by_user", ["userId"]),

  /** One row for each person and time of a mail that tells what is unread by then. Written with the first such notification, deleted with the mail. */
  notificationDigests: defineTable({
    userId: v.id("users"),
    /** When the mail is due. */
    at: v.number(),
    /** The moment of its oldest notification. */
    since: v.number(),
  })
    .index("by_user", ["userId", "at"])
    .index("by_at", ["at"]),
};
