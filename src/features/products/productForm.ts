/**
 * Parses and validates a product as it is typed. Pure. The limits come from domain/limits, and the server checks them again.
 */
import {
  PACK_SIZE_MAX,
  PRICE_MAX_PAISE,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  STOCK_MAX,
} from "../../../domain/limits";
import { formatRupees, plainRupees } from "../../../domain/money";
import { typedRupees } from "../../../domain/typedNumber";
import { isProductType, type ProductType } from "../../../domain/productTypes";
import { cleanText } from "../../../domain/text";
import type { ProductTax } from "../../../domain/gst/productTax";
import { EMPTY_TAX, readTax, type TaxDraft, taxDraftOf } from "./productTaxForm";
import {
  EMPTY_TERMS,
  readTerms,
  type TermFigures,
  type TermsDraft,
  termsDraftOf,
} from "./productTermsForm";

/** Each field as typed, because a half-typed price must survive. */
export type ProductDraft = TermsDraft &
  TaxDraft & {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly packSize: string;
    readonly price: string;
    readonly stock: string;
  };

export const EMPTY_DRAFT: ProductDraft = {
  name: "",
  type: "",
  description: "",
  packSize: "",
  price: "",
  stock: "",
  ...EMPTY_TERMS,
  ...EMPTY_TAX,
};

/** The values of the forms that add and edit a product. */
export type ProductValues = ProductDraft & { readonly picture: File | null };

/** The product that the texts mean, in the names and units of the server. */
export type ProductFigures = TermFigures & {
  readonly name: string;
  readonly type: ProductType;
  readonly description: string;
  readonly packSize: number;
  readonly pricePaise: number;
  readonly stock: number;
  readonly tax: ProductTax;
};

export type DraftErrors = Partial<Record<keyof ProductDraft, string>>;

export type DraftVerdict =
  | { readonly ok: true; readonly product: ProductFigures }
  | { readonly ok: false; readonly errors: DraftErrors };

/** Returns the fields of an existing product as texts. */
export function draftOf(product: ProductFigures): ProductDraft {
  return {
    name: product.name,
    type: product.type,
    description: product.description,
    packSize: String(product.packSize),
    price: plainRupees(product.pricePaise),
    stock: String(product.stock),
    ...termsDraftOf(product),
    ...taxDraftOf(product.tax),
  };
}

/** Checks a required text by the server's own rule; the error names the part of the rule that it breaks. */
function checkedText(
  typed: string,
  rule: { max: number; multiline: boolean },
  asked: string,
): { value: string; error?: string } {
  const value = cleanText(typed, { min: 1, ...rule });
  if (value !== undefined) return { value };
  const length = cleanText(typed, { ...rule, min: 0, max: Infinity })?.length;
  if (length === undefined) return { value: "", error: "Please use plain letters and signs only." };
  const error =
    length === 0 ? `Please enter ${asked}.` : `Please use at most ${grouped(rule.max)} characters.`;
  return { value: "", error };
}

/** Checks a whole number from 0 to `most`. It takes digits only, so that 1e3, 1,000 and -1 are errors. */
function checkedCount(
  typed: string,
  most: number,
  asked: string,
): { value: number; error?: string } {
  const text = typed.trim();
  if (text === "") return { value: 0, error: `Please enter ${asked}.` };
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return value <= most
    ? { value }
    : { value, error: `Please enter a whole number from 0 to ${grouped(most)}.` };
}

function checkedPrice(typed: string): { value: number; error?: string } {
  if (typed.trim() === "") return { value: 0, error: "Please enter the price." };
  const value = typedRupees(typed);
  if (value === null) {
    return { value: 0, error: "Please enter the price in rupees, such as 120 or 120.50." };
  }
  return value <= PRICE_MAX_PAISE
    ? { value }
    : { value, error: `Please enter at most ${formatRupees(PRICE_MAX_PAISE)}.` };
}

function grouped(count: number): string {
  return count.toLocaleString("en-IN");
}

/** Parses all fields, and returns the errors of all invalid ones at once. */
export function readDraft(draft: ProductDraft): DraftVerdict {
  const nameRule = { max: PRODUCT_NAME_MAX, multiline: false };
  const descriptionRule = { max: PRODUCT_DESCRIPTION_MAX, multiline: true };
  const name = checkedText(draft.name, nameRule, "the product name");
  const description = checkedText(draft.description, descriptionRule, "a description");
  const packSize = checkedCount(draft.packSize, PACK_SIZE_MAX, "the quantity");
  const price = checkedPrice(draft.price);
  const stock = checkedCount(draft.stock, STOCK_MAX, "the stock");
  const { terms, errors: termErrors } = readTerms(
    draft,
    price.error === undefined ? price.value : Infinity,
  );
  const { tax, errors: taxErrors } = readTax(draft);
  const type = isProductType(draft.type) ? draft.type : null;
  const found = {
    name: name.error,
    type: type === null ? "Please choose a product type." : undefined,
    description: description.error,
    packSize: packSize.error,
    price: price.error,
    stock: stock.error,
    ...termErrors,
    ...taxErrors,
  };
  const errors = onlySaid(found);
  if (type === null || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    product: {
      name: name.value,
      type,
      description: description.value,
      packSize: packSize.value,
      pricePaise: price.value,
      stock: stock.value,
      ...terms,
      tax,
    },
  };
}

/** Returns the errors by field; none for a valid draft. */
export function draftErrors(draft: ProductDraft): DraftErrors {
  const verdict = readDraft(draft);
  return verdict.ok ? {} : verdict.errors;
}

function onlySaid(found: Readonly<Record<string, string | undefined>>): DraftErrors {
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined));
}

/** Returns the fields that differ from those that the form showed when it was opened. A stock that only the server changed is not sent. */
export function changesSince(seen: ProductFigures, now: ProductFigures): Partial<ProductFigures> {
  const fields = Object.keys(now) as (keyof ProductFigures)[];
  const isChanged = (field: keyof ProductFigures) =>
    JSON.stringify(now[field]) !== JSON.stringify(seen[field]);
  return Object.fromEntries(fields.filter(isChanged).map((field) => [field, now[field]]));
}
