/** The calls that place several products at once, show the order with its lines, and answer, complete or remove it as a whole. */
import { createRoute, z } from "@hono/zod-openapi";
import { MESSAGE_MAX, ORDER_LINES_MAX, ORDER_QUANTITY_MAX, REASON_MAX } from "../../domain/limits";
import { paiseOfRupees } from "../../domain/money";
import { SHORTAGE_RULES } from "../../domain/orderAnswer";
import { ORDER_STATUSES } from "../../domain/orderLifecycle";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import type { OrderView } from "../orders/view";
import { created, idempotency, json, ok, policy, refusals } from "./call";
import {
  acceptanceRefused,
  Delivery,
  invalidDelivery,
  MISSING_TEXT,
  toDestination,
} from "./delivery";
import { isoTime, Message } from "./entities";
import type { RestApp } from "./env";
import { REMOVED } from "./orderMoves";
import { Order, toOrders } from "./orders";
import { addedTaxPercent, sentTaxBp } from "./productTax";

const calls = internal.rest.calls.wholeOrders;

const shortage = z.enum(SHORTAGE_RULES).openapi({
  description:
    "If the distributor has fewer pieces: `ask` makes them an offer to agree to, `sendLess` has them sent at once.",
});

const WholeOrder = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    status: z.enum(ORDER_STATUSES).openapi({
      description: "Lines that were refused alone have another: `rejected` or `cancelled`.",
    }),
    shortage,
    lines: z.array(Order).openapi({ description: "As they are on the lists." }),
  })
  .openapi("WholeOrder");

function toWholeOrder(order: OrderView): z.infer<typeof WholeOrder> {
  const { _id, createdAt, status, shortageRule = "ask" } = order;
  const own = { _id, createdAt: isoTime(createdAt), status, shortage: shortageRule };
  return { ...own, lines: toOrders(order) };
}

const NewWholeOrder = z
  .object({
    lines: z
      .array(
        z.object({
          productId: z.string().default(""),
          quantity: z.number().default(0).openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
          price: z.number().nullish().openapi({
            description:
              "Rupees for one piece at this quantity. If it is not the price any more: 409.",
          }),
          addedTaxPercent: addedTaxPercent.nullish(),
        }),
      )
      .default([])
      .openapi({ minItems: 1, maxItems: ORDER_LINES_MAX }),
    msg: z.string().default("").openapi({ minLength: 1, maxLength: MESSAGE_MAX }),
    shortage: shortage.nullish().openapi({
      description:
        "Without it: `ask`. If the distributor has fewer pieces, they are an offer, or are sent at once (`sendLess`).",
    }),
    fromBasket: z.boolean().nullish().openapi({
      description:
        "Takes the lines out of the basket in the same step, where it has them like this.",
    }),
  })
  .openapi("NewWholeOrder");

const params = z.object({
  id: z
    .string()
    .openapi({ description: "The order's. An order of one line has that of its line." }),
});

const orders = {
  place: createRoute({
    method: "post",
    path: "/api/orders",
    tags: ["orders"],
    summary: "Place an order of several products of one distributor",
    description:
      "All lines are ordered or none is. If some of several are refused: 409 `LINES_REFUSED`, and `lines` has the refusal of each with its `productId`.",
    ...policy({
      who: ["retailer"],
      body: "json",
      once: true,
      words: { UNAUTHENTICATED: "Please log in to place an order." },
    }),
    request: { headers: idempotency, body: json(NewWholeOrder) },
    responses: {
      201: created(z.object({ success: z.literal(true), message: z.string(), order: WholeOrder })),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
    },
  }),
  one: createRoute({
    method: "get",
    path: "/api/orders/{id}",
    tags: ["orders"],
    summary: "An order with its lines, for its two parties and administrators",
    ...policy({ who: ["retailer", "distributor", "admin"] }),
    request: {
      params: z.object({
        id: z.string().openapi({ description: "The order's, or that of a line of it." }),
      }),
    },
    responses: { 200: ok(WholeOrder), ...refusals(401, 403, 404) },
  }),
};

const Acceptance = z
  .object({
    deliveryBefore: z.string().nullish().openapi({ example: "2026-12-31" }),
    delivery: Delivery.nullish(),
    lines: z
      .array(
        z.object({
          lineId: z.string().openapi({ description: "The `_id` of the line." }),
          quantity: z.number().openapi({
            description: "Pieces to be sent, 0 to those that were asked for.",
            minimum: 0,
            maximum: ORDER_QUANTITY_MAX,
          }),
        }),
      )
      .nullish()
      .openapi({
        description:
          "Lines of which fewer pieces than asked are sent. The others are sent in full.",
        maxItems: ORDER_LINES_MAX,
      }),
  })
  .openapi("Acceptance");

const Reason = z.object({
  orderCancelReason: z.string().nullish().openapi({ maxLength: REASON_MAX }),
});

const whole = { 200: ok(z.object({ order: WholeOrder })) };

const answers = {
  accept: createRoute({
    method: "post",
    path: "/api/orders/{id}/accept",
    tags: ["orders"],
    summary: "Accept an order with its lines and one invoice, or offer fewer pieces",
    description: `With fewer pieces of a line than asked nothing is accepted yet if the order's \`shortage\` is \`ask\`: the answer has an \`offerId\` in place of an \`invoiceId\`, and the retailer agrees or declines within 48 hours. Lines of 0 pieces are rejected with the others' acceptance; if all are, there is neither id. The same answer again changes nothing and has the same ids. ${MISSING_TEXT}`,
    ...policy({
      who: ["distributor"],
      body: "json",
      words: { BAD_QUANTITY: "Quantity (must be from 0 to the pieces that were asked for)" },
      invalid: (field) =>
        field === "deliveryBefore"
          ? { code: "BAD_DELIVERY_DATE" }
          : (invalidDelivery(field) ?? { code: "BAD_REQUEST", field }),
    }),
    request: { params, body: json(Acceptance) },
    responses: {
      200: ok(
        z.object({
          order: WholeOrder,
          invoiceId: z.string().nullable(),
          offerId: z.string().nullable(),
        }),
      ),
      ...refusals(400, 401, 403, 404, 413, 415, 429),
      ...acceptanceRefused,
    },
  }),
  reject: createRoute({
    method: "post",
    path: "/api/orders/{id}/reject",
    tags: ["orders"],
    summary: "Reject an order with all its lines, with a reason",
    description:
      "Its pieces return to the stock, and an open offer of fewer ends. The same answer again changes nothing.",
    ...policy({ who: ["distributor"], body: "json", invalid: () => ({ code: "NO_REASON" }) }),
    request: { params, body: json(Reason) },
    responses: { ...whole, ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  cancel: createRoute({
    method: "post",
    path: "/api/orders/{id}/cancel",
    tags: ["orders"],
    summary: "Cancel a pending order with all its lines, with a reason",
    description:
      "Its pieces return to the stock, and an open offer of fewer ends. The same again changes nothing.",
    ...policy({ who: ["retailer"], body: "json", invalid: () => ({ code: "NO_REASON" }) }),
    request: { params, body: json(Reason) },
    responses: { ...whole, ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  complete: createRoute({
    method: "post",
    path: "/api/orders/{id}/complete",
    tags: ["orders"],
    summary: "Complete an accepted order with all its lines; the moment is the server's",
    ...policy({ who: ["distributor"] }),
    request: { params },
    responses: { ...whole, ...refusals(401, 403, 404, 409) },
  }),
  remove: createRoute({
    method: "delete",
    path: "/api/orders/{id}",
    tags: ["orders"],
    summary:
      "Take a rejected or cancelled order off the caller's lists, or a retailer's completed one",
    ...policy({ who: ["retailer", "distributor"] }),
    request: { params },
    responses: { 200: ok(Message), ...refusals(401, 403, 404, 409) },
  }),
};

function addAnswers(app: RestApp): void {
  app.openapi(answers.accept, async (c) => {
    const { deliveryBefore, delivery, lines } = c.req.valid("json");
    // Before it becomes arguments of a function, which may have some thousands.
    if (lines != null && lines.length > ORDER_LINES_MAX) fail("BAD_LINES");
    const { order, ...ids } = await c.env.runMutation(calls.accept, {
      caller: c.get("caller"),
      orderId: c.req.valid("param").id,
      deliveryBefore: deliveryBefore ?? "",
      delivery: toDestination(delivery),
      lines: lines ?? undefined,
    });
    return c.json({ order: toWholeOrder(order), ...ids }, 200);
  });
  app.openapi(answers.reject, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    const reason = c.req.valid("json").orderCancelReason ?? "";
    const order = await c.env.runMutation(calls.reject, { ...asked, reason });
    return c.json({ order: toWholeOrder(order) }, 200);
  });
  app.openapi(answers.cancel, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    const reason = c.req.valid("json").orderCancelReason ?? "";
    const order = await c.env.runMutation(calls.cancel, { ...asked, reason });
    return c.json({ order: toWholeOrder(order) }, 200);
  });
  app.openapi(answers.complete, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    const order = await c.env.runMutation(calls.complete, asked);
    return c.json({ order: toWholeOrder(order) }, 200);
  });
  app.openapi(answers.remove, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    await c.env.runMutation(calls.remove, asked);
    return c.json(REMOVED, 200);
  });
}

const FIXED_PATH = /^\/api\/orders\/[\w-]+$/;

/** The specification's calls have paths in the place of an order's id: another method is not known there. */
function keepFixedPaths(app: RestApp): void {
  const paths = app.routes.map(({ path }) => path).filter((path) => FIXED_PATH.test(path));
  for (const path of new Set(paths)) app.all(path, (c) => c.notFound());
}

export function addWholeOrders(app: RestApp): void {
  keepFixedPaths(app);
  app.openapi(orders.place, async (c) => {
    const { lines, msg, shortage: shortageRule, fromBasket } = c.req.valid("json");
    // Before it becomes arguments of a function, which may have some thousands.
    if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
    const order = await c.env.runMutation(calls.place, {
      caller: c.get("caller"),
      once: c.get("once"),
      msg,
      lines: lines.map(({ productId, quantity, price, ...sent }) => ({
        productId,
        quantity,
        // Finer than a paisa it is no product's price: compared as it is, and answered with both.
        pricePaise: price == null ? undefined : (paiseOfRupees(price) ?? price * 100),
        addedTaxBp: sentTaxBp(sent.addedTaxPercent),
      })),
      shortageRule: shortageRule ?? undefined,
      fromBasket: fromBasket ?? undefined,
    });
    const message = "Your order has been placed successfully!";
    return c.json({ success: true as const, message, order: toWholeOrder(order) }, 201);
  });
  app.openapi(orders.one, async (c) => {
    const asked = { caller: c.get("caller"), orderId: c.req.valid("param").id };
    return c.json(toWholeOrder(await c.env.runQuery(calls.one, asked)), 200);
  });
  addAnswers(app);
}
