/** A product that an order by text may mean. */
import type { ProductTerms } from "../productTerms";

export type OrderTextProduct = {
  readonly id: string;
  readonly name: string;
  readonly terms: ProductTerms;
  /** True for goods that are sold by weight: a kilogram is one piece of them. */
  readonly isLoose: boolean;
  /** The shop's habit with it, from its latest orders; null without one. */
  readonly usual: UsualOrder | null;
};

export type UsualOrder = {
  /** The number of the latest orders that have the product. */
  readonly orders: number;
  /** The pieces of such an order. */
  readonly quantity: number;
  /** The number of orders since. */
  readonly ordersAgo: number;
};
