/** The calls that move an order on, take it off a list, or change its message. */
import { createRoute, z } from "@hono/zod-openapi";
import type { FieldCode } from "../../domain/errors";
import { MESSAGE_MAX, REASON_MAX } from "../../domain/limits";
import { internal } from "../_generated/api";
import { ok, json, refusals, policy } from "./call";
import {
  acceptanceRefused,
  Delivery,
  invalidDelivery,
  MISSING_TEXT,
  toDestination,
} from "./delivery";
import { Message, ignored } from "./entities";
import type { RestApp } from "./env";
import { Order, toNamedOrder } from "./orders";

const calls = internal.rest.calls.orders;

const Answer = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("accepted"),
    deliveryBefore: z.string().nullish().openapi({ example: "2026-12-31" }),
    delivery: Delivery.nullish(),
  }),
  z.object({
    status: z.literal("rejected"),
    orderCancelReason: z.string().nullish().openapi({ maxLength: REASON_MAX }),
  }),
]);

/** A status that the call doesn't know is one mistake; a date or reason of the wrong kind another. */
const ANSWER_FIELDS: Readonly<Record<string, FieldCode>> = {
  deliveryBefore: "BAD_DELIVERY_DATE",
  orderCancelReason: "NO_REASON",
};

const id = z.object({ id: z.string() });
const orderId = z.object({ orderId: z.string() });

const distributorsMoves = {
  answer: createRoute({
    method: "patch",
    path: "/api/orders/status/{id}",
    tags: ["orders"],
    summary: "Accept an order with a delivery date, or reject it with a reason",
    description: `Accepting issues the invoice in the same step; a rejection returns the pieces to the stock. An order that needs more GST on top of its price than was agreed on stays pending, as an offer. ${MISSING_TEXT}`,
    ...policy({
      who: ["distributor"],
      body: "json",
      invalid: (field) => invalidDelivery(field) ?? { code: ANSWER_FIELDS[field] ?? "BAD_STATUS" },
    }),
    request: { params: id, body: json(Answer) },
    responses: {
      200: ok(Order),
      ...refusals(400, 401, 403, 404, 413, 415),
      ...acceptanceRefused,
    },
  }),
  complete: createRoute({
    method: "put",
    path: "/api/orders/{id}/status",
    tags: ["orders"],
    summary: "Complete an accepted order; the moment is the server's",
    ...policy({
      who: ["distributor"],
      body: "json",
      invalid: "BAD_STATUS",
      words: { ILLEGAL_MOVE: "Failed to update order status." },
    }),
    request: {
      params: id,
      body: json(z.object({ status: z.literal("completed"), completedOn: ignored })),
    },
    responses: { 200: ok(Order), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  remove: createRoute({
    method: "delete",
    path: "/api/orders/status/{id}",
    tags: ["orders"],
    summary: "Take a rejected order off the distributor's lists",
    ...policy({
      who: ["distributor"],
      words: { ILLEGAL_MOVE: "Failed to delete order. Please try again later." },
    }),
    request: { params: id },
    responses: { 200: ok(Message), ...refusals(401, 403, 404, 409) },
  }),
};

export const REMOVED = { message: "Order removed successfully." };

function addDistributorsMoves(app: RestApp): void {
  app.openapi(distributorsMoves.answer, async (c) => {
    const sent = c.req.valid("json");
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    const order =
      sent.status === "accepted"
        ? await c.env.runMutation(calls.accept, {
            ...asked,
            deliveryBefore: sent.deliveryBefore ?? "",
            delivery: toDestination(sent.delivery),
          })
        : await c.env.runMutation(calls.reject, { ...asked, reason: sent.orderCancelReason ?? "" });
    return c.json(toNamedOrder(order), 200);
  });
  app.openapi(distributorsMoves.complete, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    return c.json(toNamedOrder(await c.env.runMutation(calls.complete, asked)), 200);
  });
  app.openapi(distributorsMoves.remove, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    await c.env.runMutation(calls.remove, asked);
    return c.json(REMOVED, 200);
  });
}

const REWORD_TERMS = {
  who: ["retailer"],
  body: "json",
  invalid: "NO_MESSAGE",
  words: { ILLEGAL_MOVE: "Failed to update the message." },
} as const;

const newWords = z.string().openapi({ minLength: 1, maxLength: MESSAGE_MAX });

const retailersMoves = {
  cancel: createRoute({
    method: "patch",
    path: "/api/orders/retail/status/{orderId}",
    tags: ["orders"],
    summary: "Cancel a pending order with a reason; its pieces return to the stock",
    ...policy({
      who: ["retailer"],
      body: "json",
      invalid: (field) => ({ code: field === "msg" ? "NO_REASON" : "BAD_STATUS" }),
      words: { ILLEGAL_MOVE: "Failed to cancel the order and update product stock." },
    }),
    request: {
      params: orderId,
      body: json(
        z.object({
          status: z.literal("cancelled"),
          msg: z.string().nullish().openapi({
            description: "The reason, with or without 'Cancelled by Retailer. Reason: ' before it.",
            maxLength: REASON_MAX,
          }),
        }),
      ),
    },
    responses: { 200: ok(Order), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  reword: createRoute({
    method: "patch",
    path: "/api/orders/retail/msg/{orderId}",
    tags: ["orders"],
    summary: "Change the message of a pending or accepted order",
    ...policy(REWORD_TERMS),
    request: { params: orderId, body: json(z.object({ msg: newWords })) },
    responses: { 200: ok(Order), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  updateMessage: createRoute({
    method: "put",
    path: "/api/orders/update-message/{orderId}",
    tags: ["orders"],
    summary: "The same under its other name",
    ...policy(REWORD_TERMS),
    request: { params: orderId, body: json(z.object({ newMessage: newWords })) },
    responses: { 200: ok(Order), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  remove: createRoute({
    method: "delete",
    path: "/api/orders/delete-rejected/{orderId}",
    tags: ["orders"],
    summary: "Take a rejected, cancelled or completed order off the retailer's lists",
    ...policy({
      who: ["retailer"],
      words: { ILLEGAL_MOVE: "Failed to remove the order. Please try again." },
    }),
    request: { params: orderId },
    responses: { 200: ok(Message), ...refusals(401, 403, 404, 409) },
  }),
};

function addRetailersMoves(app: RestApp): void {
  app.openapi(retailersMoves.cancel, async (c) => {
    const asked = { caller: c.get("caller"), ...c.req.valid("param") };
    const reason = c.req.valid("json").msg ?? "";
    return c.json(toNamedOrder(await c.env.runMutation(calls.cancel, { ...asked, reason })), 200);
  });
  app.openapi(retailersMoves.reword, async (c) => {
    const asked = { caller: c.get("caller"), ...c.req.valid("param"), ...c.req.valid("json") };
    return c.json(toNamedOrder(await c.env.runMutation(calls.reword, asked)), 200);
  });
  app.openapi(retailersMoves.updateMessage, async (c) => {
    const { newMessage: msg } = c.req.valid("json");
    const asked = { caller: c.get("caller"), ...c.req.valid("param"), msg };
    return c.json(toNamedOrder(await c.env.runMutation(calls.reword, asked)), 200);
  });
  app.openapi(retailersMoves.remove, async (c) => {
    await c.env.runMutation(calls.remove, { caller: c.get("caller"), ...c.req.valid("param") });
    return c.json(REMOVED, 200);
  });
}

export function addOrderMoves(app: RestApp): void {
  addDistributorsMoves(app);
  addRetailersMoves(app);
}
