/** The calls about payments: what a retailer says it paid, and what a distributor says it received. Mandi takes no money. */
import { z } from "@hono/zod-openapi";
import {
  CHEQUE_BANK_MAX,
  NAMED_INVOICES_MAX,
  PAID_DAYS_MAX,
  REASON_MAX,
  REFERENCE_MAX,
} from "../../domain/limits";
import { AMOUNT } from "../../domain/fields/payment";
import { paiseOfRupees } from "../../domain/money";
import { PAYMENT_STATES } from "../../domain/paymentLifecycle";
import { PAYMENT_METHODS } from "../../domain/paymentMethods";
import { TRADE_ROLES, type TradeRole } from "../../domain/roles";
import type { Id } from "../_generated/dataModel";
import { fail } from "../errors";
import { listPayments, listWaiting } from "../payments/list";
import { movePayment, objectTo, requireOwnPayment } from "../payments/moves";
import { TELL_PAYMENT_ERRORS, tellPayment } from "../payments/claims";
import { toPaymentView } from "../payments/view";
import { type SentPicture, findSentPicture } from "../uploads/find";
import { PARTY_FIELDS, toPaymentPayload } from "../webhooks/payload";
import { fields, withoutNulls } from "./entities";
import { asDistributor, todayInIndia } from "./exampleParts";
import { bodyField } from "./fields";
import { partner } from "./khata";
import { created, list, mutation, ok, type Operation, type WriteCtx } from "./operation";

export const Payment = z
  .object({
    _id: z.string(),
    state: z.enum(PAYMENT_STATES),
    amount: z.number().openapi({ description: "In rupees." }),
    method: z.enum(PAYMENT_METHODS),
    reference: z.string().nullable(),
    bank: z.string().optional().openapi({ description: "Of a cheque alone, as it was told." }),
    paidOn: z.string().openapi({ description: "A day in India, YYYY-MM-DD." }),
    invoiceIds: z.array(z.string()),
    recordedBy: z.enum(TRADE_ROLES),
    createdAt: z.string(),
    reason: z.string().nullable().openapi({ description: "Of a dispute or reversal." }),
    objection: z.string().nullable(),
    proof: z.string().nullable(),
    ...fields(z.string(), ...PARTY_FIELDS),
  })
  .openapi("Payment");

const NewPayment = z
  .object({
    partnerId: z.string(),
    amount: bodyField(AMOUNT, { description: "Rupees.", example: 1_500 }),
    method: z.enum(PAYMENT_METHODS),
    reference: z.string().nullish().openapi({
      description:
        "UPI: 12 digits. Bank: 12, 16 or 22 letters and digits. Cheque: its 6 digits. Cash has none.",
      maxLength: REFERENCE_MAX,
    }),
    bank: z.string().nullish().openapi({
      description:
        "The bank of a cheque; other payments have none. Without it a cheque is compared with those of the same retailer alone.",
      maxLength: CHEQUE_BANK_MAX,
    }),
    paidOn: z.string().openapi({
      description: `A day in India, one of the last ${PAID_DAYS_MAX}.`,
      example: "2026-12-31",
    }),
    invoiceIds: z.array(z.string()).max(NAMED_INVOICES_MAX).nullish().openapi({
      description: "Invoices that it is for, in this order; what is left pays the oldest sums.",
    }),
    proof: z.string().nullish().openapi({
      description: "The address of the caller's own upload (`POST /api/upload/image`).",
    }),
    imageId: z.string().nullish().openapi({ description: "The same upload by its id." }),
    advance: z.boolean().nullish().openapi({
      description:
        "True if more than is owed is meant: what is left pays later invoices. Without it: 409 `ADVANCE_NOT_MEANT` with `advance`.",
    }),
  })
  .openapi("NewPayment");

const PaymentAnswer = z.object({ payment: Payment });

/** Returns an own payment as it is after a change. */
async function readPayment(ctx: WriteCtx, id: string): Promise<z.infer<typeof PaymentAnswer>> {
  const view = await toPaymentView(ctx, await requireOwnPayment(ctx, ctx.user, id));
  return { payment: toPaymentPayload(view ?? fail("NOT_FOUND")) };
}

/** Errors: NO_IMAGE if a picture was sent that names none. */
async function findProof(ctx: WriteCtx, sent: SentPicture): Promise<Id<"_storage"> | undefined> {
  if (sent.imageId === undefined && sent.url === undefined) return undefined;
  return (await findSentPicture(ctx, ctx.user, sent)) ?? fail("NO_IMAGE");
}

/** The calls that move a payment have these in common. */
const moving = { answer: ok(PaymentAnswer), errors: ["NOT_FOUND", "PAYMENT_CLOSED"] } as const;

/** Moves a payment without a reason. */
async function move(ctx: WriteCtx, paymentId: string, to: "confirm" | "withdraw") {
  await movePayment(ctx, ctx.user, to, { paymentId, reason: "" }, Date.now());
  return readPayment(ctx, paymentId);
}

/** Defines a call by which a party says, with a reason, that a payment is wrong. */
function withReason(
  verb: "dispute" | "reverse" | "object",
  role: TradeRole,
  texts: Pick<Operation, "summary" | "description" | "example">,
): Operation {
  return mutation({
    ...moving,
    ...texts,
    call: `POST /api/payments/{id}/${verb}`,
    who: [role],
    body: z.object({ reason: z.string().nullish().openapi({ maxLength: REASON_MAX }) }),
    invalid: "NO_REASON",
    errors: [...moving.errors, "NO_REASON"],
    run: async (ctx, { params: { id: paymentId }, body }) => {
      const sent = { paymentId, reason: body.reason ?? "" };
      if (verb === "object") await objectTo(ctx, ctx.user, sent, Date.now());
      else await movePayment(ctx, ctx.user, verb, sent, Date.now());
      return readPayment(ctx, paymentId);
    },
  });
}

const claim = {
  CLAIM: { words: "the _id of a row of GET /api/payments; a retailer's POST /api/payments claims" },
};
const recorded = {
  RECORDED: { words: "the _id of the payment that POST /api/payments answered to the distributor" },
};

export const PAYMENT_OPERATIONS = [
  list({
    call: "GET /api/payments",
    summary: "Claims that wait for the distributor's word, or all payments with one partner",
    description:
      "Without `partnerId` those that wait, of all partners, the oldest first; with it all of this partner's, the newest first.",
    who: TRADE_ROLES,
    query: { partnerId: z.string().optional() },
    row: Payment,
    errors: ["NOT_FOUND"],
    example: asDistributor,
    rows: (ctx, page, { query: { partnerId } }) =>
      partnerId === undefined
        ? listWaiting(ctx, ctx.user, page)
        : listPayments(ctx, ctx.user, partnerId, page),
    toRow: toPaymentPayload,
  }),
  mutation({
    call: "POST /api/payments",
    summary:
      "Tell of a payment: a retailer claims that it paid, a distributor records what it received",
    description:
      "A claim changes no balance until the distributor confirms it; what a distributor records counts at once. A `reference` that was told of before is 409 `DUPLICATE_REFERENCE`, unless that payment was disputed, withdrawn or reversed. Cheques have one if bank and number are equal; without a `bank` they are compared with those of the same retailer.",
    who: TRADE_ROLES,
    once: true,
    body: NewPayment,
    invalid: {
      amount: "BAD_AMOUNT",
      paidOn: "BAD_PAYMENT_DAY",
      reference: "BAD_REFERENCE",
      bank: "BAD_CHEQUE_BANK",
      proof: "NO_IMAGE",
      imageId: "NO_IMAGE",
    },
    answer: created(PaymentAnswer),
    errors: TELL_PAYMENT_ERRORS,
    example: {
      key: true,
      json: {
        partnerId: "$PARTNER",
        amount: 500,
        method: "upi",
        reference: "412345678901",
        paidOn: "$TODAY",
        advance: true,
      },
      needs: { ...partner, ...todayInIndia },
    },
    run: async (ctx, { body }) => {
      const sent = withoutNulls(body);
      const { amount, invoiceIds = [], proof: url, imageId, advance, ...payment } = sent;
      const amountPaise = paiseOfRupees(amount) ?? fail("BAD_AMOUNT");
      const proofImageId = await findProof(ctx, { imageId, url });
      const request = {
        ...payment,
        amountPaise,
        invoiceIds,
        proofImageId,
        isAdvanceMeant: advance,
      };
      const once = ctx.rowOnce();
      const { _id } = await tellPayment(ctx, ctx.user, { ...request, once }, Date.now());
      return readPayment(ctx, _id);
    },
  }),
  mutation({
    ...moving,
    call: "POST /api/payments/{id}/confirm",
    summary: "Confirm a claim: the money came",
    description: "It pays the invoices that it names, then the oldest open sums.",
    who: ["distributor"],
    errors: [...moving.errors, "BAD_AMOUNT"],
    example: { needs: claim },
    run: (ctx, { params: { id } }) => move(ctx, id, "confirm"),
  }),
  withReason("dispute", "distributor", {
    summary: "Dispute a claim with a reason: no such money came",
    example: { json: { reason: "Nothing came on that day." }, needs: claim },
  }),
  withReason("reverse", "distributor", {
    summary: "Reverse a confirmed payment with a reason: it bounced, or was recorded wrongly",
    description: "What it paid is open again.",
    example: { json: { reason: "The cheque bounced." }, needs: recorded },
  }),
  mutation({
    ...moving,
    call: "POST /api/payments/{id}/withdraw",
    summary: "Take a claim back, before the distributor answered it",
    who: ["retailer"],
    example: { needs: claim },
    run: (ctx, { params: { id } }) => move(ctx, id, "withdraw"),
  }),
  withReason("object", "retailer", {
    summary: "Object to a payment that the distributor recorded",
    description: "Once, with a reason. It changes no balance.",
    example: { json: { reason: "I paid 200 more." }, needs: recorded },
  }),
];
