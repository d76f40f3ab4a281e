/** Parses and validates a product as it is typed, by the table of its fields. Pure. The server checks it again by the same table. */
import { grouped } from "../../../domain/fields/figures";
import {
  type Complete,
  inputTexts,
  namesOf,
  readText,
  type Stored,
  toComplete,
  toStored,
} from "../../../domain/fields/kinds";
import {
  MAIN_FIELDS,
  PRODUCT_FIELDS,
  TAX_FIELDS,
  TERM_FIELDS,
} from "../../../domain/fields/product";
import type { ProductTax } from "../../../domain/gst/productTax";
import { ORDER_QUANTITY_MAX } from "../../../domain/limits";
import { firstQuantity } from "../../../domain/productTerms";
import { gstChoiceOf, taxOfChoice } from "../../market/gstChoice";
import { type BreaksDraft, breaksDraftOf, readBreaks } from "./priceBreaksForm";
import { t } from "../../../domain/language/texts";

/** The fields with one text. Price breaks have rows of two, and one choice of `gstChoice.ts` is both the kind and the rate. */
const { priceBreaks: _breaks, taxKind: _kind, gstRateBp: _rate, ...TEXT_FIELDS } = PRODUCT_FIELDS;

export type TextName = keyof typeof TEXT_FIELDS;
const NAMES = namesOf(TEXT_FIELDS);

/** Each field as typed, because a half-typed price must survive. */
export type ProductDraft = Readonly<Record<TextName, string>> &
  BreaksDraft & { readonly gst: string };

/** The values of the forms that add and edit a product. */
export type ProductValues = ProductDraft & { readonly picture: File | null };

const OFFER_FIELDS = { ...MAIN_FIELDS, ...TERM_FIELDS };

/** The product that the texts mean, in the names and units of the server. */
export type ProductFigures = Complete<typeof OFFER_FIELDS> & { readonly tax: ProductTax };

export type DraftErrors = Partial<Record<keyof ProductDraft, string>>;

export type DraftVerdict =
  | { readonly ok: true; readonly product: ProductFigures }
  | { readonly ok: false; readonly errors: DraftErrors };

export const EMPTY_DRAFT: ProductDraft = {
  ...inputTexts(TEXT_FIELDS, {}),
  ...breaksDraftOf([]),
  gst: "",
};

/** Returns the fields of an existing product as texts. */
export function draftOf({ tax, ...product }: ProductFigures): ProductDraft {
  return {
    ...inputTexts(TEXT_FIELDS, { ...product, ...tax }),
    ...breaksDraftOf(product.priceBreaks),
    gst: gstChoiceOf(tax),
  };
}

function toTax(values: Readonly<Record<string, unknown>>): ProductTax {
  const stored: [string, unknown][] = Object.entries(toStored(TAX_FIELDS, values));
  return Object.fromEntries(stored.filter(([, value]) => value !== undefined));
}

/** Returns the figures of a stored product, without a rate that is no choice any more. */
export function figuresOf(
  product: Stored<typeof PRODUCT_FIELDS>,
  choices: readonly string[],
): ProductFigures {
  const gst = gstChoiceOf(product);
  const { hsn, uqc } = product;
  const tax = toTax({ hsn, uqc, ...taxOfChoice(choices.includes(gst) ? gst : "") });
  return { ...toComplete(OFFER_FIELDS, product), tax };
}

/** Parses all fields, and returns the errors of all invalid ones at once. */
export function readDraft(draft: ProductDraft): DraftVerdict {
  const errors: DraftErrors = {};
  const values: Record<string, unknown> = {};
  for (const name of NAMES) {
    const read = readText(TEXT_FIELDS[name], draft[name], "form");
    if ("reason" in read) errors[name] = read.reason;
    else values[name] = read.value;
  }
  const figures = values as Partial<ProductFigures>;
  const { pricePaise = Infinity, minQuantity = 1, multiple = 1 } = figures;
  if (firstQuantity({ minQuantity, multiple }) > ORDER_QUANTITY_MAX)
    errors.multiple = t("No order of up to {max} pieces fits both.", {
      max: grouped(ORDER_QUANTITY_MAX),
    });
  const breaks = readBreaks(draft, { from: Math.max(minQuantity, 2) - 1, pricePaise });
  Object.assign(errors, breaks.errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const { hsn, uqc, ...offer } = values;
  const tax = toTax({ hsn, uqc, ...taxOfChoice(draft.gst) });
  return {
    ok: true,
    product: { ...(offer as ProductFigures), priceBreaks: breaks.priceBreaks, tax },
  };
}

/** Returns the errors by field; none for a valid draft. */
export function draftErrors(draft: ProductDraft): DraftErrors {
  const verdict = readDraft(draft);
  return verdict.ok ? {} : verdict.errors;
}

/** Returns the fields that differ from those that the form showed when it was opened. A stock that only the server changed is not sent. */
export function changesSince(before: ProductFigures, now: ProductFigures): Partial<ProductFigures> {
  const isChanged = (field: keyof ProductFigures) =>
    JSON.stringify(now[field]) !== JSON.stringify(before[field]);
  return Object.fromEntries(
    namesOf(now)
      .filter(isChanged)
      .map((field) => [field, now[field]]),
  );
}
