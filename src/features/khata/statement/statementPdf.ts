/** The statement as a PDF. It is loaded on first use, because the library is large. */
import { drawPdf, type TypeParts } from "../../../files/pdf/draw";
import { type Statement, type Party, cutText } from "./collect";
import { type Period, periodText } from "../../../files/period/periods";
import { formatDate } from "../../../../domain/dates";
import { formatRupees } from "../../../../domain/money";
import { type Measure, type Sheet, wrap } from "../../../files/pdf/marks";
import { BODY, LEFT, LINE, MIDDLE, numbered, Pen, RIGHT, SMALL } from "../../../files/pdf/pen";
import { type Entry, entryReference, entryText } from "../../../lib/entryText";
import { t } from "../../../../domain/language/texts";

/** Between columns. */
const GAP = 4;
/** The size of rows and figures in points. */
const ROW = 8.5;
const ROW_LINE = 4.2;
const DAY_WIDTH = 21;
const WHAT = LEFT + DAY_WIDTH + GAP;
/** The part of the room for texts that says what an entry is; the other is the reference's. */
const WHAT_SHARE = 0.55;

type Columns = {
  /** Right edges of the figures. */
  readonly amount: number;
  readonly balance: number;
  readonly whatWidth: number;
  readonly reference: number;
  readonly referenceWidth: number;
};

/** "+₹1,716.00" raises what the retailer owes, "-₹2,000.00" lowers it. */
function signed(paise: number): string {
  return paise > 0 ? `+${formatRupees(paise)}` : formatRupees(paise);
}

/** Gives the figures the room of the longest, and the rest to texts: no sum is cut or runs into another. */
function columnsOf({ entries, openingPaise, closingPaise }: Statement, measure: Measure): Columns {
  const widest = (texts: readonly string[], least: number) =>
    Math.max(least, measure(longest(texts), ROW, true) + 1);
  const amounts = entries.map(({ paise }) => signed(paise));
  const balances = [
    ...[openingPaise, closingPaise].map(formatRupees),
    ...entries.map(({ balanceAfterPaise }) => formatRupees(balanceAfterPaise)),
  ];
  const amount = RIGHT - widest(balances, 22) - GAP;
  const rest = amount - widest(amounts, 22) - GAP - WHAT;
  const whatWidth = (rest - GAP) * WHAT_SHARE;
  const reference = WHAT + whatWidth + GAP;
  return {
    amount,
    balance: RIGHT,
    whatWidth,
    reference,
    referenceWidth: rest - GAP - whatWidth,
  };
}

/** Returns the widest figure, nearly: digits are about equally wide. */
function longest(texts: readonly string[]): string {
  return texts.reduce((found, text) => (text.length > found.length ? text : found), "");
}

function heading(pen: Pen, statement: Statement, measure: Measure): void {
  pen.text(LEFT, t("Statement of account"), { size: 20, bold: true });
  pen.y += 7;
  pen.text(LEFT, periodText(statement), { size: 11 });
  pen.y += 6;
  pen.rule();
  pen.y += 8;
  const columns = [
    { x: LEFT, title: t("Distributor"), party: statement.distributor },
    { x: MIDDLE, title: t("Retailer"), party: statement.retailer },
  ];
  const top = pen.y;
  const bottoms = columns.map(({ x, title, party }) => {
    pen.y = top;
    pen.text(x, title, { size: SMALL, muted: true });
    for (const [index, line] of partyLines(party, measure).entries()) {
      pen.y += LINE;
      pen.text(x, line, { bold: index === 0 });
    }
    return pen.y;
  });
  pen.y = Math.max(...bottoms) + 10;
}

function partyLines({ business, name, phone, email }: Party, measure: Measure): string[] {
  // Bold letters are wider than those that are measured.
  const width = (MIDDLE - LEFT - 6) * 0.94;
  return [business, name, phone, email]
    .filter((text) => text !== "")
    .flatMap((text) => wrap(text, width, BODY, measure));
}

function tableHead(pen: Pen, { amount, balance, reference }: Columns): void {
  const look = { size: SMALL, muted: true } as const;
  pen.text(LEFT, t("Day"), look);
  pen.text(WHAT, t("Entry"), look);
  pen.text(reference, t("Reference"), look);
  pen.text(amount, "+ / -", { ...look, align: "right" });
  pen.text(balance, t("Balance"), { ...look, align: "right" });
  pen.y += 2;
  pen.rule(true);
  pen.y += 5;
}

function balanceRow(pen: Pen, columns: Columns, [day, title, paise]: [string, string, number]) {
  const look = { size: ROW, bold: true } as const;
  pen.text(LEFT, formatDate(day), look);
  pen.text(WHAT, title, look);
  pen.text(columns.balance, formatRupees(paise), { ...look, align: "right" });
  pen.y += 1.8;
  pen.rule();
  pen.y += 4.8;
}

function entryRow(pen: Pen, columns: Columns, entry: Entry, measure: Measure): void {
  const { whatWidth, reference, referenceWidth } = columns;
  const whats = wrap(entryText(entry), whatWidth, ROW, measure);
  const references = wrap(entryReference(entry), referenceWidth, ROW, measure);
  const textWidth = whatWidth + GAP + referenceWidth;
  const reasons =
    entry.reason === undefined ? [] : wrap(entry.reason, textWidth, SMALL - 0.5, measure);
  const lines = Math.max(whats.length, references.length);
  if (pen.room((lines + reasons.length) * ROW_LINE + 2)) tableHead(pen, columns);
  const look = { size: ROW, align: "right" } as const;
  pen.text(LEFT, formatDate(entry.day), { size: ROW });
  pen.text(columns.amount, signed(entry.paise), look);
  pen.text(columns.balance, formatRupees(entry.balanceAfterPaise), look);
  for (let line = 0; line < lines; line += 1) {
    pen.text(WHAT, whats[line] ?? "", { size: ROW });
    pen.text(reference, references[line] ?? "", { size: ROW });
    pen.y += ROW_LINE;
  }
  for (const reason of reasons) {
    pen.text(WHAT, reason, { size: SMALL - 0.5, muted: true });
    pen.y += ROW_LINE;
  }
  pen.y += 1.4;
}

/** Never torn apart: the end of the table, and the sum that it comes to. */
function closing(pen: Pen, columns: Columns, statement: Statement, measure: Measure): void {
  const { to, closingPaise, entries, isCut } = statement;
  const isOnNewSheet = pen.room(24);
  if (isOnNewSheet) tableHead(pen, columns);
  if (entries.length === 0) {
    pen.text(WHAT, t("No entries in this period"), { size: ROW, muted: true });
    pen.y += 6;
  }
  if (!isOnNewSheet) {
    pen.rule(true);
    pen.y += 5;
  }
  balanceRow(pen, columns, [to, t("Closing balance"), closingPaise]);
  const words = isCut ? cutText(entries.length) : closingText(statement);
  for (const line of wrap(words, RIGHT - LEFT, ROW, measure)) {
    pen.text(LEFT, line, { size: ROW, muted: true });
    pen.y += ROW_LINE;
  }
}

function closingText({ closingPaise, retailer, distributor }: Statement): string {
  if (closingPaise === 0) return t("Nothing is open.");
  const values = {
    retailer: retailer.business || retailer.name,
    distributor: distributor.business || distributor.name,
    sum: formatRupees(Math.abs(closingPaise)),
  };
  return closingPaise > 0
    ? t("{retailer} owes {distributor} {sum}.", values)
    : t("{retailer} has paid {sum} in advance.", values);
}

/** Lays a statement out on A4 sheets. Pure; src/files/pdf/draw.ts draws the marks. */
export function layoutStatement(statement: Statement, measure: Measure): Sheet[] {
  const pen = new Pen();
  const columns = columnsOf(statement, measure);
  heading(pen, statement, measure);
  tableHead(pen, columns);
  balanceRow(pen, columns, [statement.from, t("Opening balance"), statement.openingPaise]);
  for (const entry of statement.entries) entryRow(pen, columns, entry, measure);
  closing(pen, columns, statement, measure);
  return numbered(pen.sheets, titleOf(statement));
}

function titleOf(period: Period): string {
  return t("Statement, {period}", { period: periodText(period) });
}

export function statementPdf(statement: Statement, type: TypeParts): Promise<ArrayBuffer> {
  const { business, name } = statement.distributor;
  const paper = {
    title: titleOf(statement),
    author: business === "" ? name : business,
    layOut: (measure: Measure) => layoutStatement(statement, measure),
    picture: null,
  };
  return drawPdf(paper, type);
}
