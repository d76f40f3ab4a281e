/** Parses and validates a product's price breaks as they are typed. Pure. */
import { readWhole } from "../../../domain/fields/figures";
import type { PriceBreak } from "../../../domain/fields/kinds";
import { ORDER_QUANTITY_MAX, PRICE_BREAKS_MAX } from "../../../domain/limits";
import { plainRupees } from "../../../domain/money";
import { typedRupees } from "../../../domain/typedNumber";
import { t } from "../../../domain/language/texts";

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
export type BreaksDraft = Readonly<Record<BreakFromField | BreakPriceField, string>>;

type BreakErrors = Partial<Record<keyof BreaksDraft, string>>;

/** Returns breaks as they would have been typed. */
export function breaksDraftOf(priceBreaks: readonly PriceBreak[]): BreaksDraft {
  const texts = BREAK_ROWS.flatMap(({ from, price }, row) => {
    const found = priceBreaks[row];
    return [
      [from, found === undefined ? "" : String(found.from)],
      [price, found === undefined ? "" : plainRupees(found.pricePaise)],
    ];
  });
  return Object.fromEntries(texts) as BreaksDraft;
}

/** Returns the rows of breaks to show: those with a text, and an empty one to go on with. */
export function shownBreakRows(draft: BreaksDraft): readonly BreakRow[] {
  const last = BREAK_ROWS.findLastIndex(({ from, price }) => draft[from] + draft[price] !== "");
  return BREAK_ROWS.slice(0, last + 2);
}

/** The offer that a break must be better than: the one before it, or the product itself. */
type Before = { readonly from: number; readonly pricePaise: number };

/** Reads the filled rows from top to bottom; empty ones between them count for nothing. */
export function readBreaks(draft: BreaksDraft, product: Before) {
  let before = product;
  const errors: BreakErrors = {};
  const priceBreaks: PriceBreak[] = [];
  for (const row of BREAK_ROWS) {
    const [fromText, priceText] = [draft[row.from].trim(), draft[row.price].trim()];
    if (fromText + priceText === "") continue;
    const from = readWhole(fromText, 1, ORDER_QUANTITY_MAX, "form");
    const pricePaise = typedRupees(priceText) ?? 0;
    if ("reason" in from) errors[row.from] = from.reason;
    else if (from.value <= before.from)
      errors[row.from] = t("Please enter more than {quantity}.", {
        quantity: before.from.toLocaleString("en-IN"),
      });
    if (pricePaise < 1) errors[row.price] = t("Please enter the price of one piece in rupees.");
    else if (pricePaise >= before.pricePaise)
      errors[row.price] = t("Please enter less than {price}.", {
        price: `₹${plainRupees(before.pricePaise)}`,
      });
    before = {
      from: "value" in from ? from.value : before.from,
      pricePaise: pricePaise >= 1 ? pricePaise : before.pricePaise,
    };
    priceBreaks.push(before);
  }
  return { priceBreaks, errors };
}
