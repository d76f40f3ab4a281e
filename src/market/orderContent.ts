/** Describes an order of several lines in few words, by one of its products. */
import { t } from "../../domain/language/texts";

/** Returns, for example, "Basmati rice", or "Basmati rice and 3 more". */
export function productsText(productName: string, lineCount = 1): string {
  return lineCount === 1
    ? productName
    : t("{product} and {count} more", {
        product: productName,
        count: (lineCount - 1).toLocaleString("en-IN"),
      });
}

export type OrderContent = {
  /** The number of its lines. */
  readonly lines: number;
  readonly productName: string;
  readonly quantity: number;
};

/** Returns, for example, "12 × Basmati rice", or "Basmati rice and 4 more". */
export function contentText({ lines, productName, quantity }: OrderContent): string {
  return lines === 1
    ? `${quantity.toLocaleString("en-IN")} × ${productName}`
    : productsText(productName, lines);
}
