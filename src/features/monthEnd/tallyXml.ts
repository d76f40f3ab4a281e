/**
 * Vouchers as the XML that Tally imports, with the ledgers that they need: those that it has already stay as they are. A debit is a sum
 * below zero, as Tally keeps it. The document's id is the voucher's, so that a second import of it is the same voucher.
 */
import type { Voucher, VoucherLine } from "../../../domain/gst/return/vouchers";
import { signedRupees, xmlText } from "../../files/exports/textFormats";

const TYPES = { invoice: "Sales", creditNote: "Credit Note" } as const;

function tag(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

function message(content: string): string {
  return `<TALLYMESSAGE>${content}</TALLYMESSAGE>\n`;
}

/** One after the other, so that vouchers find their ledgers. */
function importXml(report: string, messages: readonly string[]): string {
  const description = `<REQUESTDESC>${tag("REPORTNAME", report)}</REQUESTDESC>`;
  return `<IMPORTDATA>${description}<REQUESTDATA>\n${messages.join("")}</REQUESTDATA></IMPORTDATA>\n`;
}

function ledgerXml([name, group]: readonly [name: string, group: string]): string {
  const content = `${tag("NAME", name)}${tag("PARENT", group)}`;
  return message(`<LEDGER NAME="${xmlText(name)}" ACTION="Create">${content}</LEDGER>`);
}

function lineXml({ ledger, paise, side }: VoucherLine): string {
  const isDebit = side === "Dr";
  const parts = [
    tag("LEDGERNAME", ledger),
    tag("ISDEEMEDPOSITIVE", isDebit ? "Yes" : "No"),
    tag("AMOUNT", signedRupees(isDebit ? -paise : paise)),
  ];
  return `<ALLLEDGERENTRIES.LIST>${parts.join("")}</ALLLEDGERENTRIES.LIST>`;
}

function voucherXml({ document, lines }: Voucher): string {
  const { _id, type, day, printedNumber, against } = document;
  const parts = [
    tag("DATE", day.replaceAll("-", "")),
    tag("GUID", _id),
    tag("VOUCHERTYPENAME", TYPES[type]),
    tag("VOUCHERNUMBER", printedNumber),
    tag("REFERENCE", against?.printedNumber ?? printedNumber),
    tag("PARTYLEDGERNAME", lines[0]?.ledger ?? ""),
    ...lines.map(lineXml),
  ];
  const head = `REMOTEID="${xmlText(_id)}" VCHTYPE="${TYPES[type]}" ACTION="Create"`;
  return message(`<VOUCHER ${head}>${parts.join("")}</VOUCHER>`);
}

export function tallyXml(vouchers: readonly Voucher[]): string {
  const lines = vouchers.flatMap((voucher) => voucher.lines);
  const ledgers = new Map(lines.map(({ ledger, group }) => [ledger, group]));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE>',
    `<HEADER>${tag("TALLYREQUEST", "Import Data")}</HEADER><BODY>\n`,
    importXml("All Masters", [...ledgers].map(ledgerXml)),
    importXml("Vouchers", vouchers.map(voucherXml)),
    "</BODY></ENVELOPE>\n",
  ].join("");
}
