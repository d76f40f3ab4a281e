/** The fields of a product. */
import { COUNTRY_CODES, findCountry } from "../countries";
import { countryName } from "../countryName";
import { isHsn } from "../gst/hsn";
import { TAX_KIND_LABELS, TAX_KINDS } from "../gst/kinds";
import { DEFAULT_UNIT, findUnit } from "../gst/units";
import {
  ALIAS_MAX,
  ALIASES_MAX,
  ORDER_QUANTITY_MAX,
  PACK_SIZE_MAX,
  PRICE_BREAKS_MAX,
  PRICE_MAX_PAISE,
  PRODUCT_DESCRIPTION_MAX,
  PRODUCT_NAME_MAX,
  SKU_MAX,
  STOCK_MAX,
} from "../limits";
import { PRODUCT_TYPE_NAMES, PRODUCT_TYPES } from "../productTypes";
import { cleanText } from "../text";
import type { Complete, Field } from "./kinds";
import { plainCharacters } from "./text";
import { msg, t } from "../language/texts";

/** Returns the names that a text divides by commas as they are stored, each once; undefined if they are too many or one is too long. */
function normalizeAliases(text: string): string | undefined {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const names = parts.map((part) => cleanText(part, { min: 1, max: ALIAS_MAX }));
  const once = new Set(names.filter((name) => name !== undefined));
  const isValid = names.length <= ALIASES_MAX && !names.includes(undefined);
  return isValid ? [...once].join(", ") : undefined;
}

/** Said of every product. */
export const MAIN_FIELDS = {
  name: {
    kind: "text",
    max: PRODUCT_NAME_MAX,
    label: msg("Product name"),
    rest: "productName",
    request: msg("Please enter the product name."),
  },
  type: {
    kind: "choice",
    values: PRODUCT_TYPES,
    label: msg("Product type"),
    rest: "productType",
    request: msg("Please choose a product type."),
    prompt: msg("Choose a product type"),
    oneOf: (values) => t("The product type is one of: {values}.", { values }),
    labels: PRODUCT_TYPE_NAMES,
  },
  description: {
    kind: "text",
    max: PRODUCT_DESCRIPTION_MAX,
    isMultiline: true,
    label: msg("Description"),
    rest: "description",
    request: msg("Please enter a description."),
  },
  /** Names by which searches find it too. */
  aliases: {
    kind: "text",
    max: ALIASES_MAX * (ALIAS_MAX + 2),
    normalize: (text, max) => (text.length > max ? undefined : normalizeAliases(text)),
    absent: "",
    label: msg("Other names"),
    rest: "aliases",
    request: msg("Please enter at most {max} names, divided by commas.", { max: ALIASES_MAX }),
    hint: msg("What shops call it, divided by commas. Searches find it by them."),
  },
  /** The specification's `quantity` of a product. */
  packSize: {
    kind: "whole",
    min: 0,
    max: PACK_SIZE_MAX,
    label: msg("Quantity per pack"),
    rest: "quantity",
    request: msg("Please enter the quantity."),
    hint: msg("Pieces in one pack."),
  },
  pricePaise: {
    kind: "money",
    max: PRICE_MAX_PAISE,
    label: msg("Price"),
    rest: "price",
    request: msg("Please enter the price."),
    sumRequest: msg("Please enter the price in rupees, such as 120 or 120.50."),
    hint: msg("In rupees, such as 120.50."),
  },
  stock: {
    kind: "whole",
    min: 0,
    max: STOCK_MAX,
    label: msg("Stock"),
    rest: "stock",
    request: msg("Please enter the stock."),
    hint: msg("Pieces that can be ordered."),
  },
  /** ISO 3166-1 alpha-2; imported goods must show it (Legal Metrology (Packaged Commodities) Rules, Rule 6(10A)). */
  countryOfOrigin: {
    kind: "code",
    find: findCountry,
    codes: COUNTRY_CODES,
    nameOf: countryName,
    reason: msg("Write a country or its code, such as India or IN."),
    absent: "",
    label: msg("Country of origin"),
    rest: "countryOfOrigin",
    prompt: msg("Choose a country"),
    hint: msg("Imported goods must show it."),
  },
} as const satisfies Record<string, Field>;

/** Terms on which a product is sold (`productTerms.ts`); one that is absent restricts nothing. */
export const TERM_FIELDS = {
  /** The distributor's own article number, unique among its products on sale. */
  sku: {
    kind: "text",
    max: SKU_MAX,
    isIdentifier: true,
    formReason: plainCharacters(SKU_MAX),
    absent: "",
    label: msg("SKU"),
    rest: "sku",
    hint: msg("Your own article number."),
  },
  minQuantity: {
    kind: "whole",
    min: 1,
    max: ORDER_QUANTITY_MAX,
    absent: 1,
    label: msg("Minimum"),
    rest: "minQuantity",
    hint: msg("Pieces in the smallest order."),
  },
  multiple: {
    kind: "whole",
    min: 1,
    max: ORDER_QUANTITY_MAX,
    absent: 1,
    label: msg("Sold in multiples of"),
    rest: "multiple",
    hint: msg("Such as 12, for full packs."),
  },
  /** Breaks ascend by quantity, each cheaper than the one before and than the product's price. */
  priceBreaks: {
    kind: "priceBreaks",
    max: PRICE_BREAKS_MAX,
    quantityMax: ORDER_QUANTITY_MAX,
    priceMax: PRICE_MAX_PAISE,
    absent: [],
    label: msg("Price breaks"),
    rest: "priceBreaks",
  },
} as const satisfies Record<string, Field>;

/** Details for documents of distributors with a GSTIN (`gst/productTax.ts`); each is absent until somebody says so. */
export const TAX_FIELDS = {
  hsn: {
    kind: "code",
    find: (text: string) => (isHsn(text) ? text : undefined),
    reason: msg("An HSN code has 4, 6 or 8 digits."),
    formReason: msg("Please enter 4, 6 or 8 digits."),
    absent: "",
    label: msg("HSN code"),
    rest: "hsn",
    hint: msg("4, 6 or 8 digits."),
  },
  taxKind: {
    kind: "choice",
    values: TAX_KINDS,
    labels: TAX_KIND_LABELS,
    aliases: new Map([
      ["nil", "nil"],
      ["exempted", "exempt"],
      ["taxed", "taxable"],
    ]),
    oneOf: (values) => t("The kind is one of: {values}.", { values }),
    absent: "",
    label: msg("Kind for GST"),
    rest: "taxKind",
  },
  /** Only taxable goods have a rate. Which rates there are depends on the day. */
  gstRateBp: { kind: "percent", absent: 0, label: msg("GST %"), rest: "ratePercent" },
  uqc: {
    kind: "code",
    find: findUnit,
    reason: msg("Write a unit of GST returns, such as PCS, BOX, KGS or DOZ."),
    absent: DEFAULT_UNIT,
    label: msg("Unit on invoices"),
    rest: "unit",
  },
} as const satisfies Record<string, Field>;

export const PRODUCT_FIELDS = { ...MAIN_FIELDS, ...TERM_FIELDS, ...TAX_FIELDS };

export type ProductField = keyof typeof PRODUCT_FIELDS;
export type ProductValues = Complete<typeof PRODUCT_FIELDS>;
