/** The calls about credit notes: what a distributor gives back of an invoice. */
import { z } from "@hono/zod-openapi";
import { CREDIT_REASONS, NOTE_REASONS } from "../../domain/creditNotes";
import type { ErrorData } from "../../domain/errors";
import { ORDER_LINES_MAX, ORDER_QUANTITY_MAX, REASON_MAX } from "../../domain/limits";
import { rupeesOfPaise } from "../../domain/money";
import { TRADE_ROLES } from "../../domain/roles";
import { ISSUE_CREDIT_NOTE_ERRORS, issueCreditNote } from "../creditNotes/issue";
import { creditStateFor, getCreditNoteFor, listCreditNotes } from "../creditNotes/list";
import { type CreditState, toCreditNotePage } from "../creditNotes/view";
import { fail } from "../errors";
import { findInvoiceOf } from "../invoices/list";
import { toCreditNotePayload } from "../webhooks/payload";
import { fields } from "./entities";
import { asDistributor, first } from "./exampleParts";
import { CreditNoteTax, InvoiceLine, partyFields, rupees } from "./invoices";
import { created, list, mutation, ok, query, type ReadCtx, type WriteCtx } from "./operation";

export const CreditNote = z
  .object({
    ...fields(z.string(), "_id", "createdAt", "invoiceId", "invoiceCreatedAt"),
    noteNo: z.string().openapi({
      description: "Consecutive per distributor and financial year.",
      example: "7",
    }),
    printedNumber: z.string().openapi({ example: "CN/26-27/00007" }),
    invoiceNumber: z.string().openapi({ description: "As printed.", example: "ASW/26-27/00042" }),
    reason: z.enum(NOTE_REASONS).openapi({
      description: "`cancelled`: issued by the cancellation of accepted goods.",
    }),
    text: z.string().nullable(),
    restock: z.boolean().openapi({ description: "True: the pieces went back to stock." }),
    total: rupees,
    ...partyFields,
    lines: z.array(InvoiceLine).openapi({ description: "The credited pieces alone." }),
    tax: CreditNoteTax.optional(),
  })
  .openapi("CreditNote");

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
      .max(ORDER_LINES_MAX)
      .openapi({ minItems: 1 }),
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

async function readNote(ctx: ReadCtx | WriteCtx, id: string): Promise<z.infer<typeof CreditNote>> {
  return toCreditNotePayload((await getCreditNoteFor(ctx, ctx.user, id)) ?? fail("NOT_FOUND"));
}

/** The calls have these in common. */
const shared = {
  tag: "credit notes",
  who: TRADE_ROLES,
  errors: ["NOT_FOUND"],
} as const;
const invoice = { INVOICE: first("/api/invoices/email") };

export const CREDIT_NOTE_OPERATIONS = [
  query({
    ...shared,
    call: "GET /api/invoices/{id}/credits",
    summary: "The pieces of an invoice that are credited, and those that still can be",
    answer: ok(Credits),
    example: { ...asDistributor, needs: invoice },
    run: async (ctx, { params: { id } }) =>
      toCredits((await creditStateFor(ctx, ctx.user, id)) ?? fail("NOT_FOUND")),
  }),
  list({
    ...shared,
    call: "GET /api/invoices/{id}/credit-notes",
    summary: "The credit notes of an invoice, the newest first, for its two parties",
    row: CreditNote,
    example: {
      ...asDistributor,
      needs: { CREDITED: { words: "the invoiceId of a credit note, which its webhook has too" } },
    },
    rows: async (ctx, page, { params: { id } }) => {
      if ((await findInvoiceOf(ctx, ctx.user, id)) === null) fail("NOT_FOUND");
      return listCreditNotes(ctx, ctx.user, id, page, toCreditNotePage);
    },
    toRow: toCreditNotePayload,
  }),
  mutation({
    ...shared,
    call: "POST /api/invoices/{id}/credit-notes",
    summary: "Credit pieces of an own invoice",
    description:
      "It lowers what is open of the invoice, and then of the oldest ones. A note can't be taken back, so its `Idempotency-Key` is good for ever: the same key with the same request answers the same note on any later day. More pieces than are left of a line: 409 `CREDITED_TOO_MUCH` with `productName` and `left`.",
    who: ["distributor"],
    once: "forGood",
    body: NewCreditNote,
    invalid,
    answer: created(z.object({ creditNote: CreditNote })),
    errors: ISSUE_CREDIT_NOTE_ERRORS,
    example: {
      key: true,
      json: {
        lines: [{ orderId: "$LINE", quantity: 1 }],
        reason: "damaged",
        text: "The box was wet.",
        restock: false,
      },
      needs: {
        ...invoice,
        LINE: { words: "the orderId of a line that GET /api/invoices/{id}/credits answered" },
      },
    },
    run: async (ctx, { params: { id }, body: { lines, reason, text, restock } }) => {
      const note = {
        invoiceId: id,
        lines: lines.map(({ orderId, quantity }) => ({ lineId: orderId, quantity })),
        reason,
        text: text ?? undefined,
        restocks: restock,
      };
      const { _id } = await ctx.onceForGood("creditNotes", (once) =>
        issueCreditNote(ctx, ctx.user, { ...note, once }, Date.now()),
      );
      return { creditNote: await readNote(ctx, _id) };
    },
  }),
  query({
    ...shared,
    call: "GET /api/credit-notes/{id}",
    summary: "One credit note, for its two parties",
    answer: ok(CreditNote),
    example: {
      ...asDistributor,
      needs: {
        NOTE: {
          words: "the _id of the credit note that POST /api/invoices/{id}/credit-notes answered",
        },
      },
    },
    run: (ctx, { params: { id } }) => readNote(ctx, id),
  }),
];
