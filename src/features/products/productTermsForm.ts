/**
 * Parses and validates a product's terms as they are typed: SKU, smallest order, pack, and the prices of larger orders. Pure. An
 * empty field sets no term.
 */
import { ORDER_QUANTITY_MAX, PRICE_BREAKS_MAX, SKU_MAX } from "../../../domain/limits";
import { plainRupees } from "../../../domain/money";
import { typedRupees } from "../../../domain/typedNumber";
import {
  type PriceBreak,
  type ProductTerms,
  cleanSku,
  firstQuantity,
} from "../../../domain/productTerms";

const ROWS = [0, 1, 2, 3, 4] as const;
type Row = (typeof ROWS)[number];
type BreakFromField = `breakFrom${Row}`;
type BreakPriceField = `breakPrice${Row}`;

/** The fields of one price break. */
export type BreakRow = { readonly from: BreakFromField; readonly price: BreakPriceField };

export const BREAK_ROWS: readonly BreakRow[] = ROWS.slice(0, PRICE_BREAKS_MAX).map((row) => ({
  from: `breakFrom${row}`,
  price: `breakPrice${row}`,
}));

/** Each field as typed. Texts alone, so that a reload keeps them. */
export type TermsDraft = {
  readonly sku: string;
  readonly minQuantity: string;
  readonly multiple: string;
} & Readonly<Record<BreakFromField | BreakPriceField, string>>;

const EMPTY_BREAKS = Object.fromEntries(
  BREAK_ROWS.flatMap(({ from, price }) => [
    [from, ""],
    [price, ""],
  ]),
) as Pick<TermsDraft, BreakFromField | BreakPriceField>;

export const EMPTY_TERMS: TermsDraft = { sku: "", minQuantity: "", multiple: "", ...EMPTY_BREAKS };

/** The terms that the texts mean, as the server takes them: an empty SKU, 1 and no breaks where there is no term. */
export type TermFigures = {
  readonly sku: string;
  readonly minQuantity: number;
  readonly multiple: number;
  readonly priceBreaks: PriceBreak[];
};

export type TermErrors = Partial<Record<keyof TermsDraft, string>>;

function typedQuantity(quantity: number): string {
  return quantity === 1 ? "" : String(quantity);
}

/** Returns a product's terms in full. */
export function termFiguresOf(product: ProductTerms): TermFigures {
  const { sku = "", minQuantity = 1, multiple = 1, priceBreaks = [] } = product;
  return { sku, minQuantity, multiple, priceBreaks: [...priceBreaks] };
}

/** Returns terms as they would have been typed. */
export function termsDraftOf({ sku, minQuantity, multiple, priceBreaks }: TermFigures): TermsDraft {
  const breaks = BREAK_ROWS.flatMap(({ from, price }, row) => {
    const found = priceBreaks[row];
    const isSet = found !== undefined;
    return [
      [from, isSet ? String(found.from) : ""],
      [price, isSet ? plainRupees(found.pricePaise) : ""],
    ];
  });
  return {
    ...EMPTY_TERMS,
    sku,
    minQuantity: typedQuantity(minQuantity),
    multiple: typedQuantity(multiple),
    ...(Object.fromEntries(breaks) as object),
  };
}

/** The rows of breaks to show: those with a text, and an empty one to go on with. */
export function shownBreakRows(draft: TermsDraft): readonly BreakRow[] {
  const last = BREAK_ROWS.findLastIndex(({ from, price }) => draft[from] + draft[price] !== "");
  return BREAK_ROWS.slice(0, last + 2);
}

const MOST = ORDER_QUANTITY_MAX.toLocaleString("en-IN");

/** A whole number from 1; NaN if the text is none. An empty text is 1. */
function quantityIn(typed: string): number {
  const text = typed.trim();
  if (text === "") return 1;
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= ORDER_QUANTITY_MAX ? value : Number.NaN;
}

function quantityError(quantity: number): string | undefined {
  return Number.isNaN(quantity) ? `Please enter a whole number from 1 to ${MOST}.` : undefined;
}

/** The offer that a break must be better than: the one before it, or the product itself. */
type Before = { readonly from: number; readonly pricePaise: number };

function breakErrors(row: BreakRow, found: PriceBreak, before: Before): TermErrors {
  const fromError =
    quantityError(found.from) ??
    (found.from > before.from
      ? undefined
      : `Please enter more than ${before.from.toLocaleString("en-IN")}.`);
  const isPrice = found.pricePaise >= 1;
  const priceError = isPrice
    ? found.pricePaise < before.pricePaise
      ? undefined
      : `Please enter less than ₹${plainRupees(before.pricePaise)}.`
    : "Please enter the price of one piece in rupees.";
  return { [row.from]: fromError, [row.price]: priceError };
}

/** Reads the filled rows from top to bottom; empty ones between them count for nothing. */
function readBreaks(draft: TermsDraft, product: Before) {
  let before = product;
  let errors: TermErrors = {};
  const priceBreaks: PriceBreak[] = [];
  for (const row of BREAK_ROWS) {
    const [from, price] = [draft[row.from], draft[row.price]];
    if (from.trim() + price.trim() === "") continue;
    const found = {
      from: from.trim() === "" ? Number.NaN : quantityIn(from),
      pricePaise: typedRupees(price) ?? 0,
    };
    errors = { ...errors, ...breakErrors(row, found, before) };
    before = {
      from: Number.isNaN(found.from) ? before.from : found.from,
      pricePaise: found.pricePaise >= 1 ? found.pricePaise : before.pricePaise,
    };
    priceBreaks.push(found);
  }
  return { priceBreaks, errors };
}

/** Parses all terms, and returns the errors of all invalid ones at once. Breaks must cost less than `pricePaise`. */
export function readTerms(
  draft: TermsDraft,
  pricePaise: number,
): { readonly terms: TermFigures; readonly errors: TermErrors } {
  const sku = draft.sku.trim() === "" ? "" : cleanSku(draft.sku);
  const [minQuantity, multiple] = [quantityIn(draft.minQuantity), quantityIn(draft.multiple)];
  const first = firstQuantity({ minQuantity, multiple });
  const from = Math.max(Number.isNaN(minQuantity) ? 1 : minQuantity, 2) - 1;
  const { priceBreaks, errors } = readBreaks(draft, { from, pricePaise });
  return {
    terms: { sku: sku ?? "", minQuantity, multiple, priceBreaks },
    errors: {
      sku: sku === undefined ? `Please use at most ${SKU_MAX} plain characters.` : undefined,
      minQuantity: quantityError(minQuantity),
      multiple:
        quantityError(multiple) ??
        (first > ORDER_QUANTITY_MAX ? `No order of up to ${MOST} pieces fits both.` : undefined),
      ...errors,
    },
  };
}
