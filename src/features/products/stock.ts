/** The words for a stock figure. */
import { LOW_STOCK_MAX } from "../../../domain/limits";

export function isLowStock(stock: number): boolean {
  return stock <= LOW_STOCK_MAX;
}

/** Formats 1240 as "1,240 Pcs". */
export function pieces(count: number): string {
  return `${count.toLocaleString("en-IN", { maximumFractionDigits: 0 })} Pcs`;
}

/** Returns the stock of a product in a word for buyers, and the tone of the word. */
export function availability(stock: number): { readonly word: string; readonly tone: string } {
  if (stock === 0) return { word: "Sold out", tone: "text-negative" };
  if (isLowStock(stock)) return { word: "Few left", tone: "text-caution" };
  return { word: "In stock", tone: "text-positive" };
}
