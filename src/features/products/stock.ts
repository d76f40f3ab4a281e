/** The words for a stock figure. */
import { coverDays } from "../../../domain/cover";
import { LOW_COVER_DAYS, LOW_STOCK_MAX } from "../../../domain/limits";
import { t } from "../../../domain/language/texts";

export function isLowStock(stock: number): boolean {
  return stock <= LOW_STOCK_MAX;
}

/** Formats 1240 as "1,240 Pcs". */
export function pieces(count: number): string {
  return t("{count} Pcs", {
    count: count.toLocaleString("en-IN", { maximumFractionDigits: 0 }),
  });
}

/** Returns the stock of a product in a word for buyers, and the tone of the word. */
export function availability(stock: number): { readonly word: string; readonly tone: string } {
  if (stock === 0) return { word: t("Sold out"), tone: "text-negative" };
  if (isLowStock(stock)) return { word: t("Few left"), tone: "text-caution" };
  return { word: t("In stock"), tone: "text-positive" };
}

/** Returns for how long the stock lasts at the sales of 28 days, and the tone of the words; null of one that does not sell, or is sold out. */
export function daysLeft(
  stock: number,
  sold: number,
): { readonly text: string; readonly tone: string } | null {
  const days = coverDays(stock, sold);
  if (days === null || stock === 0) return null;
  const tone = days < LOW_COVER_DAYS ? "font-medium text-caution" : "text-muted";
  if (days > 365) return { text: t("Over a year left"), tone };
  if (days === 0) return { text: t("Less than a day left"), tone };
  return { text: t("{days, plural, one {# day left} other {# days left}}", { days }), tone };
}
