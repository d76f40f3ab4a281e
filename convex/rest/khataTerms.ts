/** The calls with which the two sides settle their terms: credit, the opening balance, one order beyond the limit. */
import { z } from "@hono/zod-openapi";
import { todayIst } from "../../domain/dates";
import { CREDIT_FIGURES } from "../../domain/fields/creditTerms";
import { AMOUNT } from "../../domain/fields/payment";
import { paiseOfRupees, rupeesOfPaise } from "../../domain/money";
import { fail } from "../errors";
import { DEALINGS_ERRORS } from "../khata/find";
import { getKhata } from "../khata/list";
import * as openings from "../khata/openings";
import { allowOnce, setTerms } from "../khata/terms";
import { withoutNulls } from "./entities";
import { todayInIndia } from "./exampleParts";
import { bodyField, fromRest } from "./fields";
import { Khata, day, ofPartner, partner, readKhata, termFigures, termsKind } from "./khata";
import { created, mutation, ok, type WriteCtx } from "./operation";

const NewCreditTerms = z
  .object({ terms: termsKind, ...z.object(termFigures).partial().shape })
  .openapi("NewCreditTerms");

const AnsweredOpening = z.object({
  openingId: z.string().openapi({ description: "The `_id` of the proposal that was read." }),
});

const proposed = {
  PROPOSER: { words: "the partner of GET /api/khata/{partnerId} whose opening is proposed" },
  OPENING: { words: "the _id of that opening" },
};

/** Errors: BAD_AMOUNT. */
function signedPaise(amount: number): number {
  return Math.sign(amount) * (paiseOfRupees(Math.abs(amount)) ?? fail("BAD_AMOUNT"));
}

/** Errors: NOT_FOUND for what is not the latest opening balance of the caller and this partner. */
async function requireLatest(ctx: WriteCtx, partnerId: string, openingId: string): Promise<void> {
  const { opening } = await getKhata(ctx, ctx.user, partnerId);
  if (opening?._id !== openingId) fail("NOT_FOUND");
}

/** Returns the khata after a change. */
function readChanged(ctx: WriteCtx, partnerId: string): Promise<z.infer<typeof Khata>> {
  return readKhata(ctx, partnerId, todayIst(Date.now()));
}

/** The answers to the latest opening balance have these in common. */
const aboutOpening = {
  ...ofPartner,
  body: AnsweredOpening,
  answer: ok(Khata),
  errors: ["NOT_FOUND", "OPENING_CLOSED"],
  example: { json: { openingId: "$OPENING" }, needs: proposed },
} as const;

export const KHATA_TERMS_OPERATIONS = [
  mutation({
    ...ofPartner,
    call: "PUT /api/khata/{partnerId}/terms",
    summary: "Set the credit terms of a retailer: those that are left out end",
    description: "From now on: an invoice keeps the due day that it was issued with.",
    who: ["distributor"],
    body: NewCreditTerms,
    invalid: "BAD_CREDIT_TERMS",
    answer: ok(Khata),
    errors: [...DEALINGS_ERRORS, "BAD_CREDIT_TERMS", "TOO_MANY"],
    example: { json: { terms: "credit", creditDays: 15, creditLimit: 500000 }, needs: partner },
    run: async (ctx, { params: { partnerId }, body }) => {
      const figures = fromRest(CREDIT_FIGURES, withoutNulls(body), () => fail("BAD_CREDIT_TERMS"));
      await setTerms(ctx, ctx.user, { retailerId: partnerId, terms: body.terms, ...figures });
      return readChanged(ctx, partnerId);
    },
  }),
  mutation({
    ...ofPartner,
    call: "POST /api/khata/{partnerId}/opening",
    summary: "Propose what was open before the khata began, before any other entry",
    description:
      "It counts once the retailer agrees, or after 14 days without an objection, and takes the place of a proposal that waits.",
    who: ["distributor"],
    once: true,
    body: z.object({
      amount: z.number().openapi({
        description: "Rupees that the retailer owes; below zero what it has paid in advance.",
        minimum: -rupeesOfPaise(AMOUNT.max),
        maximum: rupeesOfPaise(AMOUNT.max),
      }),
      day: day.openapi({ description: "Owed since this day, at most five years ago." }),
    }),
    invalid: { amount: "BAD_AMOUNT", day: "BAD_OPENING_DAY" },
    answer: created(Khata),
    errors: openings.PROPOSE_ERRORS,
    example: {
      json: { amount: 12500.5, day: "$TODAY" },
      needs: {
        PARTNER: {
          words: "the _id of a connected retailer whose GET /api/khata/{partnerId} has no entries",
        },
        ...todayInIndia,
      },
    },
    run: async (ctx, { params: { partnerId }, body: { amount, day: since } }) => {
      const opening = { retailerId: partnerId, paise: signedPaise(amount), day: since };
      await openings.propose(ctx, ctx.user, opening, Date.now());
      return readChanged(ctx, partnerId);
    },
  }),
  mutation({
    ...ofPartner,
    call: "POST /api/khata/{partnerId}/allowances",
    summary: "Let the retailer's next order within a day go beyond its credit",
    description:
      "By `amount` beyond the limit; if a sum is overdue, an order of `amount` in all. It takes the place of one that was not used.",
    who: ["distributor"],
    once: true,
    body: z.object({ amount: bodyField(AMOUNT, { description: "Rupees." }) }),
    invalid: "BAD_AMOUNT",
    answer: created(Khata),
    errors: [...DEALINGS_ERRORS, "BAD_AMOUNT"],
    example: { json: { amount: 5000 }, needs: partner },
    run: async (ctx, { params: { partnerId }, body: { amount } }) => {
      const allowance = { retailerId: partnerId, paise: signedPaise(amount) };
      await allowOnce(ctx, ctx.user, allowance, Date.now());
      return readChanged(ctx, partnerId);
    },
  }),
  mutation({
    ...aboutOpening,
    call: "POST /api/khata/{partnerId}/opening/agree",
    summary: "Agree to a proposed opening balance, which counts from now on",
    who: ["retailer"],
    errors: [...aboutOpening.errors, "NOT_AVAILABLE", "YOU_BLOCKED"],
    run: async (ctx, { params: { partnerId }, body: { openingId } }) => {
      await requireLatest(ctx, partnerId, openingId);
      await openings.agree(ctx, ctx.user, openingId, Date.now());
      return readChanged(ctx, partnerId);
    },
  }),
  mutation({
    ...aboutOpening,
    call: "POST /api/khata/{partnerId}/opening/object",
    summary: "Object to an opening balance",
    description:
      "A proposal never counts then. One that counts already, because nobody objected in time, stays; both sides see the objection.",
    who: ["retailer"],
    body: AnsweredOpening.extend({ reason: z.string() }),
    invalid: { reason: "NO_REASON" },
    errors: [...aboutOpening.errors, "NO_REASON"],
    example: { json: { openingId: "$OPENING", reason: "It was less." }, needs: proposed },
    run: async (ctx, { params: { partnerId }, body }) => {
      await requireLatest(ctx, partnerId, body.openingId);
      await openings.objectToOpening(ctx, ctx.user, body, Date.now());
      return readChanged(ctx, partnerId);
    },
  }),
  mutation({
    ...aboutOpening,
    call: "POST /api/khata/{partnerId}/opening/withdraw",
    summary: "Take a proposed opening balance back",
    who: ["distributor"],
    run: async (ctx, { params: { partnerId }, body: { openingId } }) => {
      await requireLatest(ctx, partnerId, openingId);
      await openings.withdraw(ctx, ctx.user, openingId, Date.now());
      return readChanged(ctx, partnerId);
    },
  }),
];
