/** The calls about the terms on which a distributor takes orders. */
import { z } from "@hono/zod-openapi";
import { ORDER_TERM_FIELDS } from "../../domain/fields/orderTerms";
import { paiseOfRupees, rupeesOfPaise } from "../../domain/money";
import type { OrderTerms as Terms } from "../../domain/orderTerms";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { saveTerms, termsOf } from "../orders/terms";
import { bodyField } from "./fields";
import { mutation, ok, query } from "./operation";

const OrderBounds = z
  .object({
    sharePercent: bodyField(ORDER_TERM_FIELDS.sharePercent, {
      description: "Of each product's stock, what one retailer may have pending and reserved.",
    }),
    orders: bodyField(ORDER_TERM_FIELDS.orders, {
      description: "Orders and reservations that one retailer may have waiting; null for any.",
    }).nullable(),
  })
  .openapi("OrderBounds");

const OrderTerms = z
  .object({
    connected: OrderBounds.openapi({ description: "For connected retailers." }),
    newcomer: OrderBounds.openapi({ description: "For all others." }),
    answerDays: bodyField(ORDER_TERM_FIELDS.answerDays, {
      description: "Days until a pending order that nobody answered is rejected.",
    }),
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
    ...OrderTerms.shape,
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
    minOrder: minOrderPaise === undefined ? undefined : rupeesOfPaise(minOrderPaise),
    networkOnly: networkOnly === true ? networkOnly : undefined,
  };
}

const described = { who: ["distributor"], answer: ok(OrderTerms) } as const;

export const ORDER_TERMS_OPERATIONS = [
  query({
    ...described,
    call: "GET /api/users/order-terms",
    summary: "The caller's terms for orders",
    run: (ctx) => Promise.resolve(toTerms(termsOf(ctx.user))),
  }),
  mutation({
    ...described,
    call: "PUT /api/users/order-terms",
    summary: "Change the caller's terms for orders: the fields that are sent",
    body: OrderTermsChanges,
    invalid: "BAD_TERMS",
    errors: ["BAD_TERMS", "TOO_MANY"],
    example: { json: { answerDays: 10 } },
    run: async (ctx, { body }) => {
      const { minOrderPaise: before, networkOnly: wasNetworkOnly, ...bounds } = termsOf(ctx.user);
      const { minOrder, networkOnly = wasNetworkOnly, ...changes } = body;
      const minOrderPaise =
        minOrder === undefined ? before : (paiseOfRupees(minOrder) ?? fail("BAD_TERMS"));
      await spend(ctx, "memberChanges", ctx.user._id);
      const terms = {
        ...bounds,
        ...changes,
        ...(minOrderPaise !== 0 && { minOrderPaise }),
        ...(networkOnly === true && { networkOnly }),
      };
      await saveTerms(ctx, ctx.user, terms);
      return toTerms(terms);
    },
  }),
];
