/** Issuing a credit note, as its distributor asks for it. */
import { needsText, type CreditReason } from "../../domain/creditNotes";
import type { ErrorCode } from "../../domain/errors";
import { CREDIT_NOTES_MAX, ORDER_LINES_MAX, REASON_MAX } from "../../domain/limits";
import { isOrderQuantity } from "../../domain/orderRequest";
import { cleanText } from "../../domain/text";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { bytesOf, spendBytes } from "../auth/storedBytes";
import { spend } from "../auth/limits";
import { fail } from "../errors";
import { findInvoiceOf } from "../invoices/list";
import { isBlocked } from "../network/find";
import type { Once } from "../once";
import { creditStateOf, type CreditLine } from "./lines";
import { type Taken, writeCreditNote } from "./write";
import { leftText } from "../../domain/errors";

export type NewCreditNote = {
  readonly invoiceId: string;
  /** Lines of the invoice, each at most once. */
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly reason: CreditReason;
  readonly text?: string | undefined;
  readonly restocks: boolean;
  readonly once: Once;
};

/** Errors: BAD_CREDIT_NOTE without lines, with too many or doubles of them, and for what are no pieces. */
function requirePieces({ lines }: NewCreditNote): ReadonlyMap<string, number> {
  if (lines.length === 0 || lines.length > ORDER_LINES_MAX) fail("BAD_CREDIT_NOTE");
  const pieces = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const areWhole = lines.every(({ quantity }) => isOrderQuantity(quantity));
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

/** The asked lines in the invoice's order. Errors: NOT_FOUND for no line of it, CREDITED_TOO_MUCH {productName, left, detail}. */
function requireLeft(lines: readonly CreditLine[], pieces: ReadonlyMap<string, number>): Taken[] {
  const taken = lines.flatMap((line) => {
    const quantity = pieces.get(line.line.lineId);
    return quantity === undefined ? [] : [{ ...line, quantity }];
  });
  if (taken.length < pieces.size) fail("NOT_FOUND");
  for (const { quantity, left, line } of taken) {
    const { productName } = line;
    if (quantity > left)
      fail("CREDITED_TOO_MUCH", { productName, left, detail: leftText(productName, left) });
  }
  return taken;
}

export const ISSUE_CREDIT_NOTE_ERRORS = [
  "NOT_FOUND",
  "BAD_CREDIT_NOTE",
  "NO_CREDIT_TEXT",
  "CREDITED_TOO_MUCH",
  "TOO_MANY_CREDIT_NOTES",
  "INVOICE_SERIES_FULL",
  "TOO_MANY",
  "TOO_MUCH_DATA",
] as const satisfies readonly ErrorCode[];

/** Issues a note of the distributor's own invoice. Errors: ISSUE_CREDIT_NOTE_ERRORS. */
export async function issueCreditNote(
  ctx: MutationCtx,
  distributor: Doc<"users">,
  request: NewCreditNote,
  now: number,
): Promise<Doc<"creditNotes">> {
  const { once, reason, restocks } = request;
  const invoice = (await findInvoiceOf(ctx, distributor, request.invoiceId)) ?? fail("NOT_FOUND");
  const pieces = requirePieces(request);
  const reasonText = requireText(request);
  await spend(ctx, "memberChanges", distributor._id);
  const { lines, notes } = await creditStateOf(ctx, invoice);
  if (notes >= CREDIT_NOTES_MAX) fail("TOO_MANY_CREDIT_NOTES");
  const taken = requireLeft(lines, pieces);
  // The law wants the note, not its words.
  const words = (await isBlocked(ctx, invoice)) ? undefined : reasonText;
  await spendBytes(ctx, distributor._id, bytesOf(taken));
  return writeCreditNote(ctx, {
    reason,
    reasonText: words,
    restocks,
    once,
    invoice,
    distributor,
    lines,
    taken,
    actor: distributor,
    now,
  });
}
