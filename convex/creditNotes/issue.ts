/**
 * Issuing a credit note: the note with its number, what the khata and the stock make of it, the retailer's notification and the webhooks'
 * event, in one transaction. The same key with the same request is the same note, so that a lost answer never makes a second one.
 */
import { needsText, type CreditReason } from "../../domain/creditNotes";
import { creditedLine } from "../../domain/gst/creditedLine";
import {
  CREDIT_NOTES_MAX,
  ORDER_LINES_MAX,
  ORDER_QUANTITY_MAX,
  REASON_MAX,
} from "../../domain/limits";
import { cleanText, isKey } from "../../domain/text";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { spend } from "../auth/limits";
import { enqueueCreditNote } from "../developers/enqueue";
import { fail } from "../errors";
import { findInvoiceOf } from "../invoices/list";
import { takeNumber } from "../invoices/number";
import { enterCreditNote } from "../khata/ledger";
import { notifyOfCreditNote } from "../notifications/ofPartners";
import { returnStock } from "../products/stock";
import { addCredit } from "./credits";
import { creditStateOf, type CreditLine } from "./lines";

export type NewCreditNote = {
  readonly invoiceId: string;
  /** Lines of the invoice by their orders, each at most once. */
  readonly lines: readonly { readonly orderId: string; readonly quantity: number }[];
  readonly reason: CreditReason;
  readonly text?: string | undefined;
  readonly restocks: boolean;
  readonly noteKey: string;
};

/** Errors: BAD_CREDIT_NOTE without lines, with too many or doubles of them, and for what are no pieces. */
function requirePieces({ lines }: NewCreditNote): ReadonlyMap<string, number> {
  if (lines.length === 0 || lines.length > ORDER_LINES_MAX) fail("BAD_CREDIT_NOTE");
  const pieces = new Map(lines.map(({ orderId, quantity }) => [orderId, quantity]));
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

type Taken = CreditLine & { readonly quantity: number };

/** The asked lines in the invoice's order. Errors: NOT_FOUND for no line of it, CREDITED_TOO_MUCH {productName, left, detail}. */
function requireLeft(lines: readonly CreditLine[], pieces: ReadonlyMap<string, number>): Taken[] {
  const taken = lines.flatMap((line) => {
    const quantity = pieces.get(line.orderId);
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

function toNoteLine({ orderId, line, credited: before, quantity }: Taken) {
  const { productName, pricePaise, hsn, taxKind, uqc, gstRateBp } = line;
  const goods = { orderId, productName, quantity, pricePaise, hsn, taxKind, uqc, gstRateBp };
  return { ...goods, ...creditedLine(line, { before, quantity }) };
}

type NoteLine = ReturnType<typeof toNoteLine>;

/** Sums of the lines; those of taxes on tax documents alone. The invoice's rounding goes back with its last pieces. */
function sumsOf(
  lines: readonly NoteLine[],
  { kind, roundOffPaise = 0 }: Doc<"invoices">,
  isLast: boolean,
) {
  const parts: readonly Doc<"creditNotes">["lines"][number][] = lines;
  const sum = (part: "taxablePaise" | "untaxedPaise" | "cgstPaise" | "sgstPaise" | "igstPaise") =>
    parts.reduce((all, line) => all + (line[part] ?? 0), 0);
  const ofLines = lines.reduce((all, line) => all + line.totalPaise, 0);
  const totalPaise = Math.max(0, ofLines + (isLast ? roundOffPaise : 0));
  if (kind === undefined) return { totalPaise };
  const values = { taxablePaise: sum("taxablePaise"), untaxedPaise: sum("untaxedPaise") };
  const taxes = { cgstPaise: sum("cgstPaise"), sgstPaise: sum("sgstPaise") };
  return { ...values, ...taxes, igstPaise: sum("igstPaise"), totalPaise };
}

async function write(
  ctx: MutationCtx,
  note: Omit<Doc<"creditNotes">, "_id" | "_creationTime">,
): Promise<Doc<"creditNotes">> {
  const written = await ctx.db.get("creditNotes", await ctx.db.insert("creditNotes", note));
  if (written === null) throw new Error("The credit note was not written.");
  return written;
}

async function restock(ctx: MutationCtx, taken: readonly Taken[]): Promise<void> {
  for (const { productId, quantity } of taken)
    if (productId !== null) await returnStock(ctx, productId, quantity);
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
  const { _id: invoiceId, distributorId, retailerId } = invoice;
  const request = JSON.stringify([invoiceId, [...pieces], reason, reasonText ?? null, restocks]);
  const earlier = await noteOfKey(ctx, distributor, { noteKey, request });
  if (earlier !== null) return earlier._id;
  await spend(ctx, "memberChanges", distributor._id);
  const { lines, notes } = await creditStateOf(ctx, invoice);
  if (notes >= CREDIT_NOTES_MAX) fail("TOO_MANY_CREDIT_NOTES");
  const taken = requireLeft(lines, pieces);
  const noteLines = taken.map(toNoteLine);
  const isLast = lines.every(({ orderId, left }) => left === (pieces.get(orderId) ?? 0));
  const sums = sumsOf(noteLines, invoice, isLast);
  const note = await write(ctx, {
    ...{ invoiceId, distributorId, retailerId },
    ...(await takeNumber(ctx, distributor, now, "CN")),
    ...{ issuedAt: now, reason, reasonText, restocks, lines: noteLines, ...sums, noteKey, request },
  });
  const paise = note.totalPaise;
  const credited = lines.map(({ orderId }) => pieces.get(orderId) ?? 0);
  await addCredit(ctx, invoiceId, { pieces: credited, paise });
  if (restocks) await restock(ctx, taken);
  await enterCreditNote(ctx, note, distributor._id);
  await notifyOfCreditNote(ctx, note, now);
  await enqueueCreditNote(ctx, invoice, note, now);
  return note._id;
}
