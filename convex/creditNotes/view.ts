/** Credit notes as both parties see them: a row of their invoice, the whole page, and what is left to credit. */
import { v, type Infer } from "convex/values";
import { creditDeadline, CREDIT_SENTENCE } from "../../domain/gst/creditDeadline";
import { amountInWords } from "../../domain/gst/words";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { invoiceDistributor, invoiceRetailer } from "../invoices/schema";
import { invoiceTax, toInvoiceTax, toLineTax } from "../invoices/taxView";
import { creditStateOf } from "./lines";
import { creditNoteLine, noteReason } from "./schema";

const NOTE_TITLE = "Credit Note";

/** A row of the invoice's page. */
export const creditNoteRow = v.object({
  _id: v.id("creditNotes"),
  printedNumber: v.string(),
  issuedAt: v.number(),
  totalPaise: v.number(),
});

export const creditNotePage = v.object({
  ...creditNoteRow.fields,
  /** The number among this financial year's credit notes. */
  noteNo: v.string(),
  title: v.string(),
  reason: noteReason,
  reasonText: v.optional(v.string()),
  restocks: v.boolean(),
  invoiceId: v.id("invoices"),
  invoiceNumber: v.string(),
  invoiceIssuedAt: v.number(),
  /** As on the invoice, whatever became of them. */
  distributor: invoiceDistributor,
  retailer: invoiceRetailer,
  lines: v.array(creditNoteLine),
  /** Absent on notes of bills. */
  tax: v.optional(invoiceTax),
  /** The recipient's duty, on notes that give tax back. */
  sentence: v.optional(v.string()),
  amountInWords: v.string(),
  authorizedSignature: v.string(),
});

export const creditState = v.object({
  /** The sum of all notes. */
  creditedPaise: v.number(),
  lines: v.array(v.object({ lineId: v.string(), credited: v.number(), left: v.number() })),
  /** YYYY-MM-DD, the last day on which a note lowers the tax; absent where there is none. */
  deadline: v.optional(v.string()),
});

export type CreditNoteRow = Infer<typeof creditNoteRow>;
export type CreditNotePage = Infer<typeof creditNotePage>;
export type CreditState = Infer<typeof creditState>;

export function toCreditNoteRow(note: Doc<"creditNotes">): CreditNoteRow {
  const { _id, printedNumber, issuedAt, totalPaise } = note;
  return { _id, printedNumber, issuedAt, totalPaise };
}

/** The rest of the sum beside its parts; 0 on notes of bills. */
export function roundOffOf(note: Doc<"creditNotes">): number {
  if (note.taxablePaise === undefined) return 0;
  const { taxablePaise, untaxedPaise = 0, cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = note;
  return note.totalPaise - taxablePaise - untaxedPaise - cgstPaise - sgstPaise - igstPaise;
}

/** The note's amounts in the place of the invoice's. */
function noteTax(invoice: Doc<"invoices">, note: Doc<"creditNotes">): Pick<CreditNotePage, "tax"> {
  const { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = note;
  const amounts = { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
  const sum = { roundOffPaise: roundOffOf(note), payablePaise: totalPaise };
  const { tax } = toInvoiceTax({ ...invoice, ...amounts, ...sum });
  return tax === undefined ? {} : { tax: { ...tax, title: NOTE_TITLE } };
}

function givesTaxBack({ cgstPaise = 0, igstPaise = 0 }: Doc<"creditNotes">): boolean {
  return cgstPaise > 0 || igstPaise > 0;
}

function toLineView(line: Doc<"creditNotes">["lines"][number]): CreditNotePage["lines"][number] {
  const { lineId, productName, quantity, pricePaise, totalPaise } = line;
  return { lineId, productName, quantity, pricePaise, totalPaise, ...toLineTax(line) };
}

export function toCreditNotePage(
  invoice: Doc<"invoices">,
  note: Doc<"creditNotes">,
): CreditNotePage {
  const { reason, reasonText, restocks, totalPaise } = note;
  return {
    ...toCreditNoteRow(note),
    noteNo: String(note.number),
    title: NOTE_TITLE,
    reason,
    reasonText,
    restocks,
    invoiceId: invoice._id,
    invoiceNumber: invoice.printedNumber,
    invoiceIssuedAt: invoice.issuedAt,
    distributor: invoice.distributor,
    retailer: invoice.retailer,
    lines: note.lines.map(toLineView),
    ...noteTax(invoice, note),
    ...(givesTaxBack(note) && { sentence: CREDIT_SENTENCE }),
    amountInWords: amountInWords(totalPaise),
    authorizedSignature: invoice.distributor.name,
  };
}

export async function toCreditState(ctx: QueryCtx, invoice: Doc<"invoices">): Promise<CreditState> {
  const { lines, creditedPaise } = await creditStateOf(ctx, invoice);
  const { cgstPaise = 0, igstPaise = 0 } = invoice;
  const isTaxed = cgstPaise > 0 || igstPaise > 0;
  return {
    creditedPaise,
    lines: lines.map(({ line: { lineId }, credited, left }) => ({ lineId, credited, left })),
    ...(isTaxed && { deadline: creditDeadline(invoice.issuedAt) }),
  };
}
