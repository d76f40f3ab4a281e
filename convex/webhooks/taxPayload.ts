/** The taxes of a document as REST answers and webhooks carry them. Money in rupees, rates in percent. */
import { rupeesOfPaise } from "../../domain/money";
import type { CreditNotePage } from "../creditNotes/view";
import type { InvoicePage } from "../invoices/view";

type TaxedDocument = Pick<InvoicePage | CreditNotePage, "tax" | "distributor" | "retailer"> & {
  readonly lines: readonly Line[];
};
type Line = InvoicePage["lines"][number] | CreditNotePage["lines"][number];
type Party = TaxedDocument["distributor"] | TaxedDocument["retailer"];
type Sums = Pick<Line, "taxablePaise" | "untaxedPaise" | "cgstPaise" | "sgstPaise" | "igstPaise">;

function toSums({ taxablePaise, untaxedPaise, cgstPaise, sgstPaise, igstPaise }: Sums) {
  return {
    taxableValue: rupeesOfPaise(taxablePaise ?? 0),
    untaxedValue: rupeesOfPaise(untaxedPaise ?? 0),
    cgst: rupeesOfPaise(cgstPaise ?? 0),
    sgst: rupeesOfPaise(sgstPaise ?? 0),
    igst: rupeesOfPaise(igstPaise ?? 0),
  };
}

function toParty({ gstin, legalName, stateCode, pincode }: Party) {
  return { gstin, legalName, stateCode, pincode };
}

function toLine(line: Line) {
  const { lineId: orderId, hsn, uqc: unit, taxKind, gstRateBp } = line;
  const ratePercent = gstRateBp === undefined ? undefined : gstRateBp / 100;
  return { orderId, hsn, unit, taxKind, ratePercent, ...toSums(line) };
}

/** Undefined for bills and their notes. */
export function toTaxPayload({ tax, distributor, retailer, lines }: TaxedDocument) {
  return (
    tax && {
      kind: tax.kind,
      placeOfSupply: tax.placeOfSupply,
      distributor: toParty(distributor),
      retailer: toParty(retailer),
      ...toSums(tax),
      roundOff: rupeesOfPaise(tax.roundOffPaise ?? 0),
      lines: lines.map(toLine),
    }
  );
}
