/**
 * The document of a sale with all that the law wants on it, worked out from the two parties and the lines as they are on the day of
 * issue; or what is missing for it. Pure: whoever issues it freezes the result.
 */
import { DOCUMENT_TITLES, documentKind, type DocumentKind, firstLine } from "./documentKind";
import { lineTax, type LineTax } from "./lineTax";
import { type Missing, missingParticulars } from "./missing";
import type { Seller, TaxedSale } from "./sale";
import { type Series, seriesOf } from "./series";
import { type DocumentTotals, documentTotals } from "./totals";
import { t } from "../../domain/language/texts";

export type TaxDocument = {
  readonly kind: DocumentKind;
  readonly title: string;
  readonly firstLine: string | undefined;
  readonly series: Series;
  /** State code of the address to which the goods go; absent on bills. */
  readonly placeOfSupply: string | undefined;
  readonly isInterState: boolean;
  /** The taxes in the order of the lines. */
  readonly lines: readonly LineTax[];
  readonly totals: DocumentTotals;
};

export type Outcome = { readonly document: TaxDocument } | { readonly missing: readonly Missing[] };

/** Whoever is not registered charges no tax, and whoever pays by composition may charge none. */
function chargesTax({ gstin, scheme }: Seller): boolean {
  return gstin !== undefined && scheme === "regular";
}

function taxLines({ seller, lines }: TaxedSale, isInterState: boolean): LineTax[] {
  return lines.map(({ amountPaise, taxKind = "exempt", gstRateBp: rateBp = 0, addsTax }) =>
    lineTax(
      { amountPaise, taxKind: chargesTax(seller) ? taxKind : "exempt", rateBp },
      { isInterState, pricesIncludeTax: addsTax !== true },
    ),
  );
}

/** Returns the document, or everything that is missing for it, at once. */
export function taxDocument(sale: TaxedSale): Outcome {
  const { seller, buyer } = sale;
  const isRegistered = seller.gstin !== undefined;
  const missing = isRegistered ? missingParticulars(sale) : [];
  if (missing.length > 0) return { missing };
  const taxKinds = sale.lines.map(({ taxKind = "taxable" }) => taxKind);
  const kind = documentKind({ ...partiesOf(sale), taxKinds });
  const isInterState = isRegistered && seller.stateCode !== buyer.stateCode;
  const lines = taxLines(sale, isInterState);
  const document = {
    kind,
    title: t(DOCUMENT_TITLES[kind]),
    firstLine: firstLine(kind, seller.scheme),
    series: seriesOf(kind),
    placeOfSupply: isRegistered ? buyer.stateCode : undefined,
    isInterState,
    lines,
    totals: documentTotals(lines, { roundsToRupee: isRegistered && seller.roundsToRupee }),
  };
  return { document };
}

function partiesOf({ seller, buyer }: TaxedSale) {
  return { sellerGstin: seller.gstin, scheme: seller.scheme, buyerGstin: buyer.gstin };
}
