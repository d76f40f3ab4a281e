/** The calls about notifications: what the bell of the caller's screens shows. */
import { z } from "@hono/zod-openapi";
import { BADGE_MAX, NOTIFICATIONS_READ_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { NOTIFICATION_ANSWERS, NOTIFICATION_KINDS } from "../../domain/notifications";
import { notificationText } from "../../domain/notificationTexts";
import { ROLES } from "../../domain/roles";
import type { Doc } from "../_generated/dataModel";
import { fail } from "../errors";
import { countUnread, listNotifications } from "../notifications/list";
import { markEachRead, readBatch } from "../notifications/read";
import { isoTime } from "./entities";
import { type Operation, list, mutation, ok } from "./operation";

const Notification = z
  .object({
    _id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    createdAt: z.string(),
    read: z.boolean(),
    title: z.string().openapi({ example: "Order from Corner Shop" }),
    text: z.string().openapi({ description: "A second line; may be empty." }),
    partnerName: z.string().openapi({ description: "Shop or company of the other party." }),
    productName: z.string().nullable().openapi({ description: "Of the first line." }),
    lines: z.number().int().nullable().openapi({
      description: "Lines of an order or offer; messages that came since the last was read.",
    }),
    amount: z.number().nullable().openapi({ description: "In rupees." }),
    answer: z.enum(NOTIFICATION_ANSWERS).nullable(),
    path: z.string().openapi({
      description: "Address in the app of what it is about.",
      example: "/pendingorders_dist",
    }),
  })
  .openapi("Notification");

function toNotification(row: Doc<"notifications">): z.infer<typeof Notification> {
  const { _id, kind, at, readAt, partnerName, productName, lineCount, paise, answer, path } = row;
  const { title, body } = notificationText(row, { showsSums: true });
  return {
    _id,
    kind,
    createdAt: isoTime(at),
    read: readAt !== undefined,
    title,
    text: body,
    partnerName,
    productName: productName ?? null,
    lines: lineCount ?? null,
    amount: paise === undefined ? null : rupeesOfPaise(paise),
    answer: answer ?? null,
    path,
  };
}

export const NOTIFICATION_OPERATIONS: readonly Operation[] = [
  list({
    call: "GET /api/notifications",
    summary: "The caller's notifications, the newest first",
    description: "Of the last 90 days. Administrators have none.",
    who: ROLES,
    query: {
      toDo: z
        .enum(["true", "false"])
        .optional()
        .openapi({ description: "`true`: those alone that wait for the caller's answer." }),
    },
    row: Notification,
    rows: (ctx, page, { query: { toDo } }) =>
      listNotifications(ctx, ctx.user, toDo === "true" ? "toDo" : "all", page),
    toRow: toNotification,
  }),
  mutation({
    call: "POST /api/notifications/read",
    summary: "The caller has read these notifications, or all",
    description:
      "Either `ids`, all of which are the caller's or nothing changes, or `all`. Of very many, some are read a moment later. What waits for an answer still does.",
    who: ROLES,
    body: z.object({
      ids: z.array(z.string()).nullish().openapi({ minItems: 1, maxItems: NOTIFICATIONS_READ_MAX }),
      all: z.boolean().nullish(),
    }),
    answer: ok(
      z.object({
        unread: z
          .number()
          .int()
          .openapi({
            description: `Notifications that are unread now; ${BADGE_MAX} stands for more.`,
          }),
      }),
    ),
    errors: ["NOT_FOUND"],
    example: { json: { all: true } },
    run: async (ctx, { body: { ids, all } }) => {
      const now = Date.now();
      // One of the two, so that a forgotten list does not read everything.
      if (ids ? all === true : all !== true) fail("BAD_REQUEST");
      if (ids) await markEachRead(ctx, ctx.user, ids, now);
      else await readBatch(ctx, { userId: ctx.user._id, until: now });
      return { unread: await countUnread(ctx, ctx.user) };
    },
  }),
];
