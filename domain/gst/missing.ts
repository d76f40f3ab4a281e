/** Particulars without which a distributor who is registered for GST can issue no document. Each can be filled in, but the last. */
import { type Dated, holdsOn } from "./dated";
import { hsnDigitsNeeded, isHsn } from "./hsn";
import { isTaxed } from "./kinds";
import { isRateOn } from "./rates";
import type { SaleLine, TaxedSale } from "./sale";
import { isPinCode, isStateCode } from "./states";

export type Missing =
  | { readonly what: "sellerState" | "sellerPin" | "buyerState" | "buyerPin" }
  | { readonly what: "hsn"; readonly line: number; readonly digits: number }
  | { readonly what: "taxKind" | "rate"; readonly line: number }
  /** Section 10(2)(c): whoever pays by composition sells within the State. */
  | { readonly what: "compositionInterState" };

type AddressRule = Dated & {
  /** The value of taxable goods in paise from which on a buyer without a GSTIN is named with the full address of delivery. */
  readonly fromPaise: number;
};

const ADDRESS_RULES: readonly AddressRule[] = [
  { fromPaise: 50_000_00, from: "2017-07-01", source: "CGST rule 46(e)" },
];

/** Judged by the amount before tax is taken out of it or added: for a sum so close to the threshold the address does no harm. */
function needsBuyerAddress({ buyer, lines, day }: TaxedSale): boolean {
  if (buyer.gstin !== undefined) return true;
  const taxable = lines.filter(({ taxKind }) => taxKind === undefined || isTaxed(taxKind));
  const paise = taxable.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const rule = ADDRESS_RULES.find((dated) => holdsOn(dated, day));
  return rule !== undefined && paise >= rule.fromPaise;
}

function ofParties(sale: TaxedSale): Missing[] {
  const { seller, buyer } = sale;
  const missing: Missing[] = [];
  if (!isStateCode(seller.stateCode ?? "")) missing.push({ what: "sellerState" });
  if (!isPinCode(seller.pincode ?? "")) missing.push({ what: "sellerPin" });
  if (!isStateCode(buyer.stateCode ?? "")) missing.push({ what: "buyerState" });
  if (needsBuyerAddress(sale) && !isPinCode(buyer.pincode ?? ""))
    missing.push({ what: "buyerPin" });
  const isOther = seller.stateCode !== buyer.stateCode;
  if (missing.length === 0 && seller.scheme === "composition" && isOther)
    missing.push({ what: "compositionInterState" });
  return missing;
}

function rateFault({ taxKind, gstRateBp }: SaleLine, day: string): "taxKind" | "rate" | null {
  if (taxKind === undefined) return "taxKind";
  return !isTaxed(taxKind) || isRateOn(gstRateBp ?? 0, day) ? null : "rate";
}

function ofLine(sale: TaxedSale, item: SaleLine, line: number): Missing[] {
  const { seller, buyer, day } = sale;
  const missing: Missing[] = [];
  const { hasLargeTurnover } = seller;
  const isBuyerRegistered = buyer.gstin !== undefined;
  const digits = hsnDigitsNeeded({ day, hasLargeTurnover, isBuyerRegistered });
  const { hsn = "" } = item;
  if (hsn.length < digits || (hsn !== "" && !isHsn(hsn)))
    missing.push({ what: "hsn", line, digits });
  const fault = seller.scheme === "regular" ? rateFault(item, day) : null;
  if (fault !== null) missing.push({ what: fault, line });
  return missing;
}

/** Everything that is missing, parties first, then the lines in their order. The seller is registered. */
export function missingParticulars(sale: TaxedSale): Missing[] {
  return [...ofParties(sale), ...sale.lines.flatMap((item, line) => ofLine(sale, item, line))];
}
