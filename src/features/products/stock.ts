/** The words for a stock figure. */
import { LOW_STOCK_MAX } from "../../../domain/limits";

export function isLowStock(stock: number): boolean {
  return stock <= LOW_STOCK_MAX;
}

/** 1240 → "1,240 Pcs". */
export function pieces(count: number): string {
  return `${count.toLocaleString("en-IN", { maximumFractionDigits: 0 })} Pcs`;
}

export function stockText(stock: number): string {
  return isLowStock(stock) ? `Insufficient stock ${pieces(stock)}` : pieces(stock);
}
