/** Lays an invoice out on A4 sheets. Pure; src/files/pdf/draw.ts draws the marks. */
import { formatLongDate } from "../../../domain/dates";
import { COPY_MARKS, type Copy } from "../../../domain/gst/copies";
import { formatRupees } from "../../../domain/money";
import { ORDER_STATUS_TEXTS } from "../../../domain/orderLifecycle";
import { type Invoice, partText, settledText } from "./invoiceChoice";
import { type Measure, type Sheet, type TextMark, wrap } from "../../files/pdf/marks";
import { BODY, LEFT, LINE, MIDDLE, numbered, Pen, RIGHT, SMALL } from "../../files/pdf/pen";
import { parties, table } from "./paperParts";
import { qrModules } from "./qrModules";
import { codeTexts, documentFacts, invoiceSums } from "./taxTexts";
import { msg, t } from "../../../domain/language/texts";

const QR_SIDE = 40;
/** The height of the code with the words below it. */
const CODE_HEIGHT = QR_SIDE + 12;
const SUM_STEP = 6;

/** The optional parts of the page. */
export type LayoutOptions = {
  readonly measure: Measure;
  /** True when the distributor's own payment code could be fetched. */
  readonly hasPicture: boolean;
  /** The copies of a tax document that are laid out, one after the other. */
  readonly copies: readonly Copy[];
};

/** Four dates beside each other. */
const DATE_WIDTH = (RIGHT - LEFT) / 4;

/** The place of the mark in the margin above each sheet. */
const MARK_Y = 12;

/** Draws the line that stands above everything else on tax documents. */
function aboveHeading(pen: Pen, { tax }: Invoice): void {
  if (tax?.firstLine === undefined) return;
  pen.text(LEFT, tax.firstLine, { size: SMALL });
  pen.y += LINE + 3;
}

function heading(pen: Pen, invoice: Invoice): void {
  aboveHeading(pen, invoice);
  pen.text(LEFT, t(msg(invoice.tax?.title ?? "Invoice")), { size: 20, bold: true });
  pen.text(RIGHT, invoice.printedNumber, { size: 13, bold: true, align: "right" });
  pen.y += 6;
  pen.text(RIGHT, t("No. {number} of this financial year", { number: invoice.invoiceNo }), {
    size: SMALL,
    muted: true,
    align: "right",
  });
  pen.y += 9;
  const dates = [
    [t("Date of issue"), formatLongDate(invoice.createdAt)],
    [t("Order date"), formatLongDate(invoice.orderDate)],
    [t("Acceptance date"), formatLongDate(invoice.acceptedAt)],
    [t("Delivery before"), formatLongDate(invoice.deliveryBefore)],
  ] as const;
  for (const [index, [label, date]] of dates.entries()) {
    const x = LEFT + index * DATE_WIDTH;
    pen.text(x, label, { size: SMALL, muted: true });
    pen.put({ kind: "text", x, y: pen.y + LINE, text: date, size: BODY, bold: true });
  }
  pen.y += LINE + 5;
  pen.rule();
  pen.y += 8;
}

/** Returns the code of a line, then its description. */
function wordsOf(line: Invoice["lines"][number]): string[] {
  const description = line.description === "" ? t("No description available") : line.description;
  return [[...codeTexts(line), description].join(" · ")];
}

/** Returns the code for what is open, or the word that nothing is. */
function paymentCode(pen: Pen, invoice: Invoice, hasPicture: boolean): void {
  const settled = settledText(invoice);
  const below = { kind: "text", x: LEFT, size: SMALL } as const;
  if (settled !== null) {
    pen.put({ ...below, y: pen.y + 5, text: settled, size: 14, bold: true });
    return;
  }
  const part = partText(invoice);
  const hasCode = hasPicture || invoice.upiLink !== undefined;
  const y = pen.y + (hasCode ? QR_SIDE + 5 : 0);
  if (hasCode) drawCode(pen, invoice, hasPicture);
  if (part !== null) pen.put({ ...below, y: y + 5, text: part, bold: true });
}

function drawCode(pen: Pen, { upiLink = "" }: Invoice, hasPicture: boolean): void {
  const at = { x: LEFT, y: pen.y, side: QR_SIDE };
  if (hasPicture) pen.put({ kind: "picture", ...at });
  else pen.put({ kind: "qr", ...at, modules: qrModules(upiLink) });
  pen.put({
    kind: "text",
    x: LEFT + QR_SIDE / 2,
    y: pen.y + QR_SIDE + 5,
    text: t("Scan to make payment"),
    size: SMALL,
    muted: true,
    align: "center",
  });
}

/** Place of supply, reverse charge and the sum in words, of tax documents. */
function facts(pen: Pen, { tax }: Invoice, measure: Measure): void {
  if (tax === undefined) return;
  pen.y += 2;
  for (const [label, text] of documentFacts(tax)) {
    for (const line of wrap(`${label}: ${text}`, RIGHT - LEFT, BODY, measure)) {
      pen.room(LINE);
      pen.text(LEFT, line);
      pen.y += LINE;
    }
  }
  pen.y += 6;
}

/** Never torn apart: what is to be paid, and beside it how. */
function summary(pen: Pen, invoice: Invoice, hasPicture: boolean): void {
  const sums = invoiceSums(invoice);
  // Status and signature stand with the sums.
  pen.room(Math.max(CODE_HEIGHT, (sums.length + 2) * SUM_STEP + 5));
  paymentCode(pen, invoice, hasPicture);
  const entry = (label: string, value: string, look: Partial<TextMark>) => {
    pen.text(MIDDLE + 10, label, { muted: true });
    pen.text(RIGHT, value, { align: "right", ...look });
    pen.y += SUM_STEP;
  };
  pen.y += 5;
  entry(t("Status"), t(ORDER_STATUS_TEXTS[invoice.orderStatus]), {});
  for (const { label, paise, isSum } of sums)
    entry(label, formatRupees(paise), isSum === true ? { size: 14, bold: true } : {});
  entry(t("Authorized signature"), invoice.authorizedSignature, { bold: true });
}

type CopyOptions = Pick<LayoutOptions, "measure" | "hasPicture">;

function layoutCopy(invoice: Invoice, { measure, hasPicture }: CopyOptions): Sheet[] {
  const pen = new Pen();
  heading(pen, invoice);
  parties(pen, invoice, measure);
  table(pen, { lines: invoice.lines, tax: invoice.tax, wordsOf, measure });
  facts(pen, invoice, measure);
  summary(pen, invoice, hasPicture);
  return numbered(pen.sheets, invoice.printedNumber);
}

function marked(sheet: Sheet, copy: Copy): Sheet {
  const text = t(COPY_MARKS[copy]);
  const mark = { kind: "text", x: RIGHT, y: MARK_Y, text, size: SMALL, bold: true } as const;
  return [{ ...mark, align: "right" }, ...sheet];
}

/** Returns the sheets of all copies. Each copy begins on a sheet of its own, has its mark on each of them, and numbers them by itself. */
export function layoutInvoice(invoice: Invoice, { copies, ...options }: LayoutOptions): Sheet[] {
  const sheets = layoutCopy(invoice, options);
  if (invoice.tax === undefined) return sheets;
  return copies.flatMap((copy) => sheets.map((sheet) => marked(sheet, copy)));
}
