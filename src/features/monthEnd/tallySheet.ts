/**
 * Vouchers as the sheet that TallyPrime (release 4 and later) imports by a mapping of columns: a line per ledger, in the names of
 * Tally's own fields. The GUID is the document's id, by which the same file again changes nothing new.
 */
import type { Voucher } from "../../../domain/gst/return/vouchers";
import { stateLabel, stateName } from "../../../domain/gst/states";
import type { Cell, Head } from "../../files/exports/cells";
import type { Sheet } from "../../files/exports/writeSheet";

const HEADS: readonly Head[] = [
  { head: "Voucher Date", width: 14 },
  { head: "Voucher Type Name", width: 20 },
  { head: "Voucher Number", width: 20 },
  { head: "Reference No.", width: 20 },
  { head: "GUID", width: 36 },
  { head: "Ledger Name", width: 40 },
  { head: "Ledger Amount", width: 16 },
  { head: "Ledger Amount Dr/Cr", width: 20 },
  { head: "Buyer/Supplier - GSTIN/UIN", width: 26 },
  { head: "Buyer/Supplier - State", width: 22 },
  { head: "Buyer/Supplier - Place of Supply", width: 30 },
  { head: "Voucher Narration", width: 30 },
  { head: "Change Mode", width: 20 },
];

const TYPES = { invoice: "Sales", creditNote: "Credit Note" } as const;

function cellsOf({ document, lines }: Voucher): Cell[][] {
  const { _id, type, day, printedNumber, against, buyer, placeOfSupply } = document;
  const narration = against === undefined ? null : `Against ${against.printedNumber}`;
  const state = buyer.stateCode === undefined ? null : (stateName(buyer.stateCode) ?? null);
  const place = placeOfSupply === undefined ? null : stateLabel(placeOfSupply);
  return lines.map(({ ledger, paise, side }) => [
    { day },
    TYPES[type],
    printedNumber,
    against?.printedNumber ?? printedNumber,
    _id,
    ledger,
    { paise },
    side,
    buyer.gstin ?? null,
    state,
    place,
    narration,
    "Accounting Invoice",
  ]);
}

export function tallySheet(vouchers: readonly Voucher[]): Sheet {
  return { heads: HEADS, rows: vouchers.flatMap(cellsOf) };
}
