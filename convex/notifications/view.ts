/** A notification as its reader sees it. */
import { v, type Infer } from "convex/values";
import type { NotificationFacts } from "../../domain/notifications";
import type { Doc } from "../_generated/dataModel";
import { lowAllowance } from "../auth/storedBytes";
import { notificationAnswer, notificationKind } from "./schema";

export const notificationRow = v.object({
  id: v.id("notifications"),
  kind: notificationKind,
  at: v.number(),
  partnerName: v.string(),
  productName: v.optional(v.string()),
  lineCount: v.optional(v.number()),
  paise: v.optional(v.number()),
  answer: v.optional(notificationAnswer),
  allowance: v.optional(lowAllowance),
  path: v.string(),
  isRead: v.boolean(),
});

export type NotificationRow = Infer<typeof notificationRow>;

/** Returns the facts that a notification's texts are made of. */
export function factsOf(notification: Doc<"notifications">): NotificationFacts {
  const { kind, partnerName, productName, lineCount, paise, answer, allowance, path } =
    notification;
  return { kind, partnerName, productName, lineCount, paise, answer, allowance, path };
}

export function toNotificationRow(notification: Doc<"notifications">): NotificationRow {
  const { _id: id, at, readAt } = notification;
  return { id, ...factsOf(notification), at, isRead: readAt !== undefined };
}
