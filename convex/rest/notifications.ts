/** The calls about notifications: what the bell of the caller's screens shows. */
import { createRoute, z } from "@hono/zod-openapi";
import { BADGE_MAX, NOTIFICATIONS_READ_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { NOTIFICATION_ANSWERS, NOTIFICATION_KINDS } from "../../domain/notifications";
import { notificationText } from "../../domain/notificationTexts";
import { ROLES } from "../../domain/roles";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import type { NotificationRow } from "../notifications/view";
import { json, linkNext, ok, pageAnswer, pageOf, pageQuery, policy, refusals } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";

const calls = internal.rest.calls.notifications;

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

function toNotification(row: NotificationRow): z.infer<typeof Notification> {
  const { id, kind, at, isRead, partnerName, productName, lineCount, paise, answer, path } = row;
  const { title, body } = notificationText(row, { showsSums: true });
  return {
    _id: id,
    kind,
    createdAt: isoTime(at),
    read: isRead,
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

const notifications = {
  list: createRoute({
    method: "get",
    path: "/api/notifications",
    tags: ["notifications"],
    summary: "The caller's notifications, the newest first",
    description: "Of the last 90 days. Administrators have none.",
    ...policy({ who: ROLES }),
    request: {
      query: z.object({
        ...pageQuery,
        toDo: z
          .enum(["true", "false"])
          .optional()
          .openapi({ description: "`true`: those alone that wait for the caller's answer." }),
      }),
    },
    responses: { 200: pageAnswer(Notification), ...refusals(400, 401) },
  }),
  read: createRoute({
    method: "post",
    path: "/api/notifications/read",
    tags: ["notifications"],
    summary: "The caller has read these notifications, or all",
    description:
      "Either `ids`, all of which are the caller's or nothing changes, or `all`. Of very many, some are read a moment later. What waits for an answer still does.",
    ...policy({ who: ROLES, body: "json" }),
    request: {
      body: json(
        z.object({
          ids: z
            .array(z.string())
            .nullish()
            .openapi({ minItems: 1, maxItems: NOTIFICATIONS_READ_MAX }),
          all: z.boolean().nullish(),
        }),
      ),
    },
    responses: {
      200: ok(
        z.object({
          unread: z
            .number()
            .int()
            .openapi({
              description: `Notifications that are unread now; ${BADGE_MAX} stands for more.`,
            }),
        }),
      ),
      ...refusals(400, 401, 404, 413, 415),
    },
  }),
};

export function addNotifications(app: RestApp): void {
  app.openapi(notifications.list, async (c) => {
    const { toDo, ...page } = c.req.valid("query");
    const filter = toDo === "true" ? ("toDo" as const) : ("all" as const);
    const asked = { caller: c.get("caller"), filter, paginationOpts: pageOf(page) };
    const result = await c.env.runQuery(calls.list, asked);
    linkNext(c, result);
    return c.json(result.page.map(toNotification), 200);
  });
  app.openapi(notifications.read, async (c) => {
    const { ids, all } = c.req.valid("json");
    // One of the two, so that a forgotten list does not read everything.
    if ((ids ?? null) === null ? all !== true : all === true) return fail("BAD_REQUEST");
    const asked = { caller: c.get("caller"), ...(ids && { ids }) };
    return c.json({ unread: await c.env.runMutation(calls.read, asked) }, 200);
  });
}
