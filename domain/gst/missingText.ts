/** Words for the details that a document lacks. */
import type { Missing } from "./missing";
import type { ProductTax } from "./productTax";

/** A missing part, with the product that lacks it as it is now. */
export type NamedMissing = {
  readonly what: Missing["what"];
  readonly productId?: string;
  readonly productName?: string;
  readonly tax?: ProductTax;
  /** Digits that the HSN code has at least. */
  readonly digits?: number;
};

function partText({ what, productName = "a product" }: NamedMissing): string {
  switch (what) {
    case "sellerState":
    case "sellerPin":
      return "the distributor's GSTIN and PIN code";
    case "buyerState":
      return "the State to which the goods go";
    case "buyerPin":
      return "the PIN code to which the goods go";
    case "hsn":
      return `the HSN code of ${productName}`;
    case "taxKind":
    case "rate":
      return `the GST rate of ${productName}`;
    case "compositionInterState":
      return "a buyer in the same State, since the distributor pays tax by composition";
    default:
      return what satisfies never;
  }
}

/** The parts, each once: "Missing: the HSN code of Biscuits." */
export function missingText(missing: readonly NamedMissing[]): string {
  return `Missing: ${[...new Set(missing.map(partText))].join("; ")}.`;
}
