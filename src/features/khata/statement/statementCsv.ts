/** The statement as CSV (RFC 4180), for spreadsheets: UTF-8 with a byte order mark, plain figures, ISO days. */
import { plainRupees } from "../../../../domain/money";
import type { Statement } from "./collect";
import { entryReference, entryText } from "./entryText";
import { cutText } from "./cutText";

/** Spreadsheets read UTF-8 by it. */
const BYTE_ORDER_MARK = "\uFEFF";
const LINE_END = "\r\n";

/** A cell that begins so is computed by a spreadsheet, also where its letters are twice as wide. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Always in quotes: a separator of another country's spreadsheets would begin a cell in the middle of the text. */
function textCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function moneyCell(paise: number): string {
  return `${paise < 0 ? "-" : ""}${plainRupees(Math.abs(paise))}`;
}

const HEAD = ["Day", "What", "Reference", "Reason", "Amount (₹)", "Balance (₹)"];

type Row = {
  readonly day: string;
  readonly texts: readonly [what: string, reference: string, reason: string];
  readonly paise?: number;
  readonly balancePaise: number;
};

function lineOf({ day, texts, paise, balancePaise }: Row): string {
  const amount = paise === undefined ? "" : moneyCell(paise);
  return [day, ...texts.map(textCell), amount, moneyCell(balancePaise)].join(",");
}

/** Above zero, an amount raises what the retailer owes. */
export function statementCsv(statement: Statement): string {
  const { from, to, entries, openingPaise, closingPaise, isCut } = statement;
  const rows = entries.map((entry) =>
    lineOf({
      ...{ day: entry.day, paise: entry.paise, balancePaise: entry.balanceAfterPaise },
      texts: [entryText(entry), entryReference(entry), entry.reason ?? ""],
    }),
  );
  const end = isCut ? `Closing balance. ${cutText(entries.length)}` : "Closing balance";
  const lines = [
    HEAD.map(textCell).join(","),
    lineOf({ day: from, texts: ["Opening balance", "", ""], balancePaise: openingPaise }),
    ...rows,
    lineOf({ day: to, texts: [end, "", ""], balancePaise: closingPaise }),
  ];
  return `${BYTE_ORDER_MARK}${lines.join(LINE_END)}${LINE_END}`;
}
