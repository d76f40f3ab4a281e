/** The credit note as a PDF. It is loaded on first use, because the library is large. */
import { drawPdf, type TypeParts } from "../../files/pdf/draw";
import { type Measure, type Sheet, type TextMark, wrap } from "../../files/pdf/marks";
import { type CreditNote, noteFacts } from "./creditNote";
import { formatLongDate } from "../../../domain/dates";
import { formatRupees } from "../../../domain/money";
import { BODY, LEFT, LINE, MIDDLE, numbered, Pen, RIGHT, SMALL } from "../../files/pdf/pen";
import { parties, table } from "./paperParts";
import { codeTexts, sumRows } from "./taxTexts";
import { msg, t } from "../../../domain/language/texts";

const SUM_HEIGHT = 8;

function heading(pen: Pen, note: CreditNote): void {
  const { tax, printedNumber } = note;
  if (tax?.firstLine !== undefined) {
    pen.text(LEFT, tax.firstLine, { size: SMALL });
    pen.y += LINE + 3;
  }
  pen.text(LEFT, t(msg(note.title)), { size: 20, bold: true });
  pen.text(RIGHT, printedNumber, { size: 13, bold: true, align: "right" });
  pen.y += 6;
  const serial = t("No. {number} of this financial year", { number: note.noteNo });
  pen.text(RIGHT, serial, { size: SMALL, muted: true, align: "right" });
  pen.y += 9;
  const entries = [
    [t("Date of issue"), formatLongDate(note.issuedAt)],
    [t("Against invoice"), note.invoiceNumber],
    [t("Invoice date"), formatLongDate(note.invoiceIssuedAt)],
  ] as const;
  for (const [index, [label, text]] of entries.entries()) {
    const x = LEFT + index * 60;
    pen.text(x, label, { size: SMALL, muted: true });
    pen.put({ kind: "text", x, y: pen.y + LINE, text, size: BODY, bold: true });
  }
  pen.y += LINE + 5;
  pen.rule();
  pen.y += 8;
}

/** The facts, and of notes that give tax back the recipient's duty. */
function facts(pen: Pen, note: CreditNote, measure: Measure): void {
  pen.y += 2;
  const texts = noteFacts(note).map(([label, text]) => `${label}: ${text}`);
  for (const text of [...texts, ...(note.sentence === undefined ? [] : [note.sentence])]) {
    for (const line of wrap(text, RIGHT - LEFT, BODY, measure)) {
      pen.room(LINE);
      pen.text(LEFT, line);
      pen.y += LINE;
    }
  }
  pen.y += 6;
}

/** Never torn apart. */
function sums(pen: Pen, note: CreditNote): void {
  const rows = note.tax === undefined ? [] : sumRows(note.tax);
  pen.room((rows.length + 2) * SUM_HEIGHT);
  const entry = (label: string, value: string, look: Partial<TextMark>) => {
    pen.text(MIDDLE + 10, label, { muted: true });
    pen.text(RIGHT, value, { align: "right", ...look });
    pen.y += SUM_HEIGHT;
  };
  for (const { label, paise } of rows) entry(label, formatRupees(paise), {});
  entry(t("Credited"), formatRupees(note.totalPaise), { size: 14, bold: true });
  entry(t("Authorized signature"), note.authorizedSignature, { bold: true });
}

/** Lays a credit note out on A4 sheets, each with the table's head. */
export function layoutCreditNote(note: CreditNote, measure: Measure): Sheet[] {
  const pen = new Pen();
  const { lines, tax } = note;
  heading(pen, note);
  parties(pen, note, measure);
  table(pen, { lines, tax, wordsOf: codeTexts, measure });
  facts(pen, note, measure);
  sums(pen, note);
  return numbered(pen.sheets, note.printedNumber);
}

export function creditNotePdf(note: CreditNote, type: TypeParts): Promise<ArrayBuffer> {
  const { companyName, name } = note.distributor;
  const paper = {
    title: t("Credit note {number}", { number: note.printedNumber }),
    author: companyName === "" ? name : companyName,
    layOut: (measure: Measure) => layoutCreditNote(note, measure),
    picture: null,
  };
  return drawPdf(paper, type);
}
