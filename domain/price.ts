/** The price of one piece as it is quoted to a retailer and agreed on: an amount, and the tax that comes on top of it. */
import { plusGst } from "./gst/plusGst";
import { formatRupees, lineTotal } from "./money";
import { type PricedProduct, unitPrice } from "./productTerms";

export type QuotedPrice = {
  /** Integer paise of one piece. */
  readonly pricePaise: number;
  /** Rate of the tax on top of it, basis points; 0 while nobody has said it; absent where the price is what is paid. */
  readonly addedTaxBp?: number | undefined;
};

/** Returns the price of a row, without the row's other fields. */
export function quotedPrice({ pricePaise, addedTaxBp }: QuotedPrice): QuotedPrice {
  return addedTaxBp === undefined ? { pricePaise } : { pricePaise, addedTaxBp };
}

/** Returns the price of one piece in an order of this quantity. */
export function priceFor(product: PricedProduct & QuotedPrice, quantity: number): QuotedPrice {
  return quotedPrice({ ...product, pricePaise: unitPrice(product, quantity) });
}

/** Returns the row at another price. */
export function withPrice<Row extends QuotedPrice>(row: Row, price: QuotedPrice): Row {
  return { ...row, pricePaise: price.pricePaise, addedTaxBp: price.addedTaxBp };
}

export function isSamePrice(a: QuotedPrice, b: QuotedPrice): boolean {
  return a.pricePaise === b.pricePaise && a.addedTaxBp === b.addedTaxBp;
}

/** Returns true where tax comes on top of the price. */
export function addsTax({ addedTaxBp }: QuotedPrice): boolean {
  return addedTaxBp !== undefined;
}

/**
 * Returns paise of the pieces with the tax on top. Each half of the tax is rounded half up, as within a State; between States a line can
 * be a paisa more or less. Apart from `gst/lineTax.ts`, whose rules it follows, because pages of orders load it.
 */
export function totalWithTax(price: QuotedPrice, quantity: number): number {
  const { pricePaise, addedTaxBp = 0 } = price;
  const amountPaise = lineTotal(pricePaise, quantity);
  const half = (BigInt(amountPaise) * BigInt(addedTaxBp) + 10_000n) / 20_000n;
  return amountPaise + 2 * Number(half);
}

/** Returns " + 18% GST", or "" where nothing comes on top. */
export function gstText({ addedTaxBp }: QuotedPrice): string {
  return plusGst(addedTaxBp);
}

/** Returns "₹84.50 + 18% GST". */
export function priceText(price: QuotedPrice): string {
  return formatRupees(price.pricePaise) + gstText(price);
}
