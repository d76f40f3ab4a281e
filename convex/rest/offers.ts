/** The calls about offers of fewer pieces, or at more tax than was agreed on. The distributor's answer to an order (`wholeOrders.ts`) makes them. */
import { createRoute, z } from "@hono/zod-openapi";
import { OFFER_STATES } from "../../domain/orderAnswer";
import { internal } from "../_generated/api";
import { toOfferPayload } from "../webhooks/payload";
import type { OfferView } from "../orders/offerView";
import { linkNext, ok, pageAnswer, pageOf, pageQuery, policy, refusals } from "./call";
import type { RestApp } from "./env";
import { addedTaxPercent } from "./productTax";

const calls = internal.rest.calls.offers;

export const Offer = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    state: z.enum(OFFER_STATES),
    deliveryBefore: z.string().openapi({ example: "2026-12-31" }),
    createdAt: z.string(),
    expiresAt: z.string(),
    answeredAt: z.string().nullable(),
    distributorName: z.string(),
    distributorEmail: z.string(),
    userName: z.string(),
    userEmail: z.string(),
    shopName: z.string(),
    lines: z.array(
      z.object({
        orderId: z.string().openapi({ description: "The id of the line." }),
        productName: z.string(),
        askedQuantity: z.number().int(),
        quantity: z.number().int().openapi({ description: "Pieces that are offered; 0: none." }),
        price: z.number().openapi({ description: "Rupees, of one piece." }),
        addedTaxPercent: addedTaxPercent.optional(),
      }),
    ),
  })
  .openapi("Offer");

/** The same payload as in webhooks. */
const toOffer: (offer: OfferView) => z.infer<typeof Offer> = toOfferPayload;

const request = { params: z.object({ id: z.string() }) };

const offers = {
  open: createRoute({
    method: "get",
    path: "/api/offers",
    tags: ["orders"],
    summary: "The caller's open offers, the newest first",
    description: "Those that a retailer can agree to, or whose answer a distributor waits for.",
    ...policy({ who: ["retailer", "distributor"] }),
    request: { query: z.object(pageQuery) },
    responses: { 200: pageAnswer(Offer), ...refusals(400, 401, 403) },
  }),
  agree: createRoute({
    method: "post",
    path: "/api/offers/{id}/agree",
    tags: ["orders"],
    summary: "Agree to an offer: its order is accepted with the pieces and the tax that it says",
    description:
      "Lines of no pieces are rejected, the rest has one invoice. Always this offer: one that was replaced, withdrawn or not answered in time is refused with 409 `OFFER_CLOSED` and its `state`. Agreeing again answers the same invoice.",
    ...policy({ who: ["retailer"] }),
    request,
    responses: {
      200: ok(z.object({ offer: Offer, invoiceId: z.string().nullable() })),
      ...refusals(401, 403, 404, 409),
    },
  }),
  decline: createRoute({
    method: "post",
    path: "/api/offers/{id}/decline",
    tags: ["orders"],
    summary: "Decline an offer: its order waits for another answer",
    ...policy({ who: ["retailer"] }),
    request,
    responses: { 200: ok(z.object({ offer: Offer })), ...refusals(401, 403, 404, 409) },
  }),
  withdraw: createRoute({
    method: "post",
    path: "/api/offers/{id}/withdraw",
    tags: ["orders"],
    summary: "Take an offer back: its order waits for another answer",
    ...policy({ who: ["distributor"] }),
    request,
    responses: { 200: ok(z.object({ offer: Offer })), ...refusals(401, 403, 404, 409) },
  }),
};

export function addOffers(app: RestApp): void {
  app.openapi(offers.open, async (c) => {
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(c.req.valid("query")) };
    const result = await c.env.runQuery(calls.open, asked);
    linkNext(c, result);
    return c.json(result.page.map(toOffer), 200);
  });
  app.openapi(offers.agree, async (c) => {
    const asked = { caller: c.get("caller"), offerId: c.req.valid("param").id };
    const { offer, invoiceId } = await c.env.runMutation(calls.agree, asked);
    return c.json({ offer: toOffer(offer), invoiceId }, 200);
  });
  app.openapi(offers.decline, async (c) => {
    const asked = { caller: c.get("caller"), offerId: c.req.valid("param").id };
    return c.json({ offer: toOffer(await c.env.runMutation(calls.decline, asked)) }, 200);
  });
  app.openapi(offers.withdraw, async (c) => {
    const asked = { caller: c.get("caller"), offerId: c.req.valid("param").id };
    return c.json({ offer: toOffer(await c.env.runMutation(calls.withdraw, asked)) }, 200);
  });
}
