/** The calls that place several products at once, and show what was placed. */
import { createRoute, z } from "@hono/zod-openapi";
import { MESSAGE_MAX, ORDER_LINES_MAX, ORDER_QUANTITY_MAX } from "../../domain/limits";
import { paiseOfRupees } from "../../domain/money";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import type { OrderView } from "../orders/view";
import { created, idempotency, json, ok, policy, refusals } from "./call";
import { isoTime } from "./entities";
import type { RestApp } from "./env";
import { Order, toOrder } from "./orders";

const calls = internal.rest.calls.placements;

const Placement = z
  .object({
    _id: z.string(),
    createdAt: z.string(),
    orders: z.array(Order).openapi({ description: "One for each line." }),
  })
  .openapi("Placement");

function toPlacement(orders: readonly OrderView[]): z.infer<typeof Placement> {
  const { placementId: _id, createdAt } = orders[0] ?? fail("NOT_FOUND");
  return { _id, createdAt: isoTime(createdAt), orders: orders.map(toOrder) };
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
        }),
      )
      .default([])
      .openapi({ minItems: 1, maxItems: ORDER_LINES_MAX }),
    msg: z.string().default("").openapi({ minLength: 1, maxLength: MESSAGE_MAX }),
    fromBasket: z.boolean().nullish().openapi({
      description:
        "Takes the lines out of the basket in the same step, where it has them like this.",
    }),
  })
  .openapi("NewPlacement");

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
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: ok(Placement), ...refusals(401, 403, 404) },
  }),
};

export function addPlacements(app: RestApp): void {
  app.openapi(placement.place, async (c) => {
    const { lines, msg, fromBasket } = c.req.valid("json");
    // Before it becomes arguments of a function, which may have some thousands.
    if (lines.length > ORDER_LINES_MAX) fail("TOO_MANY_LINES", { max: ORDER_LINES_MAX });
    const orders = await c.env.runMutation(calls.place, {
      caller: c.get("caller"),
      once: c.get("once"),
      placementKey: crypto.randomUUID(),
      msg,
      lines: lines.map(({ productId, quantity, price }) => ({
        productId,
        quantity,
        // Finer than a paisa it is no product's price: compared as it is, and answered with both.
        pricePaise: price == null ? undefined : (paiseOfRupees(price) ?? price * 100),
      })),
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
}
