/** Particulars of the documents of a distributor with a GSTIN, beside what every invoice has: the page and the PDF show the same. */
import { rateText } from "../../../domain/gst/rates";
import { stateLabel } from "../../../domain/gst/states";
import { formatRupees } from "../../../domain/money";
import type { Invoice } from "./invoiceChoice";

type Party = Invoice["distributor"] | Invoice["retailer"];
/** A line of an invoice or a credit note. */
export type DocumentLine = Omit<Invoice["lines"][number], "description" | "imageUrl">;
type Tax = NonNullable<Invoice["tax"]>;

/** Name of the registration, GSTIN, State and PIN code of a party; none on bills. */
export function partyTaxTexts({ gstin, legalName, stateCode, pincode }: Party): string[] {
  return [
    ...(legalName === undefined ? [] : [`Registered as ${legalName}`]),
    ...(gstin === undefined ? [] : [`GSTIN ${gstin}`]),
    ...(stateCode === undefined ? [] : [`State ${stateLabel(stateCode)}`]),
    ...(pincode === undefined ? [] : [`PIN ${pincode}`]),
  ];
}

/** "Original for Recipient", of what charges tax. */
export function copyMark({ kind }: Tax): string | null {
  return kind === "billOfSupply" ? null : "Original for Recipient";
}

/** "12 PCS" on tax documents; the bare number on bills. */
export function quantityText({ quantity, uqc }: DocumentLine): string {
  const number = quantity.toLocaleString("en-IN");
  return uqc === undefined ? number : `${number} ${uqc}`;
}

/** A tax by its name: "CGST 9% ₹9.00". */
function part(name: string, rateBp: number, paise: number): string {
  return `${name} ${rateText(rateBp)} ${formatRupees(paise)}`;
}

/** The value and each tax of a line with its rate; none on bills. */
export function lineTaxTexts(line: DocumentLine, tax: Tax): string[] {
  const { hsn, taxKind, gstRateBp = 0, taxablePaise = 0 } = line;
  const code = hsn === undefined ? [] : [`HSN ${hsn}`];
  if (tax.kind === "billOfSupply") return code;
  if (taxKind !== "taxable") return [...code, taxKind === "nil" ? "Nil-rated" : "Exempt"];
  const { cgstPaise = 0, sgstPaise = 0, igstPaise = 0 } = line;
  const halves = [
    part("CGST", gstRateBp / 2, cgstPaise),
    part(tax.stateTax, gstRateBp / 2, sgstPaise),
  ];
  const taxes = tax.isInterState ? [part("IGST", gstRateBp, igstPaise)] : halves;
  return [...code, `Taxable value ${formatRupees(taxablePaise)}`, ...taxes];
}

export type SumRow = {
  readonly label: string;
  readonly paise: number;
  /** The sum that is to be paid. */
  readonly isSum?: true;
};

/** The sums above what is to be paid, without those that are nothing. */
export function sumRows(tax: Tax): SumRow[] {
  const { roundOffPaise } = tax;
  const rounding =
    roundOffPaise === undefined ? [] : [{ label: "Round-off", paise: roundOffPaise }];
  if (tax.kind === "billOfSupply") return rounding;
  const untaxed = { label: "Nil-rated and exempt", paise: tax.untaxedPaise };
  const halves = [
    { label: "CGST", paise: tax.cgstPaise },
    { label: tax.stateTax, paise: tax.sgstPaise },
  ];
  return [
    { label: "Taxable value", paise: tax.taxablePaise },
    ...(tax.untaxedPaise === 0 ? [] : [untaxed]),
    ...(tax.isInterState ? [{ label: "IGST", paise: tax.igstPaise }] : halves),
    ...rounding,
  ];
}

type Sums = Pick<Invoice, "tax" | "netAmountPaise" | "payablePaise">;

/** The net amount with its parts; where tax or rounding is added to it, it comes first, and what is to be paid last. */
export function invoiceSums({ tax, netAmountPaise, payablePaise }: Sums): SumRow[] {
  const parts = tax === undefined ? [] : sumRows(tax);
  const net = { label: "Net amount", paise: netAmountPaise };
  if (payablePaise === netAmountPaise) return [...parts, { ...net, isSum: true }];
  return [net, ...parts, { label: "To pay", paise: payablePaise, isSum: true }];
}

/** Place of supply, reverse charge and the sum in words, as label and text. */
export function documentFacts(tax: Tax): readonly (readonly [label: string, text: string])[] {
  const place = ["Place of supply", stateLabel(tax.placeOfSupply)] as const;
  const words = ["Amount in words", tax.amountInWords] as const;
  return tax.kind === "billOfSupply"
    ? [place, words]
    : [place, ["Tax payable on reverse charge", "No"], words];
}
