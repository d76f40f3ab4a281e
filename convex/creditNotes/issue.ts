/**
 * Issuing a credit note, as its distributor asks for it. The same key with the same request is the same note, so that a lost answer never
 * makes a second one.
 */
import { needsText, type CreditReason } from "../../domain/creditNotes";
import {
  CREDIT_NOTES_MAX,
  ORDER_LINES_MAX,
  ORDER_QUANTITY_MAX,
  REASON_MAX,
} from "../../domain/limits";
import { cleanText, isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { findInvoiceOf } from "../invoices/list";
import { isBlocked } from "../network/find";
import { creditStateOf, type CreditLine } from "./lines";
import { type Taken, writeCreditNote } from "./write";

export type NewCreditNote = {
  readonly invoiceId: string;
  /** Lines of the invoice, each at most once. */
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly reason: CreditReason;
  readonly text?: string | undefined;
  readonly restocks: boolean;
  readonly noteKey: string;
};

/** Errors: BAD_CREDIT_NOTE without lines, with too many or doubles of them, and for what are no pieces. */
function requirePieces({ lines }: NewCreditNote): ReadonlyMap<string, number> {
  if (lines.length === 0 || lines.length > ORDER_LINES_MAX) fail("BAD_CREDIT_NOTE");
  const pieces = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const areWhole = lines.every(
    ({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= ORDER_QUANTITY_MAX,
  );
  if (!areWhole || pieces.size < lines.length) fail("BAD_CREDIT_NOTE");
  return pieces;
}

/** Errors: NO_CREDIT_TEXT for an overlong text, and for none where the reason says nothing by itself. */
function requireText({ reason, text = "" }: NewCreditNote): string | undefined {
  const min = needsText(reason) ? 1 : 0;
  const cleaned = cleanText(text, { min, max: REASON_MAX, multiline: true });
  if (cleaned === undefined) return fail("NO_CREDIT_TEXT");
  return cleaned === "" ? undefined : cleaned;
}

/** The note that this key already made, or null. Errors: KEY_REUSED if it was used for another request. */
async function noteOfKey(
  ctx: QueryCtx,
  distributor: Doc<"users">,
  { noteKey, request }: { noteKey: string; request: string },
): Promise<Doc<"creditNotes"> | null> {
  const earlier = await ctx.db
    .query("creditNotes")
    .withIndex("by_key", (q) => q.eq("distributorId", distributor._id).eq("noteKey", noteKey))
    .unique();
  if (earlier !== null && earlier.request !== request) fail("KEY_REUSED");
  return earlier;
}

/** The asked lines in the invoice's order. Errors: NOT_FOUND for no line of it, CREDITED_TOO_MUCH {productName, left, detail}. */
function requireLeft(lines: readonly CreditLine[], pieces: ReadonlyMap<string, number>): Taken[] {
  const taken = lines.flatMap((line) => {
    const quantity = pieces.get(line.line.lineId);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  if (taken.length < pieces.size) fail("NOT_FOUND");
  for (const { quantity, left, line } of taken) {
    const { productName } = line;
    const detail = `Of ${productName} it is ${left.toLocaleString("en-IN")}.`;
    if (quantity > left) fail("CREDITED_TOO_MUCH", { productName, left, detail });
  }
  return taken;
}

/**
 * Issues a note of the distributor's own invoice. Errors: NOT_FOUND, BAD_KEY, BAD_CREDIT_NOTE, NO_CREDIT_TEXT, KEY_REUSED,
 * CREDITED_TOO_MUCH {productName, left, detail}, TOO_MANY_CREDIT_NOTES, INVOICE_SERIES_FULL, TOO_MANY {retryAfterMs}.
 */
export async function issueCreditNote(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  asked: NewCreditNote,
  now: number,
): Promise<Id<"creditNotes">> {
  const { noteKey, reason, restocks } = asked;
  const invoice = (await findInvoiceOf(ctx, distributor, asked.invoiceId)) ?? fail("NOT_FOUND");
  if (!isKey(noteKey)) fail("BAD_KEY");
  const pieces = requirePieces(asked);
  const reasonText = requireText(asked);
  const { _id: invoiceId } = invoice;
  const request = JSON.stringify([invoiceId, [...pieces], reason, reasonText ?? null, restocks]);
  const earlier = await noteOfKey(ctx, distributor, { noteKey, request });
  if (earlier !== null) return earlier._id;
  await spend(ctx, "memberChanges", distributor._id);
  const { lines, notes } = await creditStateOf(ctx, invoice);
  if (notes >= CREDIT_NOTES_MAX) fail("TOO_MANY_CREDIT_NOTES");
  const taken = requireLeft(lines, pieces);
  // The law wants the note, not its words.
  const words = (await isBlocked(ctx, invoice)) ? undefined : reasonText;
  await spendBytes(ctx, distributor._id, bytesOf(taken));
  const fields = { reason, reasonText: words, restocks, noteKey, request };
  const note = await writeCreditNote(ctx, {
    ...fields,
    invoice,
    distributor,
    lines,
    taken,
    actor: distributor,
    now,
  });
  return note._id;
}
