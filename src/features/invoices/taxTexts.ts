/** Particulars of the documents of a distributor with a GSTIN, beside what every invoice has: the page and the PDF show the same. */
import { isTaxed, TAX_KIND_LABELS } from "../../../domain/gst/kinds";
import { rateText } from "../../../domain/gst/rates";
import { stateLabel } from "../../../domain/gst/states";
import { formatRupees } from "../../../domain/money";
import type { Invoice } from "./invoiceChoice";
import { t } from "../../../domain/language/texts";

type Party = Invoice["distributor"] | Invoice["retailer"];
/** A line of an invoice or a credit note, which has no pictures. */
export type DocumentLine = Omit<Invoice["lines"][number], "description" | "imageUrl"> &
  Partial<Pick<Invoice["lines"][number], "imageUrl">>;
type Tax = NonNullable<Invoice["tax"]>;

/** Returns the name of the registration, GSTIN, State and PIN code of a party; none on bills. */
export function partyTaxTexts({ gstin, legalName, stateCode, pincode }: Party): string[] {
  return [
    ...(legalName === undefined ? [] : [`Registered as ${legalName}`]),
    ...(gstin === undefined ? [] : [`GSTIN ${gstin}`]),
    ...(stateCode === undefined ? [] : [`State ${stateLabel(stateCode)}`]),
    ...(pincode === undefined ? [] : [`PIN ${pincode}`]),
  ];
}

/** Returns "12 PCS" on tax documents; the bare number on bills. */
export function quantityText({ quantity, uqc }: DocumentLine): string {
  const number = quantity.toLocaleString("en-IN");
  return uqc === undefined ? number : `${number} ${uqc}`;
}

/** Returns the code of a line's goods, which stands below their name; none on bills. */
export function codeTexts({ hsn }: DocumentLine): string[] {
  return hsn === undefined ? [] : [`HSN ${hsn}`];
}

/** A cell of a tax column: an amount, and the rate that it was reckoned by. */
type TaxCell = { readonly text: string; readonly rate?: string };

export type TaxColumn = {
  readonly key: string;
  readonly header: string;
  readonly cellOf: (line: DocumentLine) => TaxCell;
};

/** Lines without tax say so in the column of the value. */
function valueCell({ taxKind, taxablePaise = 0 }: DocumentLine): TaxCell {
  const isUntaxed = taxKind === undefined || !isTaxed(taxKind);
  return { text: isUntaxed ? t(TAX_KIND_LABELS[taxKind ?? "exempt"]) : formatRupees(taxablePaise) };
}

type TaxPart = "cgstPaise" | "sgstPaise" | "igstPaise";

/** @param share - Of the whole rate: halves of it are the Centre's and the State's. */
function taxColumn(header: string, part: TaxPart, share: number): TaxColumn {
  const cellOf = (line: DocumentLine): TaxCell => {
    const { taxKind, gstRateBp = 0, [part]: paise = 0 } = line;
    if (taxKind === undefined || !isTaxed(taxKind)) return { text: "–" };
    return { text: formatRupees(paise), rate: rateText(gstRateBp * share) };
  };
  return { key: part, header, cellOf };
}

/** Returns the columns of value and taxes between price and total; none on bills and bills of supply. */
export function taxColumns(tax: Invoice["tax"]): readonly TaxColumn[] {
  if (tax === undefined || tax.kind === "billOfSupply") return [];
  const value = { key: "taxable", header: t("Taxable value"), cellOf: valueCell };
  return tax.isInterState
    ? [value, taxColumn("IGST", "igstPaise", 1)]
    : [value, taxColumn("CGST", "cgstPaise", 0.5), taxColumn(tax.stateTax, "sgstPaise", 0.5)];
}

export type SumRow = {
  readonly label: string;
  readonly paise: number;
  /** The sum that is to be paid. */
  readonly isSum?: true;
};

/** Returns the sums above what is to be paid, without those that are nothing. */
export function sumRows(tax: Tax): SumRow[] {
  const { roundOffPaise } = tax;
  const rounding =
    roundOffPaise === undefined ? [] : [{ label: t("Round-off"), paise: roundOffPaise }];
  if (tax.kind === "billOfSupply") return rounding;
  const untaxed = { label: t("Nil-rated and exempt"), paise: tax.untaxedPaise };
  const halves = [
    { label: "CGST", paise: tax.cgstPaise },
    { label: tax.stateTax, paise: tax.sgstPaise },
  ];
  return [
    { label: t("Taxable value"), paise: tax.taxablePaise },
    ...(tax.untaxedPaise === 0 ? [] : [untaxed]),
    ...(tax.isInterState ? [{ label: "IGST", paise: tax.igstPaise }] : halves),
    ...rounding,
  ];
}

type Sums = Pick<Invoice, "tax" | "netAmountPaise" | "payablePaise">;

/** Returns the net amount with its parts; where tax or rounding is added to it, it comes first, and what is to be paid last. */
export function invoiceSums({ tax, netAmountPaise, payablePaise }: Sums): SumRow[] {
  const parts = tax === undefined ? [] : sumRows(tax);
  const net = { label: t("Net amount"), paise: netAmountPaise };
  if (payablePaise === netAmountPaise) return [...parts, { ...net, isSum: true }];
  return [net, ...parts, { label: t("To pay"), paise: payablePaise, isSum: true }];
}

/** Returns the place of supply, reverse charge and the sum in words, as label and text. */
export function documentFacts(tax: Tax): readonly (readonly [label: string, text: string])[] {
  const place = [t("Place of supply"), stateLabel(tax.placeOfSupply)] as const;
  const words = [t("Amount in words"), tax.amountInWords] as const;
  return tax.kind === "billOfSupply"
    ? [place, words]
    : [place, [t("Tax payable on reverse charge"), t("No")], words];
}
