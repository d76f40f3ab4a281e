/**
 * E-invoices (schema INV-01, version 1.1) of a month's documents to buyers with a GSTIN, for the upload to the e-invoice portal. What
 * the schema wants and a document lacks is told instead: a file with one wrong document is refused whole.
 */
import { DEFAULT_UNIT } from "../units";
import { isHsn } from "../hsn";
import { isTaxed } from "../kinds";
import { stateName } from "../states";
import { isRegistered, type MonthDocument, type MonthLine, taxedLines, taxOf } from "./document";
import { t } from "../../language/texts";

type Json = { readonly [name: string]: string | number | Json | readonly Json[] };

export type EInvoices = {
  readonly invoices: readonly Json[];
  /** The documents of the same places. */
  readonly documents: readonly MonthDocument[];
  readonly lacking: readonly { readonly document: MonthDocument; readonly lacks: string[] }[];
};

const VERSION = "1.1";
const NAME_MIN = 3;
const NAME_MAX = 100;
const PLACE_MAX = 50;
const PRODUCT_MAX = 300;

/** The schema takes no quotation marks; control characters would break the line. */
function plainText(text: string, max: number): string {
  const plain = text.replaceAll('"', "'").replaceAll(/[\p{Cc}\s]+/gu, " ");
  // Never half of a character that takes two places.
  return plain
    .trim()
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

/** Filled up to the least length that the schema takes. */
function longEnough(text: string): string {
  return text.padEnd(NAME_MIN, ".");
}

/** "22/09/2025" of "2025-09-22". */
function dayText(day: string): string {
  return day.split("-").reverse().join("/");
}

function rupees(paise: number): number {
  return paise / 100;
}

/** The last part of an address that can be a town, or the State. */
function placeOf({ address, stateCode = "" }: MonthDocument["buyer"]): string {
  const parts = address.split(/[,\n]/).map((part) => plainText(part.replaceAll(/\d/g, ""), 200));
  const town = parts.findLast((part) => part.length >= NAME_MIN && part.length <= PLACE_MAX);
  // oxlint-disable-next-line mandi/no-bare-words -- The portal reads it.
  return town ?? stateName(stateCode) ?? "India";
}

function partyDetails(party: MonthDocument["buyer"]): Json {
  const { gstin = "", legalName, business, address, stateCode = "", pincode } = party;
  return {
    Gstin: gstin,
    LglNm: longEnough(plainText(legalName ?? business, NAME_MAX)),
    TrdNm: longEnough(plainText(business, NAME_MAX)),
    Addr1: plainText(address, NAME_MAX),
    Loc: placeOf(party),
    Pin: Number(pincode),
    Stcd: stateCode,
  };
}

/** Value of a line's goods: prices with tax have no other price of a piece than this divided by the pieces. */
function itemOf(line: MonthLine, index: number): Json {
  const value = line.taxablePaise + line.untaxedPaise;
  const rateBp = isTaxed(line.taxKind ?? "exempt") ? (line.gstRateBp ?? 0) : 0;
  return {
    SlNo: String(index + 1),
    PrdDesc: longEnough(plainText(line.productName, PRODUCT_MAX)),
    IsServc: "N",
    HsnCd: line.hsn ?? "",
    Qty: line.quantity,
    Unit: line.uqc ?? DEFAULT_UNIT,
    UnitPrice: Math.round((value * 10) / line.quantity) / 1_000,
    TotAmt: rupees(value),
    Discount: 0,
    AssAmt: rupees(value),
    GstRt: rateBp / 100,
    IgstAmt: rupees(line.igstPaise),
    CgstAmt: rupees(line.cgstPaise),
    SgstAmt: rupees(line.sgstPaise),
    TotItemVal: rupees(value + taxOf(line)),
  };
}

function toInvoice(document: MonthDocument): Json {
  const { type, printedNumber, day, seller, buyer, placeOfSupply = "", against } = document;
  const reference = against && {
    PrecDocDtls: [{ InvNo: against.printedNumber, InvDt: dayText(against.day) }],
  };
  return {
    Version: VERSION,
    // oxlint-disable-next-line mandi/no-bare-words -- The portal reads it.
    TranDtls: { TaxSch: "GST", SupTyp: "B2B", RegRev: "N", IgstOnIntra: "N" },
    DocDtls: {
      Typ: type === "invoice" ? "INV" : "CRN",
      No: printedNumber,
      Dt: dayText(day),
    },
    SellerDtls: partyDetails(seller),
    BuyerDtls: { ...partyDetails(buyer), Pos: placeOfSupply },
    ItemList: document.lines.map(itemOf),
    ValDtls: {
      AssVal: rupees(document.taxablePaise + document.untaxedPaise),
      CgstVal: rupees(document.cgstPaise),
      SgstVal: rupees(document.sgstPaise),
      IgstVal: rupees(document.igstPaise),
      RndOffAmt: rupees(document.roundOffPaise),
      TotInvVal: rupees(document.payablePaise),
    },
    ...(reference !== undefined && { RefDtls: reference }),
  };
}

const DOCUMENT_NUMBER = /^[a-zA-Z1-9][a-zA-Z0-9/-]{0,15}$/;

function lacksOf({ printedNumber, seller, buyer, lines, against }: MonthDocument): string[] {
  const ofParties = [
    ...(seller.pincode === undefined ? [t("your PIN code")] : []),
    ...(seller.stateCode === undefined ? [t("your State")] : []),
    ...(plainText(seller.address, NAME_MAX) === "" ? [t("your address")] : []),
    ...(buyer.pincode === undefined ? [t("the buyer's PIN code")] : []),
    ...(buyer.stateCode === undefined ? [t("the buyer's State")] : []),
    ...(plainText(buyer.address, NAME_MAX) === "" ? [t("the buyer's address")] : []),
  ];
  const numbers = [printedNumber, ...(against === undefined ? [] : [against.printedNumber])];
  const ofLines = lines.flatMap(({ productName, hsn = "", taxablePaise }) => [
    ...(isHsn(hsn) && !/^0+$/.test(hsn)
      ? []
      : [t("the HSN code of {product}", { product: productName })]),
    ...(taxablePaise < 0 ? [t("a value of {product}", { product: productName })] : []),
  ]);
  const ofNumbers = numbers.every((number) => DOCUMENT_NUMBER.test(number))
    ? []
    : [t("a number that the portal takes")];
  return [...ofParties, ...new Set(ofLines), ...ofNumbers];
}

/** True for tax invoices to buyers with a GSTIN and for credit notes of them; bills of supply need no e-invoice. */
function needsEInvoice(document: MonthDocument): boolean {
  return isRegistered(document) && taxedLines(document).length > 0;
}

/** Expects documents of one return. */
export function eInvoices(documents: readonly MonthDocument[]): EInvoices {
  const eInvoiced = documents.filter(needsEInvoice);
  const checked = eInvoiced.map((document) => ({ document, lacks: lacksOf(document) }));
  const whole = checked.filter(({ lacks }) => lacks.length === 0).map(({ document }) => document);
  return {
    invoices: whole.map(toInvoice),
    documents: whole,
    lacking: checked.filter(({ lacks }) => lacks.length > 0),
  };
}
