/** Tax details that an acceptance lacks for its document: as the server names them, and as they are typed in the dialog. Pure. */
import { todayIst } from "../../../../domain/dates";
import { isHsn } from "../../../../domain/gst/hsn";
import type { NamedMissing } from "../../../../domain/gst/missingText";
import type { ProductTax } from "../../../../domain/gst/productTax";
import { isPinCode, isStateCode } from "../../../../domain/gst/states";
import { gstChoiceOf, gstChoices, taxOfChoice } from "../../../market/gstChoice";
import { t } from "../../../../domain/language/texts";

type MissingProduct = {
  readonly productId: string;
  readonly productName: string;
  /** As it is now. */
  readonly tax: ProductTax;
  /** Digits that the HSN code has at least; 0 if it may be left out. */
  readonly digits: number;
};

export type MissingTax = {
  readonly needsState: boolean;
  readonly needsPin: boolean;
  /** Each once. */
  readonly products: readonly MissingProduct[];
};

/** Reads the refusal's list. */
export function missingTaxOf(parts: readonly NamedMissing[]): MissingTax {
  const products = new Map<string, MissingProduct>();
  for (const { productId, productName = "", tax = {}, digits = 0 } of parts) {
    if (productId === undefined) continue;
    const digitsBefore = products.get(productId)?.digits ?? 0;
    products.set(productId, {
      productId,
      productName,
      tax,
      digits: Math.max(digitsBefore, digits),
    });
  }
  const lacks = (what: NamedMissing["what"]) => parts.some((part) => part.what === what);
  return {
    needsState: lacks("buyerState") || lacks("buyerPin"),
    needsPin: lacks("buyerPin"),
    products: [...products.values()],
  };
}

/** Fields as typed; HSN codes and GST rates by product id. */
export type TaxDraft = {
  readonly state: string;
  readonly pin: string;
  readonly hsn: Readonly<Record<string, string>>;
  readonly gst: Readonly<Record<string, string>>;
};

export type TaxChoice = { readonly value: string; readonly label: string };

/** Returns the GST rates that apply at a time. */
export function taxChoices(nowMs: number): TaxChoice[] {
  return gstChoices(todayIst(nowMs));
}

export function hsnOf({ hsn }: TaxDraft, { productId, tax }: MissingProduct): string {
  return hsn[productId] ?? tax.hsn ?? "";
}

/** Returns the chosen rate, or the product's; empty where that rate has ended. */
export function gstOf(
  { gst }: TaxDraft,
  { productId, tax }: MissingProduct,
  choices: readonly string[],
): string {
  const before = gstChoiceOf(tax);
  return gst[productId] ?? (choices.includes(before) ? before : "");
}

export type TaxErrors = Readonly<Record<string, string | undefined>>;

/** Errors by field: `state`, `pin`, and `hsn` or `gst` with the product's id. */
export function taxErrors(
  { needsState, needsPin, products }: MissingTax,
  draft: TaxDraft,
  choices: readonly string[],
): TaxErrors {
  const errors: Record<string, string> = {};
  const pin = draft.pin.trim();
  if (needsState && !isStateCode(draft.state)) errors["state"] = t("Please choose the State.");
  if (needsState && (needsPin || pin !== "") && !isPinCode(pin))
    errors["pin"] = t("Please enter a PIN code of six digits.");
  for (const product of products) {
    const hsn = hsnOf(draft, product).trim();
    const { digits, productId } = product;
    if (hsn.length < digits || (hsn !== "" && !isHsn(hsn)))
      errors[`hsn${productId}`] =
        digits > 4 ? t("Please enter 6 or 8 digits.") : t("Please enter 4, 6 or 8 digits.");
    if (gstOf(draft, product, choices) === "")
      errors[`gst${productId}`] = t("Please choose the GST rate.");
  }
  return errors;
}

/** Returns the tax details of a product with what was typed. */
export function typedTax(
  draft: TaxDraft,
  product: MissingProduct,
  choices: readonly string[],
): ProductTax {
  const hsn = hsnOf(draft, product).trim();
  const { uqc } = product.tax;
  return {
    ...(hsn !== "" && { hsn }),
    ...taxOfChoice(gstOf(draft, product, choices)),
    ...(uqc !== undefined && { uqc }),
  };
}
