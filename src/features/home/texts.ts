/** Words of home pages. */

/** "1 line", "12 lines". */
export function linesText(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

type Content = { readonly lines: number; readonly productName: string; readonly quantity: number };

/** "12 × Basmati rice", or "Basmati rice and 4 more". */
export function contentText({ lines, productName, quantity }: Content): string {
  return lines === 1
    ? `${quantity.toLocaleString("en-IN")} × ${productName}`
    : `${productName} and ${lines - 1} more`;
}

/** "lasts 4 days", or undefined for a stock that nobody bought from. */
export function coverText(cover: number | null): string | undefined {
  if (cover === null) return undefined;
  if (cover === 0) return "lasts less than a day";
  return cover === 1 ? "lasts 1 day" : `lasts ${cover} days`;
}
