/** The calls that place several products at once, show what was placed, and answer it. */
import { createRoute, z } from "@hono/zod-openapi";
import { MESSAGE_MAX, ORDER_LINES_MAX, ORDER_QUANTITY_MAX, REASON_MAX } from "../../domain/limits";
import { paiseOfRupees } from "../../domain/money";
import { SHORTAGE_RULES } from "../../domain/orderAnswer";
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
import { isoTime } from "./entities";
import type { RestApp } from "./env";
import { Order, toOrder } from "./orders";
import { addedTaxPercent, sentTaxBp } from "./productTax";

const calls = internal.rest.calls.placements;

const shortage = z.enum(SHORTAGE_RULES).openapi({
  description:
    "If the distributor has fewer pieces: `ask` makes them an offer to agree to, `sendLess` has them sent at once.",
});

const Placement = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    shortage,
    orders: z.array(Order).openapi({ description: "One for each line." }),
  })
  .openapi("Placement");

function toPlacement(orders: readonly OrderView[]): z.infer<typeof Placement> {
  const { placementId: _id, createdAt, shortageRule = "ask" } = orders[0] ?? fail("NOT_FOUND");
  const shared = { _id, createdAt: isoTime(createdAt), shortage: shortageRule };
  return { ...shared, orders: orders.map(toOrder) };
}

const NewPlacement = z
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
  .openapi("NewPlacement");

/** Of the placement, or of an order in it: those that were placed alone name no placement. */
const params = z.object({
  id: z.string().openapi({ description: "The placement's, or that of an order in it." }),
});

const placement = {
  place: createRoute({
    method: "post",
    path: "/api/placements",
    tags: ["orders"],
    summary: "Place several products of one distributor at once",
    description:
      "All lines become orders or none does. If some of several are refused: 409 `LINES_REFUSED`, and `lines` has the refusal of each with its `productId`.",
    ...policy({
      who: ["retailer"],
      body: "json",
      once: true,
      words: { UNAUTHENTICATED: "Please log in to place an order." },
    }),
    request: { headers: idempotency, body: json(NewPlacement) },
    responses: {
      201: created(
        z.object({ success: z.literal(true), message: z.string(), placement: Placement }),
      ),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
    },
  }),
  one: createRoute({
    method: "get",
    path: "/api/placements/{id}",
    tags: ["orders"],
    summary: "What was placed together, for its two parties",
    ...policy({ who: ["retailer", "distributor"] }),
    request: { params },
    responses: { 200: ok(Placement), ...refusals(401, 403, 404) },
  }),
};

const Acceptance = z
  .object({
    deliveryBefore: z.string().nullish().openapi({ example: "2026-12-31" }),
    delivery: Delivery.nullish(),
    lines: z
      .array(
        z.object({
          orderId: z.string(),
          quantity: z.number().nullish().openapi({
            description: "Pieces to be sent, 0 to those that were asked for; without it all.",
            minimum: 0,
            maximum: ORDER_QUANTITY_MAX,
          }),
        }),
      )
      .nullish()
      .openapi({
        description:
          "Without it: all pending lines, in full. Lines that are left out stay pending.",
        minItems: 1,
        maxItems: ORDER_LINES_MAX,
      }),
  })
  .openapi("Acceptance");

const answers = {
  accept: createRoute({
    method: "post",
    path: "/api/placements/{id}/accept",
    tags: ["orders"],
    summary: "Accept lines of a placement together, with one invoice, or offer fewer pieces",
    description: `With fewer pieces of a line than asked nothing is accepted yet if the placement's \`shortage\` is \`ask\`: the answer has an \`offerId\` in place of an \`invoiceId\`, and the retailer agrees or declines within 48 hours. Lines of 0 pieces are rejected with the others' acceptance; if all are, there is neither id. The same answer again changes nothing and has the same ids. ${MISSING_TEXT}`,
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
          placement: Placement,
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
    path: "/api/placements/{id}/reject",
    tags: ["orders"],
    summary: "Reject all pending lines of a placement with a reason",
    description:
      "Their pieces return to the stock, and an open offer of fewer ends. The same answer again changes nothing.",
    ...policy({ who: ["distributor"], body: "json", invalid: () => ({ code: "NO_REASON" }) }),
    request: {
      params,
      body: json(
        z.object({ orderCancelReason: z.string().nullish().openapi({ maxLength: REASON_MAX }) }),
      ),
    },
    responses: {
      200: ok(z.object({ placement: Placement })),
      ...refusals(400, 401, 403, 404, 409, 413, 415),
    },
  }),
};

function addAnswers(app: RestApp): void {
  app.openapi(answers.accept, async (c) => {
    const { deliveryBefore, delivery, lines } = c.req.valid("json");
    // Before it becomes arguments of a function, which may have some thousands.
    if (lines != null && lines.length > ORDER_LINES_MAX) fail("BAD_LINES");
    const { orders, ...ids } = await c.env.runMutation(calls.accept, {
      caller: c.get("caller"),
      placementId: c.req.valid("param").id,
      deliveryBefore: deliveryBefore ?? "",
      delivery: toDestination(delivery),
      lines: lines?.map(({ orderId, quantity }) => ({ orderId, quantity: quantity ?? undefined })),
    });
    return c.json({ placement: toPlacement(orders), ...ids }, 200);
  });
  app.openapi(answers.reject, async (c) => {
    const orders = await c.env.runMutation(calls.reject, {
      caller: c.get("caller"),
      placementId: c.req.valid("param").id,
      reason: c.req.valid("json").orderCancelReason ?? "",
    });
    return c.json({ placement: toPlacement(orders) }, 200);
  });
}

export function addPlacements(app: RestApp): void {
  app.openapi(placement.place, async (c) => {
    const { lines, msg, shortage: shortageRule, fromBasket } = c.req.valid("json");
    // Before it becomes arguments of a function, which may have some thousands.
    if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
    const orders = await c.env.runMutation(calls.place, {
      caller: c.get("caller"),
      once: c.get("once"),
      placementKey: crypto.randomUUID(),
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
    return c.json({ success: true as const, message, placement: toPlacement(orders) }, 201);
  });
  app.openapi(placement.one, async (c) => {
    const { id: placementId } = c.req.valid("param");
    const asked = { caller: c.get("caller"), placementId };
    return c.json(toPlacement(await c.env.runQuery(calls.one, asked)), 200);
  });
  addAnswers(app);
}
