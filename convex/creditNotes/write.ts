/**
 * Writing a credit note: the note with its number, what the khata and the stock make of it, the retailer's notification and the webhooks'
 * event, in one transaction.
 */
import type { NoteReason } from "../../domain/creditNotes";
import { creditedLine } from "../../domain/gst/creditedLine";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { takeNumber } from "../invoices/number";
import { enterCreditNote } from "../khata/ledger";
import { emit } from "../events";
import type { Once } from "../once";
import { insertRow } from "../rows";
import { returnStock } from "../products/stock";
import { addCredit, getCredits } from "./credits";
import type { CreditLine } from "./lines";

/** A line with the pieces that the note credits. */
export type Taken = CreditLine & { readonly quantity: number };

export type NoteToWrite = {
  readonly invoice: Doc<"invoices">;
  readonly distributor: Doc<"users">;
  /** All lines of the invoice, as they were before the note. */
  readonly lines: readonly CreditLine[];
  /** Those that it credits, in the invoice's order; no more of each than is left. */
  readonly taken: readonly Taken[];
  readonly reason: NoteReason;
  readonly reasonText?: string | undefined;
  readonly restocks: boolean;
  readonly once: Once | null;
  /** The party whose step issues it. */
  readonly actor: Doc<"users">;
  readonly now: number;
};

function toNoteLine({ line, credited: before, quantity }: Taken) {
  const { lineId, productName, pricePaise, hsn, taxKind, uqc, gstRateBp } = line;
  const goods = { lineId, productName, quantity, pricePaise, hsn, taxKind, uqc, gstRateBp };
  return { ...goods, ...creditedLine(line, { before, quantity }) };
}

type NoteLine = ReturnType<typeof toNoteLine>;

type Credited = {
  /** The sum of all notes before, in paise. */
  readonly before: number;
  /** Nothing is left to credit after this one. */
  readonly isLast: boolean;
};

/**
 * Sums of the lines; those of taxes on tax documents alone. The invoice's rounding goes back with its last pieces. Where it took more off
 * than these are worth, the notes before end at what the invoice asked for, so that all of them together are neither more nor less.
 */
function sumsOf(
  lines: readonly NoteLine[],
  invoice: Doc<"invoices">,
  { before, isLast }: Credited,
) {
  const { kind, roundOffPaise = 0 } = invoice;
  const parts: readonly Doc<"creditNotes">["lines"][number][] = lines;
  const sum = (part: "taxablePaise" | "untaxedPaise" | "cgstPaise" | "sgstPaise" | "igstPaise") =>
    parts.reduce((all, line) => all + (line[part] ?? 0), 0);
  const ofLines = lines.reduce((all, line) => all + line.totalPaise, 0);
  const rounded = Math.max(0, ofLines + (isLast ? roundOffPaise : 0));
  const totalPaise = Math.min(rounded, invoice.payablePaise - before);
  if (kind === undefined) return { totalPaise };
  const values = { taxablePaise: sum("taxablePaise"), untaxedPaise: sum("untaxedPaise") };
  const taxes = { cgstPaise: sum("cgstPaise"), sgstPaise: sum("sgstPaise") };
  return { ...values, ...taxes, igstPaise: sum("igstPaise"), totalPaise };
}

async function restock(ctx: MutationCtx, taken: readonly Taken[]): Promise<void> {
  for (const { line, quantity } of taken) await returnStock(ctx, line.productId, quantity);
}

/** Errors: INVOICE_SERIES_FULL. */
export async function writeCreditNote(
  ctx: MutationCtx,
  { invoice, distributor, lines, taken, actor, now, ...fields }: NoteToWrite,
): Promise<Doc<"creditNotes">> {
  const { _id: invoiceId, distributorId, retailerId } = invoice;
  const pieces = new Map(taken.map(({ line, quantity }) => [line.lineId, quantity]));
  const { paise: before = 0 } = (await getCredits(ctx, invoiceId)) ?? {};
  const isLast = lines.every(({ line, left }) => left === (pieces.get(line.lineId) ?? 0));
  const noteLines = taken.map(toNoteLine);
  const note = await insertRow(ctx, "creditNotes", {
    invoiceId,
    distributorId,
    retailerId,
    ...(await takeNumber(ctx, distributor, now, "CN")),
    ...fields,
    issuedAt: now,
    lines: noteLines,
    ...sumsOf(noteLines, invoice, { before, isLast }),
  });
  const credited = lines.map(({ line }) => pieces.get(line.lineId) ?? 0);
  await addCredit(ctx, invoiceId, { pieces: credited, paise: note.totalPaise });
  if (fields.restocks) await restock(ctx, taken);
  await enterCreditNote(ctx, note, actor._id);
  await emit(ctx, { type: "creditNoteIssued", invoice, note, now });
  return note;
}
