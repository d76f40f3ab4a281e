/** Words for the outcome of lines that were added to the basket together. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { formatRupees } from "../../../../domain/money";
import { t } from "../../../../domain/language/texts";

export type Added = FunctionReturnType<typeof api.basket.addOrdered>["added"];
type AddedLine = Added[number];
type Change = AddedLine["changes"][number];

export function hasChanges(added: Added): boolean {
  return added.some(({ changes }) => changes.length > 0);
}

function isInBasket({ changes }: AddedLine): boolean {
  return !changes.some(({ code }) => code === "GONE" || code === "BASKET_FULL");
}

/** Returns, for example, "2 of 3 products are in the basket." */
export function addedTitle(added: Added): string {
  const count = added.filter(isInBasket).length;
  if (count === 0) return t("Nothing could be added to the basket.");
  const products = added.length === 1 ? t("1 product is") : `${added.length} products are`;
  return `${count === added.length ? products : `${count} of ${products}`} in the basket.`;
}

function countOf(quantity: number): string {
  return quantity.toLocaleString("en-IN");
}

export function changeText(change: Change): string {
  switch (change.code) {
    case "GONE":
      return t("No longer sold.");
    case "BASKET_FULL":
      return t("Not added: the basket is full.");
    case "PRICE_CHANGED":
      return `${formatRupees(change.fromPaise)} → ${formatRupees(change.toPaise)} each.`;
    case "QUANTITY_CHANGED":
      return `${countOf(change.to)} instead of ${countOf(change.from)}: sold in other quantities now.`;
    case "HAD_MORE":
      return `The basket had ${countOf(change.quantity)} already.`;
    case "SHORT":
      return change.stock === 0 ? t("Out of stock.") : `Only ${countOf(change.stock)} in stock.`;
    default:
      return change satisfies never;
  }
}
