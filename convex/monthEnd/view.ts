/** Documents of a month with what its files need of them: the stored figures, without pictures and descriptions. */
import { v, type Infer } from "convex/values";
import { todayIst } from "../../domain/dates";
import type { Parts } from "../../domain/gst/return/document";
import type { Doc } from "../_generated/dataModel";
import { roundOffOf } from "../creditNotes/view";
import { invoiceDistributor, lineTax, taxDocumentKind } from "../invoices/schema";

/** Integer paise; all zero on bills. */
const parts = {
  taxablePaise: v.number(),
  untaxedPaise: v.number(),
  cgstPaise: v.number(),
  sgstPaise: v.number(),
  igstPaise: v.number(),
};

const { hsn, taxKind, uqc, gstRateBp } = lineTax;

const monthLine = v.object({
  productName: v.string(),
  quantity: v.number(),
  hsn,
  taxKind,
  uqc,
  gstRateBp,
  ...parts,
});

const party = invoiceDistributor
  .pick("legalName", "gstin", "address", "phone", "stateCode", "pincode")
  .extend({ business: v.string() });

/** The shape of `domain/gst/return/document.ts`. */
export const monthDocument = v.object({
  _id: v.union(v.id("invoices"), v.id("creditNotes")),
  type: v.union(v.literal("invoice"), v.literal("creditNote")),
  kind: v.optional(taxDocumentKind),
  number: v.number(),
  printedNumber: v.string(),
  day: v.string(),
  placeOfSupply: v.optional(v.string()),
  isInterState: v.boolean(),
  seller: party.extend({ gstScheme: invoiceDistributor.fields.gstScheme }),
  buyer: party,
  lines: v.array(monthLine),
  ...parts,
  roundOffPaise: v.number(),
  payablePaise: v.number(),
  against: v.optional(
    v.object({
      _id: v.id("invoices"),
      printedNumber: v.string(),
      day: v.string(),
      payablePaise: v.number(),
    }),
  ),
});

export type MonthDocument = Infer<typeof monthDocument>;

type Invoice = Doc<"invoices">;
type Note = Doc<"creditNotes">;

function partsOf(row: { readonly [Part in keyof Parts]?: number | undefined }): Parts {
  const { taxablePaise = 0, untaxedPaise = 0, cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = row;
  return { taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise };
}

function toLine(
  line: Invoice["lines"][number] | Note["lines"][number],
): MonthDocument["lines"][number] {
  const { productName, quantity } = line;
  const goods = { productName, quantity, hsn: line.hsn, taxKind: line.taxKind };
  return { ...goods, uqc: line.uqc, gstRateBp: line.gstRateBp, ...partsOf(line) };
}

function partyOf(
  block: Invoice["distributor"] | Invoice["retailer"],
  business: string,
): MonthDocument["buyer"] {
  const { name, legalName, gstin, address, phone, stateCode, pincode } = block;
  const names = { business: business === "" ? name : business, legalName };
  return { ...names, gstin, address, phone, stateCode, pincode };
}

/** Returns what the whole document has in common, notes as their invoices. */
function commonOf({ kind, placeOfSupply, isInterState = false, distributor, retailer }: Invoice) {
  const { companyName, gstScheme } = distributor;
  return {
    kind,
    placeOfSupply,
    isInterState,
    seller: { ...partyOf(distributor, companyName), gstScheme },
    buyer: partyOf(retailer, retailer.shopName),
  };
}

export function ofInvoice(invoice: Invoice): MonthDocument {
  const { _id, number, printedNumber, issuedAt, lines, roundOffPaise = 0 } = invoice;
  return {
    _id,
    type: "invoice",
    number,
    printedNumber,
    day: todayIst(issuedAt),
    ...commonOf(invoice),
    lines: lines.map(toLine),
    ...partsOf(invoice),
    roundOffPaise,
    payablePaise: invoice.payablePaise,
  };
}

export function ofCreditNote(note: Note, invoice: Invoice): MonthDocument {
  const { _id, number, printedNumber, issuedAt, lines, totalPaise } = note;
  return {
    _id,
    type: "creditNote",
    number,
    printedNumber,
    day: todayIst(issuedAt),
    ...commonOf(invoice),
    lines: lines.map(toLine),
    ...partsOf(note),
    roundOffPaise: roundOffOf(note),
    payablePaise: totalPaise,
    against: {
      _id: invoice._id,
      printedNumber: invoice.printedNumber,
      day: todayIst(invoice.issuedAt),
      payablePaise: invoice.payablePaise,
    },
  };
}
