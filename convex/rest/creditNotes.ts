/** The calls about credit notes: what a distributor gives back of an invoice. */
import { createRoute, z } from "@hono/zod-openapi";
import { CREDIT_REASONS, NOTE_REASONS } from "../../domain/creditNotes";
import type { ErrorData } from "../../domain/errors";
import { ORDER_LINES_MAX, ORDER_QUANTITY_MAX, REASON_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { internal } from "../_generated/api";
import type { CreditNotePage, CreditState } from "../creditNotes/view";
import { toCreditNotePayload } from "../webhooks/payload";
import { fail } from "../errors";
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
import { CreditNoteTax } from "./invoiceTax";
import { InvoiceLine } from "./invoices";

const calls = internal.rest.calls.creditNotes;

const rupees = z.number().openapi({ description: "Rupees.", example: 52.5 });

export const CreditNote = z
  .object({
    _id: z.string(),
    noteNo: z.string().openapi({
      description: "Consecutive per distributor and financial year.",
      example: "7",
    }),
    printedNumber: z.string().openapi({ example: "CN/26-27/00007" }),
    createdAt: z.string(),
    invoiceId: z.string(),
    invoiceNumber: z.string().openapi({ description: "As printed.", example: "ASW/26-27/00042" }),
    invoiceCreatedAt: z.string(),
    reason: z.enum(NOTE_REASONS).openapi({
      description: "`cancelled`: issued by the cancellation of accepted goods.",
    }),
    text: z.string().nullable(),
    restock: z.boolean().openapi({ description: "True: the pieces went back to stock." }),
    total: rupees,
    distributorName: z.string().openapi({ description: "The parties are as on the invoice." }),
    distributorEmail: z.string(),
    distributorPhone: z.string(),
    distributorAddress: z.string(),
    companyName: z.string(),
    retailerName: z.string(),
    retailerEmail: z.string(),
    retailerPhone: z.string(),
    shopName: z.string(),
    retailerAddress: z.string(),
    lines: z.array(InvoiceLine).openapi({ description: "The credited pieces alone." }),
    tax: CreditNoteTax.optional(),
  })
  .openapi("CreditNote");

/** The same payload as in webhooks. */
const toCreditNote: (note: CreditNotePage) => z.infer<typeof CreditNote> = toCreditNotePayload;

const Credits = z
  .object({
    credited: z.number().openapi({ description: "Rupees, of all notes.", example: 105 }),
    lines: z.array(
      z.object({
        orderId: z.string().openapi({ description: "The id of the order's line." }),
        credited: z.number().int().openapi({ description: "Pieces." }),
        left: z.number().int().openapi({ description: "Pieces that can still be credited." }),
      }),
    ),
    deadline: z.string().optional().openapi({
      description: "The last day on which a note lowers the tax. Absent on invoices without tax.",
      example: "2027-11-30",
    }),
  })
  .openapi("Credits");

function toCredits(state: CreditState): z.infer<typeof Credits> {
  const { creditedPaise, deadline } = state;
  const credited = rupeesOfPaise(creditedPaise);
  const lines = state.lines.map(({ lineId, ...pieces }) => ({ orderId: lineId, ...pieces }));
  return { credited, lines, ...(deadline !== undefined && { deadline }) };
}

const NewCreditNote = z
  .object({
    lines: z
      .array(
        z.object({
          orderId: z.string().openapi({ description: "The id of the order's line." }),
          quantity: z.number().openapi({ minimum: 1, maximum: ORDER_QUANTITY_MAX }),
        }),
      )
      .openapi({ minItems: 1, maxItems: ORDER_LINES_MAX }),
    reason: z.enum(CREDIT_REASONS),
    text: z.string().nullish().openapi({
      description: "Words to the reason. `other` needs them.",
      maxLength: REASON_MAX,
    }),
    restock: z.boolean().openapi({ description: "True: the pieces go back to stock." }),
  })
  .openapi("NewCreditNote");

function invalid(field: string): ErrorData {
  if (field === "text") return { code: "NO_CREDIT_TEXT" };
  return field.startsWith("lines") ? { code: "BAD_CREDIT_NOTE" } : { code: "BAD_REQUEST", field };
}

const tradersOnly = { who: ["retailer", "distributor"] } as const;
const params = z.object({ id: z.string() });

const notes = {
  credits: createRoute({
    method: "get",
    path: "/api/invoices/{id}/credits",
    tags: ["credit notes"],
    summary: "The pieces of an invoice that are credited, and those that still can be",
    ...policy(tradersOnly),
    request: { params },
    responses: { 200: ok(Credits), ...refusals(401, 403, 404) },
  }),
  list: createRoute({
    method: "get",
    path: "/api/invoices/{id}/credit-notes",
    tags: ["credit notes"],
    summary: "The credit notes of an invoice, the newest first, for its two parties",
    ...policy(tradersOnly),
    request: { params, query: z.object(pageQuery) },
    responses: { 200: pageAnswer(CreditNote), ...refusals(400, 401, 403, 404) },
  }),
  issue: createRoute({
    method: "post",
    path: "/api/invoices/{id}/credit-notes",
    tags: ["credit notes"],
    summary: "Credit pieces of an own invoice",
    description:
      "It lowers what is open of the invoice, and then of the oldest ones. A note can't be taken back, so its `Idempotency-Key` is good for ever: the same key with the same request answers the same note on any later day. More pieces than are left of a line: 409 `CREDITED_TOO_MUCH` with `productName` and `left`.",
    ...policy({ who: ["distributor"], body: "json", once: true, invalid }),
    request: { params, headers: idempotency, body: json(NewCreditNote) },
    responses: {
      201: created(z.object({ creditNote: CreditNote })),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
    },
  }),
  one: createRoute({
    method: "get",
    path: "/api/credit-notes/{id}",
    tags: ["credit notes"],
    summary: "One credit note, for its two parties",
    ...policy(tradersOnly),
    request: { params },
    responses: { 200: ok(CreditNote), ...refusals(401, 403, 404) },
  }),
};

export function addCreditNotes(app: RestApp): void {
  app.openapi(notes.credits, async (c) => {
    const asked = { caller: c.get("caller"), invoiceId: c.req.valid("param").id };
    return c.json(toCredits(await c.env.runQuery(calls.credits, asked)), 200);
  });
  app.openapi(notes.list, async (c) => {
    const asked = { caller: c.get("caller"), invoiceId: c.req.valid("param").id };
    const paginationOpts = pageOf(c.req.valid("query"));
    const result = await c.env.runQuery(calls.ofInvoice, { ...asked, paginationOpts });
    linkNext(c, result);
    return c.json(result.page.map(toCreditNote), 200);
  });
  app.openapi(notes.issue, async (c) => {
    const { lines, reason, text, restock } = c.req.valid("json");
    // Before it becomes arguments of a function, which may have some thousands.
    if (lines.length > ORDER_LINES_MAX) fail("BAD_CREDIT_NOTE");
    const note = await c.env.runMutation(calls.issue, {
      caller: c.get("caller"),
      once: c.get("once"),
      invoiceId: c.req.valid("param").id,
      lines: lines.map(({ orderId, quantity }) => ({ lineId: orderId, quantity })),
      reason,
      text: text ?? undefined,
      restocks: restock,
    });
    return c.json({ creditNote: toCreditNote(note) }, 201);
  });
  app.openapi(notes.one, async (c) => {
    const asked = { caller: c.get("caller"), noteId: c.req.valid("param").id };
    return c.json(toCreditNote(await c.env.runQuery(calls.one, asked)), 200);
  });
}
