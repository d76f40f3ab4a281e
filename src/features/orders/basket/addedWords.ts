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
  return count === added.length
    ? t(
        "{count, plural, one {# product is in the basket.} other {# products are in the basket.}}",
        { count },
      )
    : t("{count} of {all} products are in the basket.", { count, all: added.length });
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
      return t("{before} → {now} each.", {
        before: formatRupees(change.fromPaise),
        now: formatRupees(change.toPaise),
      });
    case "QUANTITY_CHANGED":
      return t("{now} instead of {before}: sold in other quantities now.", {
        now: countOf(change.to),
        before: countOf(change.from),
      });
    case "HAD_MORE":
      return t("The basket had {pieces} already.", { pieces: countOf(change.quantity) });
    case "SHORT":
      return change.stock === 0
        ? t("Out of stock.")
        : t("Only {stock} in stock.", { stock: countOf(change.stock) });
    default:
      return change satisfies never;
  }
}
