/** A notification as its reader sees it. */
import { v, type Infer } from "convex/values";
import type { NotificationFacts } from "../../domain/notifications";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { lowAllowance } from "../auth/storedBytes";
import { rowReader } from "../rows";
import { shortPicture, shortPictureOf } from "../uploads/short";
import { notificationAnswer, notificationKind } from "./schema";

export const notificationRow = v.object({
  id: v.id("notifications"),
  kind: notificationKind,
  at: v.number(),
  partnerName: v.string(),
  productName: v.optional(v.string()),
  /** Of the product, else of the partner. */
  picture: shortPicture,
  lineCount: v.optional(v.number()),
  paise: v.optional(v.number()),
  answer: v.optional(notificationAnswer),
  allowance: v.optional(lowAllowance),
  path: v.string(),
  isRead: v.boolean(),
});

type NotificationRow = Infer<typeof notificationRow>;

/** Returns the facts that a notification's texts are made of. */
export function factsOf(notification: Doc<"notifications">): NotificationFacts {
  const { kind, partnerName, productName, lineCount, paise, answer, allowance, path } =
    notification;
  return { kind, partnerName, productName, lineCount, paise, answer, allowance, path };
}

/** Returns a function that makes the rows of a page, and reads each partner once. */
export function notificationRows(ctx: QueryCtx) {
  const getUser = rowReader(ctx, "users");
  return async (notification: Doc<"notifications">): Promise<NotificationRow> => {
    const { _id: id, at, readAt, partnerId, userId } = notification;
    // The market itself has no picture: its notifications name their reader as the partner.
    const partner = partnerId === userId ? null : await getUser(partnerId);
    const imageId = notification.imageId ?? partner?.imageId;
    const picture = imageId === undefined ? null : await shortPictureOf(ctx, imageId);
    return { id, ...factsOf(notification), picture, at, isRead: readAt !== undefined };
  };
}
