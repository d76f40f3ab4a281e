/** The calls about payments: what a retailer says it paid, and what a distributor says it received. Mandi takes no money. */
import { createRoute, z } from "@hono/zod-openapi";
import type { ErrorData, FieldCode } from "../../domain/errors";
import {
  CHEQUE_BANK_MAX,
  LEDGER_SUM_MAX_PAISE,
  NAMED_INVOICES_MAX,
  PAID_DAYS_MAX,
  REASON_MAX,
  REFERENCE_MAX,
} from "../../domain/limits";
import { paiseOfRupees, rupeesOfPaise } from "../../domain/money";
import { PAYMENT_STATES } from "../../domain/paymentLifecycle";
import { PAYMENT_METHODS } from "../../domain/paymentMethods";
import { TRADE_ROLES } from "../../domain/roles";
import { internal } from "../_generated/api";
import { toPaymentPayload } from "../webhooks/payload";
import { fail } from "../errors";
import type { PaymentView } from "../payments/view";
import {
  created,
  idempotency,
  json,
  linkNext,
  ok,
  pageAnswer,
  pageOf,
  pageQuery,
  policy,
  refusals,
} from "./call";
import type { RestApp } from "./env";

const calls = internal.rest.calls.payments;

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
    distributorName: z.string(),
    distributorEmail: z.string(),
    userName: z.string(),
    userEmail: z.string(),
    shopName: z.string(),
  })
  .openapi("Payment");

/** The same payload as in webhooks. */
const toPayment: (payment: PaymentView) => z.infer<typeof Payment> = toPaymentPayload;

const NewPayment = z
  .object({
    partnerId: z.string(),
    amount: z.number().openapi({
      description: "Rupees.",
      minimum: 0.01,
      maximum: rupeesOfPaise(LEDGER_SUM_MAX_PAISE),
      example: 1_500,
    }),
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
    invoiceIds: z.array(z.string()).nullish().openapi({
      description: "Invoices that it is for, in this order; what is left pays the oldest sums.",
      maxItems: NAMED_INVOICES_MAX,
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

const OF_FIELD: Readonly<Record<string, FieldCode>> = {
  amount: "BAD_AMOUNT",
  paidOn: "BAD_PAYMENT_DAY",
  reference: "BAD_REFERENCE",
  bank: "BAD_CHEQUE_BANK",
  proof: "NO_IMAGE",
  imageId: "NO_IMAGE",
};

const tradersOnly = { who: ["retailer", "distributor"] } as const;

const payments = {
  list: createRoute({
    method: "get",
    path: "/api/payments",
    tags: ["payments"],
    summary: "Claims that wait for the distributor's word, or all payments with one partner",
    description:
      "Without `partnerId` those that wait, of all partners, the oldest first; with it all of this partner's, the newest first.",
    ...policy(tradersOnly),
    request: { query: z.object({ ...pageQuery, partnerId: z.string().optional() }) },
    responses: { 200: pageAnswer(Payment), ...refusals(400, 401, 403, 404) },
  }),
  tell: createRoute({
    method: "post",
    path: "/api/payments",
    tags: ["payments"],
    summary:
      "Tell of a payment: a retailer claims that it paid, a distributor records what it received",
    description:
      "A claim changes no balance until the distributor confirms it; what a distributor records counts at once. A `reference` that was told of before is 409 `DUPLICATE_REFERENCE`, unless that payment was disputed, withdrawn or reversed. Cheques have one if bank and number are equal; without a `bank` they are compared with those of the same retailer.",
    ...policy({
      ...tradersOnly,
      body: "json",
      once: true,
      invalid: (field): ErrorData => ({ code: OF_FIELD[field] ?? "BAD_REQUEST", field }),
    }),
    request: { headers: idempotency, body: json(NewPayment) },
    responses: {
      201: created(z.object({ payment: Payment })),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
    },
  }),
};

const params = z.object({ id: z.string() });
const done = ok(z.object({ payment: Payment }));

const withReason = json(
  z.object({ reason: z.string().nullish().openapi({ maxLength: REASON_MAX }) }),
);
const reasoned = { body: "json", invalid: "NO_REASON" } as const;

const moves = {
  confirm: createRoute({
    method: "post",
    path: "/api/payments/{id}/confirm",
    tags: ["payments"],
    summary: "Confirm a claim: the money came",
    description: "It pays the invoices that it names, then the oldest open sums.",
    ...policy({ who: ["distributor"] }),
    request: { params },
    responses: { 200: done, ...refusals(401, 403, 404, 409) },
  }),
  dispute: createRoute({
    method: "post",
    path: "/api/payments/{id}/dispute",
    tags: ["payments"],
    summary: "Dispute a claim with a reason: no such money came",
    ...policy({ who: ["distributor"], ...reasoned }),
    request: { params, body: withReason },
    responses: { 200: done, ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  reverse: createRoute({
    method: "post",
    path: "/api/payments/{id}/reverse",
    tags: ["payments"],
    summary: "Reverse a confirmed payment with a reason: it bounced, or was recorded wrongly",
    description: "What it paid is open again.",
    ...policy({ who: ["distributor"], ...reasoned }),
    request: { params, body: withReason },
    responses: { 200: done, ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  withdraw: createRoute({
    method: "post",
    path: "/api/payments/{id}/withdraw",
    tags: ["payments"],
    summary: "Take a claim back, before the distributor answered it",
    ...policy({ who: ["retailer"] }),
    request: { params },
    responses: { 200: done, ...refusals(401, 403, 404, 409) },
  }),
  object: createRoute({
    method: "post",
    path: "/api/payments/{id}/object",
    tags: ["payments"],
    summary: "Object to a payment that the distributor recorded",
    description: "Once, with a reason. It changes no balance.",
    ...policy({ who: ["retailer"], ...reasoned }),
    request: { params, body: withReason },
    responses: { 200: done, ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
};

function addMoves(app: RestApp): void {
  app.openapi(moves.confirm, async (c) => {
    const asked = { caller: c.get("caller"), paymentId: c.req.valid("param").id };
    const payment = await c.env.runMutation(calls.judge, { ...asked, move: "confirm" });
    return c.json({ payment: toPayment(payment) }, 200);
  });
  app.openapi(moves.dispute, async (c) => {
    const asked = { caller: c.get("caller"), paymentId: c.req.valid("param").id };
    const reason = c.req.valid("json").reason ?? "";
    const payment = await c.env.runMutation(calls.judge, { ...asked, move: "dispute", reason });
    return c.json({ payment: toPayment(payment) }, 200);
  });
  app.openapi(moves.reverse, async (c) => {
    const asked = { caller: c.get("caller"), paymentId: c.req.valid("param").id };
    const reason = c.req.valid("json").reason ?? "";
    const payment = await c.env.runMutation(calls.judge, { ...asked, move: "reverse", reason });
    return c.json({ payment: toPayment(payment) }, 200);
  });
  app.openapi(moves.withdraw, async (c) => {
    const asked = { caller: c.get("caller"), paymentId: c.req.valid("param").id };
    return c.json({ payment: toPayment(await c.env.runMutation(calls.withdraw, asked)) }, 200);
  });
  app.openapi(moves.object, async (c) => {
    const asked = { caller: c.get("caller"), paymentId: c.req.valid("param").id };
    const reason = c.req.valid("json").reason ?? "";
    const payment = await c.env.runMutation(calls.object, { ...asked, reason });
    return c.json({ payment: toPayment(payment) }, 200);
  });
}

export function addPayments(app: RestApp): void {
  app.openapi(payments.list, async (c) => {
    const { partnerId, ...page } = c.req.valid("query");
    const asked = { caller: c.get("caller"), paginationOpts: pageOf(page) };
    const result = await (partnerId === undefined
      ? c.env.runQuery(calls.waiting, asked)
      : c.env.runQuery(calls.withPartner, { ...asked, partnerId }));
    linkNext(c, result);
    return c.json(result.page.map(toPayment), 200);
  });
  app.openapi(payments.tell, async (c) => {
    const { partnerId, amount, method, reference, bank, paidOn, ...sent } = c.req.valid("json");
    const invoiceIds = sent.invoiceIds ?? [];
    // Before it becomes arguments of a function, which may have some thousands.
    if (invoiceIds.length > NAMED_INVOICES_MAX) fail("BAD_REQUEST", { field: "invoiceIds" });
    const payment = await c.env.runMutation(calls.tell, {
      caller: c.get("caller"),
      once: c.get("once"),
      partnerId,
      method,
      paidOn,
      invoiceIds,
      reference: reference ?? undefined,
      bank: bank ?? undefined,
      amountPaise: paiseOfRupees(amount) ?? fail("BAD_AMOUNT"),
      proof: { imageId: sent.imageId ?? undefined, url: sent.proof ?? undefined },
      isAdvanceMeant: sent.advance ?? undefined,
    });
    return c.json({ payment: toPayment(payment) }, 201);
  });
  addMoves(app);
}
