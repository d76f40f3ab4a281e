/**
 * Vouchers of a month for bookkeeping: a line per ledger, debits equal to credits to the paisa. Names of ledgers never change, since a
 * bookkeeping program finds its ledgers by them.
 */
import { stateTaxName } from "../states";
import { rateText } from "../rates";
import { type MonthDocument, signOf } from "./document";
import { rateSums } from "./supplies";

/** A group of ledgers that every bookkeeping program in India has by this name. */
type LedgerGroup = "Sundry Debtors" | "Sales Accounts" | "Duties & Taxes" | "Indirect Expenses";

type Ledger = { readonly name: string; readonly group: LedgerGroup };

export type VoucherLine = {
  readonly ledger: string;
  readonly group: LedgerGroup;
  /** Above zero. */
  readonly paise: number;
  readonly side: "Dr" | "Cr";
};

export type Voucher = {
  readonly document: MonthDocument;
  /** The buyer's line first. */
  readonly lines: readonly VoucherLine[];
};

const ROUND_OFF: Ledger = { name: "Round Off", group: "Indirect Expenses" };

/** Two shops may have one name: what is theirs alone stands beside it. */
function partyLedger({ business, gstin, phone }: MonthDocument["buyer"]): Ledger {
  const sign = gstin ?? phone;
  return { name: sign === "" ? business : `${business} (${sign})`, group: "Sundry Debtors" };
}

function salesLedger(name: string): Ledger {
  return { name, group: "Sales Accounts" };
}

function taxLedger(tax: string): Ledger {
  return { name: `Output ${tax}`, group: "Duties & Taxes" };
}

function untaxedLedger({ kind, seller }: MonthDocument): Ledger {
  const hasNoTax = kind === undefined || seller.gstScheme === "composition";
  return salesLedger(hasNoTax ? "Sales" : "Sales Nil Rated and Exempt");
}

type Credit = readonly [ledger: Ledger, paise: number];

/** Ledgers that an invoice credits, with their sums. A bill without tax has one. */
function credits(document: MonthDocument): Credit[] {
  const { kind, payablePaise, roundOffPaise, placeOfSupply = "" } = document;
  if (kind === undefined)
    return [
      [untaxedLedger(document), payablePaise - roundOffPaise],
      [ROUND_OFF, roundOffPaise],
    ];
  const sales = rateSums(document).map(({ rateBp, taxablePaise }): Credit => [
    salesLedger(`Sales ${rateText(rateBp)}`),
    taxablePaise,
  ]);
  return [
    ...sales,
    [untaxedLedger(document), document.untaxedPaise],
    [taxLedger("CGST"), document.cgstPaise],
    [taxLedger(stateTaxName(placeOfSupply)), document.sgstPaise],
    [taxLedger("IGST"), document.igstPaise],
    [ROUND_OFF, roundOffPaise],
  ];
}

/** A sum below zero stands on the other side. */
function line({ name, group }: Ledger, paise: number): VoucherLine {
  return { ledger: name, group, paise: Math.abs(paise), side: paise < 0 ? "Dr" : "Cr" };
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
