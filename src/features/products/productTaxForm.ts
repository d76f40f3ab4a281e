/** Tax details of a product as they are typed. Pure. Shown to distributors with a GSTIN alone. */
import { isHsn } from "../../../domain/gst/hsn";
import type { ProductTax } from "../../../domain/gst/productTax";
import { DEFAULT_UNIT } from "../../../domain/gst/units";
import { gstChoiceOf, taxOfChoice } from "../../lib/gstChoice";

export type TaxDraft = {
  readonly hsn: string;
  /** A choice of `gstChoice.ts`. */
  readonly gst: string;
  readonly uqc: string;
};

export const EMPTY_TAX: TaxDraft = { hsn: "", gst: "", uqc: DEFAULT_UNIT };

/** The details without a rate that is no choice any more. */
export function taxFiguresOf(product: ProductTax, choices: readonly string[]): ProductTax {
  const draft = taxDraftOf(product);
  return readTax({ ...draft, gst: choices.includes(draft.gst) ? draft.gst : "" }).tax;
}

export function taxDraftOf({ hsn = "", uqc = DEFAULT_UNIT, ...rate }: ProductTax): TaxDraft {
  return { hsn, gst: gstChoiceOf(rate), uqc };
}

/** Parses the details, with the error of a wrong HSN code. */
export function readTax({ hsn: typed, gst, uqc }: TaxDraft): {
  readonly tax: ProductTax;
  readonly errors: { readonly hsn?: string | undefined };
} {
  const hsn = typed.trim();
  const tax = {
    ...(hsn !== "" && { hsn }),
    ...taxOfChoice(gst),
    ...(uqc !== DEFAULT_UNIT && { uqc }),
  };
  const isWrong = hsn !== "" && !isHsn(hsn);
  return { tax, errors: { hsn: isWrong ? "Please enter 4, 6 or 8 digits." : undefined } };
}
