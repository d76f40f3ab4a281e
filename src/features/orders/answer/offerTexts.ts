/** The words of offers of fewer pieces. Pure. */
import { errorText, type ErrorData } from "../../../../domain/errors";
import type { OfferState } from "../../../../domain/orderAnswer";

export const OFFER_DECLINED = "Declined. Your order stays as it was and waits for another answer.";

const CLOSED: Readonly<Record<Exclude<OfferState, "open">, string>> = {
  agreed: "You have agreed to this offer already.",
  declined: "This offer was declined. Your order waits for another answer.",
  withdrawn: "The distributor has withdrawn this offer. Your order waits for another answer.",
  expired: "This offer has ended. Your order waits for another answer.",
};

function isClosed(state: string): state is keyof typeof CLOSED {
  return Object.hasOwn(CLOSED, state);
}

/** Returns the words for a refused answer to an offer. */
export function offerRefusal(refusal: ErrorData): string {
  return refusal.code === "OFFER_CLOSED" && isClosed(refusal.state)
    ? CLOSED[refusal.state]
    : errorText(refusal);
}
