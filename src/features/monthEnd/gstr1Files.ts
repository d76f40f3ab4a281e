/** The tables of GSTR-1 as files in the headings of the portal's offline tool. Amounts have two decimals; no rate is blended. */
import type { ExemptRow } from "../../../domain/gst/return/exempt";
import type { Gstr1, Gstr1Rows, Gstr1Table } from "../../../domain/gst/return/gstr1";
import type { HsnRow } from "../../../domain/gst/return/hsnSummary";
import { type IssuedRow, NATURES } from "../../../domain/gst/return/issued";
import type { DocumentRow, PlaceRow, RateSum } from "../../../domain/gst/return/supplies";
import { stateLabel } from "../../../domain/gst/states";
import type { Cell } from "../../files/exports/cells";
import type { Sheet } from "../../files/exports/writeSheet";
import { portalDay, portalUnit } from "./portalTexts";

/** A rate in basis points is a figure with two decimals, as an amount is. */
function rate({ rateBp }: { readonly rateBp: number }): Cell {
  return { paise: rateBp };
}

const NO_CESS: Cell = { paise: 0 };

function place(code: string | undefined): string {
  return code === undefined ? "" : stateLabel(code);
}

const RATE_HEADS = ["Rate", "Taxable Value", "Cess Amount"] as const;

function rateCells(row: RateSum): Cell[] {
  return [rate(row), { paise: row.taxablePaise }, NO_CESS];
}

const B2B_HEADS = [
  "GSTIN/UIN of Recipient",
  "Receiver Name",
  "Invoice Number",
  "Invoice date",
  "Invoice Value",
  "Place Of Supply",
  "Reverse Charge",
  "Applicable % of Tax Rate",
  "Invoice Type",
  "E-Commerce GSTIN",
  ...RATE_HEADS,
];

function b2bCells(row: DocumentRow): Cell[] {
  const { buyer, printedNumber, day, payablePaise, placeOfSupply } = row.document;
  return [
    buyer.gstin ?? "",
    buyer.legalName ?? buyer.business,
    printedNumber,
    portalDay(day),
    { paise: payablePaise },
    place(placeOfSupply),
    "N",
    null,
    "Regular B2B",
    null,
    ...rateCells(row),
  ];
}

const B2CL_HEADS = [
  "Invoice Number",
  "Invoice date",
  "Invoice Value",
  "Place Of Supply",
  "Applicable % of Tax Rate",
  ...RATE_HEADS,
  "E-Commerce GSTIN",
];

function b2clCells(row: DocumentRow): Cell[] {
  const { printedNumber, day, payablePaise, placeOfSupply } = row.document;
  return [
    printedNumber,
    portalDay(day),
    { paise: payablePaise },
    place(placeOfSupply),
    null,
    ...rateCells(row),
    null,
  ];
}

const B2CS_HEADS = [
  "Type",
  "Place Of Supply",
  "Rate",
  "Applicable % of Tax Rate",
  "Taxable Value",
  "Cess Amount",
  "E-Commerce GSTIN",
];

/** OE: not sold through an e-commerce operator that collects tax. */
function b2csCells(row: PlaceRow): Cell[] {
  const value = { paise: row.taxablePaise };
  return ["OE", place(row.placeOfSupply), rate(row), null, value, NO_CESS, null];
}

const CDNR_HEADS = [
  "GSTIN/UIN of Recipient",
  "Receiver Name",
  "Note Number",
  "Note Date",
  "Note Type",
  "Place Of Supply",
  "Reverse Charge",
  "Note Supply Type",
  "Note Value",
  "Applicable % of Tax Rate",
  ...RATE_HEADS,
];

/** C: a credit note. */
function cdnrCells(row: DocumentRow): Cell[] {
  const { buyer, printedNumber, day, payablePaise, placeOfSupply } = row.document;
  return [
    buyer.gstin ?? "",
    buyer.legalName ?? buyer.business,
    printedNumber,
    portalDay(day),
    "C",
    place(placeOfSupply),
    "N",
    "Regular B2B",
    { paise: payablePaise },
    null,
    ...rateCells(row),
  ];
}

const CDNUR_HEADS = [
  "UR Type",
  "Note Number",
  "Note Date",
  "Note Type",
  "Place Of Supply",
  "Note Value",
  "Applicable % of Tax Rate",
  ...RATE_HEADS,
];

function cdnurCells(row: DocumentRow): Cell[] {
  const { printedNumber, day, payablePaise, placeOfSupply } = row.document;
  return [
    "B2CL",
    printedNumber,
    portalDay(day),
    "C",
    place(placeOfSupply),
    { paise: payablePaise },
    null,
    ...rateCells(row),
  ];
}

const EXEMP_HEADS = [
  "Description",
  "Nil Rated Supplies",
  "Exempted(other than nil rated/non GST supply)",
  "Non-GST Supplies",
];

function exemptCells({ isInterState, isRegistered, nilPaise, exemptPaise }: ExemptRow): Cell[] {
  const where = isInterState ? "Inter-State" : "Intra-State";
  const who = isRegistered ? "registered" : "unregistered";
  const sums = [{ paise: nilPaise }, { paise: exemptPaise }, { paise: 0 }];
  return [`${where} supplies to ${who} persons`, ...sums];
}

const HSN_HEADS = [
  "HSN",
  "Description",
  "UQC",
  "Total Quantity",
  "Total Value",
  "Rate",
  "Taxable Value",
  "Integrated Tax Amount",
  "Central Tax Amount",
  "State/UT Tax Amount",
  "Cess Amount",
];

/** The portal knows the description of a code by itself. */
function hsnCells(row: HsnRow): Cell[] {
  const { hsn, uqc, quantity, totalPaise, taxablePaise, igstPaise, cgstPaise, sgstPaise } = row;
  return [
    hsn,
    null,
    portalUnit(uqc),
    { paise: quantity * 100 },
    { paise: totalPaise },
    rate(row),
    { paise: taxablePaise },
    { paise: igstPaise },
    { paise: cgstPaise },
    { paise: sgstPaise },
    NO_CESS,
  ];
}

const DOCS_HEADS = [
  "Nature of Document",
  "Sr. No. From",
  "Sr. No. To",
  "Total Number",
  "Cancelled",
];

function docsCells({ type, from, to, total, cancelled }: IssuedRow): Cell[] {
  return [NATURES[type], from, to, total, cancelled];
}

const WIDTH = 20;

function sheet(heads: readonly string[], rows: readonly Cell[][]): Sheet {
  return { heads: heads.map((head) => ({ head, width: WIDTH })), rows };
}

const SHEETS = {
  b2b: ({ b2b }) => sheet(B2B_HEADS, b2b.map(b2bCells)),
  b2cl: ({ b2cl }) => sheet(B2CL_HEADS, b2cl.map(b2clCells)),
  b2cs: ({ b2cs }) => sheet(B2CS_HEADS, b2cs.map(b2csCells)),
  cdnr: ({ cdnr }) => sheet(CDNR_HEADS, cdnr.map(cdnrCells)),
  cdnur: ({ cdnur }) => sheet(CDNUR_HEADS, cdnur.map(cdnurCells)),
  exemp: ({ exemp }) => sheet(EXEMP_HEADS, exemp.map(exemptCells)),
  hsnB2b: ({ hsnB2b }) => sheet(HSN_HEADS, hsnB2b.map(hsnCells)),
  hsnB2c: ({ hsnB2c }) => sheet(HSN_HEADS, hsnB2c.map(hsnCells)),
  docs: ({ docs }) => sheet(DOCS_HEADS, docs.map(docsCells)),
} as const satisfies Record<Gstr1Table, (rows: Gstr1Rows) => Sheet>;

export function gstr1Sheet({ rows }: Gstr1, table: Gstr1Table): Sheet {
  return SHEETS[table](rows);
}
