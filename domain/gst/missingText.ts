/** Words for the details that a document lacks. */
import type { Missing } from "./missing";
import type { ProductTax } from "./productTax";
import { t } from "../language/texts";

/** A missing part, with the product that lacks it as it is now. */
export type NamedMissing = {
  readonly what: Missing["what"];
  readonly productId?: string;
  readonly productName?: string;
  readonly tax?: ProductTax;
  /** Digits that the HSN code has at least. */
  readonly digits?: number;
};

function partText({ what, productName }: NamedMissing): string {
  switch (what) {
    case "sellerState":
    case "sellerPin":
      return t("the distributor's GSTIN and PIN code");
    case "buyerState":
      return t("the State to which the goods go");
    case "buyerPin":
      return t("the PIN code to which the goods go");
    case "hsn":
      return productName === undefined
        ? t("the HSN code of a product")
        : t("the HSN code of {product}", { product: productName });
    case "taxKind":
    case "rate":
      return productName === undefined
        ? t("the GST rate of a product")
        : t("the GST rate of {product}", { product: productName });
    case "compositionInterState":
      return t("a buyer in the same State, since the distributor pays tax by composition");
    default:
      return what satisfies never;
  }
}

/** The parts, each once: "Missing: the HSN code of Biscuits." */
export function missingText(missing: readonly NamedMissing[]): string {
  return t("Missing: {parts}.", { parts: [...new Set(missing.map(partText))].join("; ") });
}
