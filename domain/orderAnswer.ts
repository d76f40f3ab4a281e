/**
 * A distributor's answer to an order: all pieces, or fewer of some. The dialog's button and the server read the same
 * rules. What happens where fewer are sent is the retailer's choice, made with the order.
 */

/** `ask`: fewer pieces are an offer that the retailer agrees to or declines. `sendLess`: they are sent as they are. */
export const SHORTAGE_RULES = ["ask", "sendLess"] as const;
export type ShortageRule = (typeof SHORTAGE_RULES)[number];

/** open ──▶ agreed | declined (retailer) | withdrawn (distributor) | expired (after 48 hours). Nothing leads back. */
export const OFFER_STATES = ["open", "agreed", "declined", "withdrawn", "expired"] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** The reason of a line of which nothing can be sent. */
// oxlint-disable-next-line mandi/no-bare-words -- It is stored.
export const NOT_AVAILABLE = "Not available";

export type AnsweredLine = {
  /** Pieces that the retailer asked for. */
  readonly asked: number;
  /** Pieces that the distributor sends: 0 to all of them. Packs are no rule here: a shortage is not the retailer's fault. */
  readonly quantity: number;
};

/** True for a whole number of pieces from none to all that were asked for. */
export function isAnswer({ asked: askedPieces, quantity }: AnsweredLine): boolean {
  return Number.isInteger(quantity) && quantity >= 0 && quantity <= askedPieces;
}

export type AnswerKind = "accepted" | "offered" | "rejected";

/** The effect of an answer: nothing at all is a rejection, fewer pieces an offer where the retailer wants to be asked. */
export function answerKind(lines: readonly AnsweredLine[], rule: ShortageRule): AnswerKind {
  if (lines.every(({ quantity }) => quantity === 0)) return "rejected";
  const isShort = lines.some(({ asked: askedPieces, quantity }) => quantity < askedPieces);
  return isShort && rule === "ask" ? "offered" : "accepted";
}
