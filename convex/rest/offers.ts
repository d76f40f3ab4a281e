/** The calls about offers of fewer pieces, or at more tax than was agreed on. The distributor's answer to an order (`orderMoves.ts`) makes them. */
import { z } from "@hono/zod-openapi";
import { OFFER_STATES } from "../../domain/orderAnswer";
import type { TradeRole } from "../../domain/roles";
import { fail } from "../errors";
import { agree, AGREE_ERRORS, decline, requireOwnOffer, withdraw } from "../orders/offerAnswers";
import { listOffers } from "../orders/offerList";
import { toOfferView } from "../orders/offerView";
import { PARTY_FIELDS, toOfferPayload } from "../webhooks/payload";
import { fields } from "./entities";
import { list, mutation, ok, type Operation, type WriteCtx } from "./operation";
import { addedTaxPercent } from "./productTax";

export const Offer = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    state: z.enum(OFFER_STATES),
    deliveryBefore: z.string().openapi({ example: "2026-12-31" }),
    createdAt: z.string(),
    expiresAt: z.string(),
    answeredAt: z.string().nullable(),
    ...fields(z.string(), ...PARTY_FIELDS),
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

/** Returns an own offer as it is after an answer. */
async function answeredOffer(ctx: WriteCtx, id: string): Promise<z.infer<typeof Offer>> {
  const offer = await requireOwnOffer(ctx, ctx.user, id);
  return toOfferPayload((await toOfferView(ctx, offer)) ?? fail("NOT_FOUND"));
}

const needs = {
  OFFER: {
    words: "the _id of a row of GET /api/offers; POST /api/orders/{id}/accept makes offers",
  },
};

/** Defines the call by which a party ends an offer; its order waits for another answer. */
function closing(move: "decline" | "withdraw", role: TradeRole, summary: string): Operation {
  return mutation({
    call: `POST /api/offers/{id}/${move}`,
    tag: "orders",
    summary,
    who: [role],
    isEssential: true,
    answer: ok(z.object({ offer: Offer })),
    errors: ["NOT_FOUND", "OFFER_CLOSED"],
    example: { needs },
    run: async (ctx, { params: { id } }) => {
      await { decline, withdraw }[move](ctx, ctx.user, id, Date.now());
      return { offer: await answeredOffer(ctx, id) };
    },
  });
}

export const OFFER_OPERATIONS: readonly Operation[] = [
  list({
    call: "GET /api/offers",
    tag: "orders",
    summary: "The caller's open offers, the newest first",
    description: "Those that a retailer can agree to, or whose answer a distributor waits for.",
    who: ["retailer", "distributor"],
    row: Offer,
    rows: (ctx, page) => listOffers(ctx, ctx.user, undefined, page),
    toRow: toOfferPayload,
  }),
  mutation({
    call: "POST /api/offers/{id}/agree",
    tag: "orders",
    isEssential: true,
    summary: "Agree to an offer: its order is accepted with the pieces and the tax that it says",
    description:
      "Lines of no pieces are rejected, the rest has one invoice. Always this offer: one that was replaced, withdrawn or not answered in time is refused with 409 `OFFER_CLOSED` and its `state`. Agreeing again answers the same invoice.",
    who: ["retailer"],
    answer: ok(z.object({ offer: Offer, invoiceId: z.string().nullable() })),
    errors: AGREE_ERRORS,
    example: { needs },
    run: async (ctx, { params: { id } }) => {
      const invoiceId = await agree(ctx, ctx.user, id, Date.now());
      return { offer: await answeredOffer(ctx, id), invoiceId };
    },
  }),
  closing("decline", "retailer", "Decline an offer: its order waits for another answer"),
  closing("withdraw", "distributor", "Take an offer back: its order waits for another answer"),
];
