/** The catalogue, equal on all sides: what each product is, and what an order of it must cost. */
import { totalWithTax } from "../domain/price";
import { unitPrice } from "../domain/productTerms";

const MAKERS = ["Amber", "Banyan", "Coral", "Dhara", "Ember", "Falak", "Gulmohar", "Heera"];
const KINDS = ["Lamp", "Kettle", "Basket", "Tumbler", "Shelf", "Blanket", "Lantern", "Ladle"];

/** The stock of each product: more than the workloads order. */
export const STOCK = 1_000_000;
/** Every fourth product is sold in these multiples. */
export const MULTIPLE = 3;
/** Pieces from which a product is cheaper. */
export const BREAK = 12;

/** The n-th product's name; the workloads' searches match some of them. */
export function productName(n: number): string {
  return `${MAKERS[n % 8]} ${KINDS[Math.floor(n / 8) % 8]} ${n}`;
}

export interface Goods {
  readonly name: string;
  readonly type: "Furniture";
  readonly description: string;
  readonly packSize: number;
  readonly pricePaise: number;
  readonly priceBreaks?: { from: number; pricePaise: number }[];
  readonly multiple?: number;
  readonly gstRateBp?: number;
}

/** The n-th product. Its distributor's prices are without tax. */
export function goodsOf(n: number): Goods {
  return {
    name: productName(n),
    type: "Furniture",
    description: "Burns all night, and looks good at it.",
    packSize: 6,
    pricePaise: 10_000 + n,
    priceBreaks: [{ from: BREAK, pricePaise: 9_500 + n }],
    ...(n % 4 === 0 && { multiple: MULTIPLE }),
    gstRateBp: 1_800,
  };
}

/** A product that a workload adds. */
export const RARE: Goods = {
  name: "Rare Lamp",
  type: "Furniture",
  description: "Few.",
  packSize: 6,
  pricePaise: 10_000,
};

/** Returns the paise that so many pieces cost, with the tax on top. */
export function owedPaise(
  goods: Pick<Goods, "pricePaise" | "priceBreaks" | "gstRateBp">,
  quantity: number,
): number {
  const { gstRateBp: addedTaxBp = 0 } = goods;
  return totalWithTax({ pricePaise: unitPrice(goods, quantity), addedTaxBp }, quantity);
}

/** Pieces of the n-th order: what every product can be sold in, one in four at the lower price. */
export function piecesOf(n: number): number {
  return n % 4 === 0 ? BREAK : MULTIPLE;
}
