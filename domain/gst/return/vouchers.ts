/**
 * Vouchers of a month for bookkeeping: a line per ledger, debits equal to credits to the paisa. Names of ledgers never change, since a
 * bookkeeping program finds its ledgers by them.
 */
import { stateTaxName } from "../states";
import { rateText } from "../rates";
import { type MonthDocument, signOf } from "./document";
import { rateSums } from "./supplies";

type VoucherLine = {
  readonly ledger: string;
  /** Above zero. */
  readonly paise: number;
  readonly side: "Dr" | "Cr";
};

export type Voucher = {
  readonly document: MonthDocument;
  /** The buyer's line first. */
  readonly lines: readonly VoucherLine[];
};

/** Two shops may have one name: what is theirs alone stands beside it. */
function partyLedger({ business, gstin, phone }: MonthDocument["buyer"]): string {
  const sign = gstin ?? phone;
  return sign === "" ? business : `${business} (${sign})`;
}

function untaxedLedger(document: MonthDocument): string {
  return document.kind === undefined || document.seller.gstScheme === "composition"
    ? "Sales"
    : "Sales Nil Rated and Exempt";
}

/** Ledgers that an invoice credits, with their sums. A bill without tax has one. */
function credits(document: MonthDocument): (readonly [ledger: string, paise: number])[] {
  const { kind, payablePaise, roundOffPaise, placeOfSupply = "" } = document;
  if (kind === undefined)
    return [
      ["Sales", payablePaise - roundOffPaise],
      ["Round Off", roundOffPaise],
    ];
  const sales = rateSums(document).map(
    ({ rateBp, taxablePaise }) => [`Sales ${rateText(rateBp)}`, taxablePaise] as const,
  );
  return [
    ...sales,
    [untaxedLedger(document), document.untaxedPaise],
    ["Output CGST", document.cgstPaise],
    [`Output ${stateTaxName(placeOfSupply)}`, document.sgstPaise],
    ["Output IGST", document.igstPaise],
    ["Round Off", roundOffPaise],
  ];
}

/** A sum below zero stands on the other side. */
function line(ledger: string, paise: number): VoucherLine {
  return { ledger, paise: Math.abs(paise), side: paise < 0 ? "Dr" : "Cr" };
}

function toVoucher(document: MonthDocument): Voucher {
  const sign = signOf(document);
  const lines = [
    line(partyLedger(document.buyer), -sign * document.payablePaise),
    ...credits(document).map(([ledger, paise]) => line(ledger, sign * paise)),
  ];
  return { document, lines: lines.filter(({ paise }) => paise > 0) };
}

/** One voucher per document, in the order of the documents. */
export function vouchers(documents: readonly MonthDocument[]): Voucher[] {
  return documents.map(toVoucher);
}
