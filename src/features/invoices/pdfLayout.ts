/** Lays an invoice out on A4 sheets. Pure; src/lib/pdf/draw.ts draws the marks. */
import { formatLongDate } from "../../../domain/dates";
import { formatRupees } from "../../../domain/money";
import type { Invoice } from "./invoiceChoice";
import { type Measure, type Sheet, type TextMark, wrap } from "../../lib/pdf/marks";
import { BODY, LEFT, LINE, MIDDLE, numbered, Pen, RIGHT, SMALL } from "../../lib/pdf/pen";
import { partText, settledText } from "./openText";
import { qrModules } from "./qrModules";

/** Right edges of the figures. */
const QUANTITY = 120;
const PRICE = 155;
const PRODUCT_WIDTH = QUANTITY - LEFT - 20;
const QR_SIDE = 40;
const SUMMARY_HEIGHT = QR_SIDE + 16;

/** The optional parts of the page. */
export type LayoutOptions = {
  readonly measure: Measure;
  /** True when the distributor's own payment code could be fetched. */
  readonly hasPicture: boolean;
};

function heading(pen: Pen, invoice: Invoice): void {
  pen.text(LEFT, "Invoice", { size: 20, bold: true });
  pen.text(RIGHT, invoice.printedNumber, { size: 13, bold: true, align: "right" });
  pen.y += 6;
  pen.text(RIGHT, `No. ${invoice.invoiceNo} of this financial year`, {
    size: SMALL,
    muted: true,
    align: "right",
  });
  pen.y += 9;
  const dates = [
    ["Order date", formatLongDate(invoice.orderDate)],
    ["Acceptance date", formatLongDate(invoice.acceptedAt)],
    ["Delivery before", formatLongDate(invoice.deliveryBefore)],
  ] as const;
  for (const [index, [label, date]] of dates.entries()) {
    const x = LEFT + index * 60;
    pen.text(x, label, { size: SMALL, muted: true });
    pen.put({ kind: "text", x, y: pen.y + LINE, text: date, size: BODY, bold: true });
  }
  pen.y += LINE + 5;
  pen.rule();
  pen.y += 8;
}

type Party = Invoice["distributor"] | Invoice["retailer"];

function partyLines(party: Party, measure: Measure): string[] {
  const trade = "companyName" in party ? party.companyName : party.shopName;
  const width = MIDDLE - LEFT - 6;
  return [trade, party.name, party.address, party.phone, party.email].flatMap((text) =>
    wrap(text, width, BODY, measure),
  );
}

function parties(pen: Pen, { distributor, retailer }: Invoice, measure: Measure): void {
  const columns = [
    { x: LEFT, title: "Distributor", lines: partyLines(distributor, measure) },
    { x: MIDDLE, title: "Retailer", lines: partyLines(retailer, measure) },
  ];
  const top = pen.y;
  for (const { x, title, lines } of columns) {
    pen.y = top;
    pen.text(x, title, { size: SMALL, muted: true });
    for (const [index, line] of lines.entries()) {
      pen.y += LINE;
      pen.text(x, line, { bold: index === 0 });
    }
  }
  pen.y = top + LINE * (Math.max(...columns.map(({ lines }) => lines.length)) + 1) + 6;
}

function tableHead(pen: Pen): void {
  const look = { size: SMALL, muted: true } as const;
  pen.text(LEFT, "Product", look);
  pen.text(QUANTITY, "Quantity", { ...look, align: "right" });
  pen.text(PRICE, "Price", { ...look, align: "right" });
  pen.text(RIGHT, "Total", { ...look, align: "right" });
  pen.y += 2.5;
  pen.rule(true);
  pen.y += 6;
}

function table(pen: Pen, lines: Invoice["lines"], measure: Measure): void {
  tableHead(pen);
  for (const line of lines) {
    const names = wrap(line.productName, PRODUCT_WIDTH, BODY, measure);
    const description = line.description === "" ? "No description available" : line.description;
    const words = wrap(description, PRODUCT_WIDTH, SMALL, measure);
    if (pen.room((names.length + words.length) * LINE + 3)) tableHead(pen);
    pen.text(QUANTITY, line.quantity.toLocaleString("en-IN"), { align: "right" });
    pen.text(PRICE, formatRupees(line.pricePaise), { align: "right" });
    pen.text(RIGHT, formatRupees(line.totalPaise), { align: "right", bold: true });
    for (const name of names) {
      pen.text(LEFT, name, { bold: true });
      pen.y += LINE;
    }
    for (const text of words) {
      pen.text(LEFT, text, { size: SMALL, muted: true });
      pen.y += LINE - 1;
    }
    pen.y += 0.5;
    pen.rule();
    pen.y += 6;
  }
}

/** The code for what is open, or the word that nothing is. */
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
    text: "Scan to make payment",
    size: SMALL,
    muted: true,
    align: "center",
  });
}

const STATUS_WORDS: Readonly<Record<Invoice["orderStatus"], string>> = {
  pending: "Pending",
  accepted: "Accepted",
  rejected: "Rejected",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** Never torn apart: what is to be paid, and how. */
function summary(pen: Pen, invoice: Invoice, hasPicture: boolean): void {
  pen.room(SUMMARY_HEIGHT);
  paymentCode(pen, invoice, hasPicture);
  const entry = (label: string, value: string, look: Partial<TextMark>) => {
    pen.text(MIDDLE + 10, label, { muted: true });
    pen.text(RIGHT, value, { align: "right", ...look });
    pen.y += 8;
  };
  pen.y += 5;
  entry("Status", STATUS_WORDS[invoice.orderStatus], {});
  entry("Net amount", formatRupees(invoice.netAmountPaise), { size: 14, bold: true });
  if (invoice.payablePaise !== invoice.netAmountPaise)
    entry("To pay", formatRupees(invoice.payablePaise), { size: 14, bold: true });
  entry("Authorized signature", invoice.authorizedSignature, { bold: true });
}

export function layoutInvoice(invoice: Invoice, { measure, hasPicture }: LayoutOptions): Sheet[] {
  const pen = new Pen();
  heading(pen, invoice);
  parties(pen, invoice, measure);
  table(pen, invoice.lines, measure);
  summary(pen, invoice, hasPicture);
  return numbered(pen.sheets, invoice.printedNumber);
}
