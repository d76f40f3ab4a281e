/**
 * Terms on which a distributor takes orders: how much one retailer may have waiting for an answer, and how long an order waits.
 * Known retailers (with an accepted connection) and newcomers (everybody else) have bounds of their own.
 */
import { isFigure } from "./fields/figures";
import { ORDER_TERM_FIELDS } from "./fields/orderTerms";
import {
  ANSWER_DAYS,
  CONNECTED_ORDERS_MAX,
  CONNECTED_SHARE_PERCENT,
  NEWCOMER_ORDERS_MAX,
  WAITING_PIECES_MIN,
  NEWCOMER_SHARE_PERCENT,
} from "./limits";
import { type ProductTerms, firstQuantity } from "./productTerms";

/** Bounds of what one retailer has pending and reserved with one distributor. */
export type OrderBounds = {
  /** The share of each product: percent of what the retailer could order if it had nothing waiting. */
  readonly sharePercent: number;
  /** Orders and reservations together; null: as many as there are. */
  readonly orders: number | null;
};

export type OrderTerms = {
  readonly connected: OrderBounds;
  readonly newcomer: OrderBounds;
  /** Days until a pending order that nobody answered is rejected. */
  readonly answerDays: number;
  /** The smallest sum of one order, integer paise; absent: any. */
  readonly minOrderPaise?: number | undefined;
  /** Orders are taken from connected retailers only; absent: from everyone. */
  readonly networkOnly?: boolean | undefined;
};

export const DEFAULT_ORDER_TERMS: OrderTerms = {
  connected: { sharePercent: CONNECTED_SHARE_PERCENT, orders: CONNECTED_ORDERS_MAX },
  newcomer: { sharePercent: NEWCOMER_SHARE_PERCENT, orders: NEWCOMER_ORDERS_MAX },
  answerDays: ANSWER_DAYS,
};

function areBounds({ sharePercent, orders }: OrderBounds): boolean {
  return (
    isFigure(ORDER_TERM_FIELDS.sharePercent, sharePercent) &&
    (orders === null || isFigure(ORDER_TERM_FIELDS.orders, orders))
  );
}

export function areOrderTerms(terms: OrderTerms): boolean {
  const { connected, newcomer, answerDays, minOrderPaise } = terms;
  return (
    areBounds(connected) &&
    areBounds(newcomer) &&
    isFigure(ORDER_TERM_FIELDS.answerDays, answerDays) &&
    (minOrderPaise === undefined || isFigure(ORDER_TERM_FIELDS.minOrderPaise, minOrderPaise))
  );
}

/**
 * Pieces of one product that may wait for an answer, `orderable` being its stock and what of it the retailer has waiting. A small
 * share of a small stock is rounded up to an order that is worth a delivery, and to the smallest that the product's terms allow.
 */
export function piecesMax(
  { sharePercent }: OrderBounds,
  orderable: number,
  product: ProductTerms,
): number {
  const share = Math.floor((orderable * sharePercent) / 100);
  return Math.max(WAITING_PIECES_MIN, firstQuantity(product), share);
}
