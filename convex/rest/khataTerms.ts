/** The calls with which a distributor settles the terms of one retailer: credit, the opening balance, one order beyond the limit. */
import { createRoute, z } from "@hono/zod-openapi";
import { CREDIT_TERMS } from "../../domain/creditTerms";
import type { ErrorData } from "../../domain/errors";
import { paiseOfRupees } from "../../domain/money";
import { internal } from "../_generated/api";
import { fail } from "../errors";
import { created, idempotency, json, ok, policy, refusals } from "./call";
import type { RestApp } from "./env";
import { Khata, MAX_RUPEES, day, params, termFields, toKhata } from "./khata";

const calls = internal.rest.calls.khata;

const NewCreditTerms = z
  .object({
    terms: z.enum(CREDIT_TERMS),
    creditDays: termFields.creditDays.optional(),
    creditLimit: termFields.creditLimit.optional(),
    blockOverdueDays: termFields.blockOverdueDays.optional(),
    overdueIgnored: termFields.overdueIgnored.optional(),
  })
  .openapi("NewCreditTerms");

const AnsweredOpening = z.object({
  openingId: z.string().openapi({ description: "The `_id` of the proposal that was read." }),
});

const changing = {
  terms: createRoute({
    method: "put",
    path: "/api/khata/{partnerId}/terms",
    tags: ["khata"],
    summary: "Set the credit terms of a retailer: those that are left out end",
    description: "From now on: an invoice keeps the due day that it was issued with.",
    ...policy({ who: ["distributor"], body: "json", invalid: "BAD_CREDIT_TERMS" }),
    request: { params, body: json(NewCreditTerms) },
    responses: { 200: ok(Khata), ...refusals(400, 401, 403, 404, 409, 413, 415, 429) },
  }),
  opening: createRoute({
    method: "post",
    path: "/api/khata/{partnerId}/opening",
    tags: ["khata"],
    summary: "Propose what was open before the khata began, before any other entry",
    description:
      "It counts once the retailer agrees, or after 14 days without an objection, and takes the place of a proposal that waits.",
    ...policy({
      who: ["distributor"],
      body: "json",
      once: true,
      invalid: (field): ErrorData => ({
        code: field === "day" ? "BAD_OPENING_DAY" : "BAD_AMOUNT",
        field,
      }),
    }),
    request: {
      params,
      headers: idempotency,
      body: json(
        z.object({
          amount: z.number().openapi({
            description: "Rupees that the retailer owes; below zero what it has paid in advance.",
            minimum: -MAX_RUPEES,
            maximum: MAX_RUPEES,
          }),
          day: day.openapi({ description: "Owed since this day, at most five years ago." }),
        }),
      ),
    },
    responses: { 201: created(Khata), ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429) },
  }),
  agree: createRoute({
    method: "post",
    path: "/api/khata/{partnerId}/opening/agree",
    tags: ["khata"],
    summary: "Agree to a proposed opening balance, which counts from now on",
    ...policy({ who: ["retailer"], body: "json" }),
    request: { params, body: json(AnsweredOpening) },
    responses: { 200: ok(Khata), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  object: createRoute({
    method: "post",
    path: "/api/khata/{partnerId}/opening/object",
    tags: ["khata"],
    summary: "Object to an opening balance",
    description:
      "A proposal never counts then. One that counts already, because nobody objected in time, stays; both sides see the objection.",
    ...policy({
      who: ["retailer"],
      body: "json",
      invalid: (field): ErrorData => ({
        code: field === "reason" ? "NO_REASON" : "BAD_REQUEST",
        field,
      }),
    }),
    request: { params, body: json(AnsweredOpening.extend({ reason: z.string() })) },
    responses: { 200: ok(Khata), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  withdraw: createRoute({
    method: "post",
    path: "/api/khata/{partnerId}/opening/withdraw",
    tags: ["khata"],
    summary: "Take a proposed opening balance back",
    ...policy({ who: ["distributor"], body: "json" }),
    request: { params, body: json(AnsweredOpening) },
    responses: { 200: ok(Khata), ...refusals(400, 401, 403, 404, 409, 413, 415) },
  }),
  allowance: createRoute({
    method: "post",
    path: "/api/khata/{partnerId}/allowances",
    tags: ["khata"],
    summary: "Let the retailer's next order within a day go beyond its credit",
    description:
      "By `amount` beyond the limit; if a sum is overdue, an order of `amount` in all. It takes the place of one that was not used.",
    ...policy({
      who: ["distributor"],
      body: "json",
      once: true,
      invalid: (field): ErrorData => ({ code: "BAD_AMOUNT", field }),
    }),
    request: {
      params,
      headers: idempotency,
      body: json(
        z.object({
          amount: z.number().openapi({
            description: "Rupees.",
            minimum: 0.01,
            maximum: MAX_RUPEES,
          }),
        }),
      ),
    },
    responses: { 201: created(Khata), ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429) },
  }),
};

/** Errors: BAD_CREDIT_TERMS. */
function paiseOfTerm(amount: number | null | undefined): number | undefined {
  return amount == null ? undefined : (paiseOfRupees(amount) ?? fail("BAD_CREDIT_TERMS"));
}

/** Errors: BAD_AMOUNT. */
function signedPaise(amount: number): number {
  return Math.sign(amount) * (paiseOfRupees(Math.abs(amount)) ?? fail("BAD_AMOUNT"));
}

export function addKhataTerms(app: RestApp): void {
  app.openapi(changing.terms, async (c) => {
    const { terms, creditDays, creditLimit, blockOverdueDays, overdueIgnored } =
      c.req.valid("json");
    const khata = await c.env.runMutation(calls.setTerms, {
      caller: c.get("caller"),
      partnerId: c.req.valid("param").partnerId,
      terms,
      creditDays: creditDays ?? undefined,
      creditLimitPaise: paiseOfTerm(creditLimit),
      blockOverdueDays: blockOverdueDays ?? undefined,
      overduePaiseIgnored: paiseOfTerm(overdueIgnored),
    });
    return c.json(toKhata(khata), 200);
  });
  app.openapi(changing.opening, async (c) => {
    const { amount, day: since } = c.req.valid("json");
    const khata = await c.env.runMutation(calls.openWith, {
      caller: c.get("caller"),
      once: c.get("once"),
      partnerId: c.req.valid("param").partnerId,
      paise: signedPaise(amount),
      day: since,
    });
    return c.json(toKhata(khata), 201);
  });
  app.openapi(changing.allowance, async (c) => {
    const khata = await c.env.runMutation(calls.allowOnce, {
      caller: c.get("caller"),
      once: c.get("once"),
      partnerId: c.req.valid("param").partnerId,
      paise: signedPaise(c.req.valid("json").amount),
    });
    return c.json(toKhata(khata), 201);
  });
  app.openapi(changing.agree, async (c) => {
    const khata = await c.env.runMutation(calls.agreeToOpening, {
      caller: c.get("caller"),
      ...c.req.valid("param"),
      ...c.req.valid("json"),
    });
    return c.json(toKhata(khata), 200);
  });
  app.openapi(changing.object, async (c) => {
    const khata = await c.env.runMutation(calls.objectToOpening, {
      caller: c.get("caller"),
      ...c.req.valid("param"),
      ...c.req.valid("json"),
    });
    return c.json(toKhata(khata), 200);
  });
  app.openapi(changing.withdraw, async (c) => {
    const khata = await c.env.runMutation(calls.withdrawOpening, {
      caller: c.get("caller"),
      ...c.req.valid("param"),
      ...c.req.valid("json"),
    });
    return c.json(toKhata(khata), 200);
  });
}
