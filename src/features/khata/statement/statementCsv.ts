/** The statement as CSV, for spreadsheets. */
import { entryReference, entryText } from "../../../lib/entryText";
import { BYTE_ORDER_MARK, csvLine } from "../../../files/exports/textFormats";
import { type Statement, cutText } from "./collect";

const HEAD = ["Day", "What", "Reference", "Reason", "Amount (₹)", "Balance (₹)"];

/** Above zero, an amount raises what the retailer owes. */
export function statementCsv(statement: Statement): string {
  const { from, to, entries, openingPaise, closingPaise, isCut } = statement;
  const end = isCut ? `Closing balance. ${cutText(entries.length)}` : "Closing balance";
  const balanceLine = (day: string, text: string, paise: number) =>
    csvLine([{ day }, text, "", "", null, { paise }]);
  const lines = entries.map((entry) =>
    csvLine([
      { day: entry.day },
      entryText(entry),
      entryReference(entry),
      entry.reason ?? "",
      { paise: entry.paise },
      { paise: entry.balanceAfterPaise },
    ]),
  );
  return [
    BYTE_ORDER_MARK,
    csvLine(HEAD),
    balanceLine(from, "Opening balance", openingPaise),
    ...lines,
    balanceLine(to, end, closingPaise),
  ].join("");
}
