/** The calls about the terms on which a distributor takes orders. */
import { createRoute, z } from "@hono/zod-openapi";
import { ANSWER_DAYS_MAX, OPEN_ORDERS_SETTING_MAX } from "../../domain/limits";
import { paiseOfRupees, rupeesOfPaise } from "../../domain/money";
import type { OrderTerms as Terms } from "../../domain/orderTerms";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import { json, ok, policy, refusals } from "./call";
import type { RestApp } from "./env";

const calls = internal.rest.calls.users;

const OrderBounds = z
  .object({
    sharePercent: z.number().openapi({
      description: "Of each product's stock, what one retailer may have pending and reserved.",
      minimum: 1,
      maximum: 100,
    }),
    orders: z.number().nullable().openapi({
      description: "Orders and reservations that one retailer may have waiting; null for any.",
      minimum: 1,
      maximum: OPEN_ORDERS_SETTING_MAX,
    }),
  })
  .openapi("OrderBounds");

const boundFields = {
  connected: OrderBounds.openapi({ description: "For connected retailers." }),
  newcomer: OrderBounds.openapi({ description: "For all others." }),
  answerDays: z.number().openapi({
    description: "Days until a pending order that nobody answered is rejected.",
    minimum: 1,
    maximum: ANSWER_DAYS_MAX,
  }),
};

const OrderTerms = z
  .object({
    ...boundFields,
    minOrder: z.number().optional().openapi({
      description: "Rupees: the smallest sum of an order. Absent if there is none.",
      example: 500,
    }),
    networkOnly: z.literal(true).optional().openapi({
      description: "Orders are taken from connected retailers only. Absent: from everyone.",
    }),
  })
  .openapi("OrderTerms");

const OrderTermsChanges = z
  .object({
    ...boundFields,
    minOrder: z.number().openapi({ minimum: 0, description: "Rupees. 0 removes it." }),
    networkOnly: z.boolean(),
  })
  .partial()
  .openapi("OrderTermsChanges");

function toTerms(terms: Terms): z.infer<typeof OrderTerms> {
  const { connected, newcomer, answerDays, minOrderPaise, networkOnly } = terms;
  return {
    connected,
    newcomer,
    answerDays,
    ...(minOrderPaise !== undefined && { minOrder: rupeesOfPaise(minOrderPaise) }),
    ...(networkOnly === true && { networkOnly }),
  };
}

const terms = {
  read: createRoute({
    method: "get",
    path: "/api/users/order-terms",
    tags: ["users"],
    summary: "The caller's terms for orders",
    ...policy({ who: ["distributor"] }),
    responses: { 200: ok(OrderTerms), ...refusals(401, 403) },
  }),
  change: createRoute({
    method: "put",
    path: "/api/users/order-terms",
    tags: ["users"],
    summary: "Change the caller's terms for orders: the fields that are sent",
    ...policy({ who: ["distributor"], body: "json", invalid: "BAD_TERMS" }),
    request: { body: json(OrderTermsChanges) },
    responses: { 200: ok(OrderTerms), ...refusals(400, 401, 403, 413, 415, 429) },
  }),
};

export function addOrderTerms(app: RestApp): void {
  app.openapi(terms.read, async (c) =>
    c.json(toTerms(await c.env.runQuery(calls.orderTerms, { caller: c.get("caller") })), 200),
  );
  app.openapi(terms.change, async (c) => {
    const { minOrder, ...changes } = c.req.valid("json");
    const minOrderPaise =
      minOrder === undefined ? undefined : (paiseOfRupees(minOrder) ?? fail("BAD_TERMS"));
    const asked = { caller: c.get("caller"), ...changes, minOrderPaise };
    return c.json(toTerms(await c.env.runMutation(calls.changeOrderTerms, asked)), 200);
  });
}
