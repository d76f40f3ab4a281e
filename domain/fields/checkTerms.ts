/** Checks the terms of a product together: what each field says alone is in the table. */
import { firstQuantity, type PricedProduct, type TermField } from "../productTerms";
import { checkValue, namesOf } from "./kinds";
import { TERM_FIELDS } from "./product";

function areBreaksCheaper({
  priceBreaks = [],
  minQuantity = 1,
  pricePaise,
}: PricedProduct): boolean {
  let last = { from: Math.max(minQuantity, 2) - 1, pricePaise };
  return priceBreaks.every((next) => {
    const isCheaper = next.from > last.from && next.pricePaise < last.pricePaise;
    last = next;
    return isCheaper;
  });
}

/** The first term that is wrong, or undefined. Breaks are judged by the minimum and the price. */
export function wrongTerm(product: PricedProduct): TermField | undefined {
  return namesOf(TERM_FIELDS).find((name) => {
    const value = product[name];
    if (value === "") return true;
    if (value !== undefined && checkValue(TERM_FIELDS[name], value) !== value) return true;
    if (name === "multiple") return firstQuantity(product) > TERM_FIELDS.multiple.max;
    return name === "priceBreaks" && !areBreaksCheaper(product);
  });
}
