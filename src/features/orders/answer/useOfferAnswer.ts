/** Answers one offer of fewer pieces, always the one that is on the screen. */
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { errorText, type ErrorData } from "../../../../domain/errors";
import type { OfferState } from "../../../../domain/orderAnswer";
import { errorMessage, refusalOf } from "../../../live/convexError";
import { type ServerAction, useServerAction } from "../../../forms/useServerAction";
import { t } from "../../../../domain/language/texts";

export type OfferAnswer =
  | { readonly at: "agreed"; readonly invoiceId: string | null }
  | { readonly at: "declined" }
  | { readonly at: "refused"; readonly text: string };

const FAILURE = t("The offer could not be answered. Please try again.");

function failureText(error: unknown): string {
  const refusal = refusalOf(error);
  return refusal === null ? errorMessage(error, FAILURE) : offerRefusal(refusal);
}

/** `onAnswered` gets the result also when the offer has left the page by then. */
export function useOfferAnswer(
  offerId: string,
  onAnswered: (answer: OfferAnswer) => void,
): { agree: ServerAction; decline: ServerAction } {
  const agree = useMutation(api.offers.agree);
  const decline = useMutation(api.offers.decline);
  const onFailure = (text: string) => onAnswered({ at: "refused", text });
  return {
    agree: useServerAction(() => agree({ offerId }), {
      failure: failureText,
      onFailure,
      onSuccess: ({ invoiceId }) => onAnswered({ at: "agreed", invoiceId }),
    }),
    decline: useServerAction(() => decline({ offerId }), {
      failure: failureText,
      onFailure,
      onSuccess: () => onAnswered({ at: "declined" }),
    }),
  };
}

export const OFFER_DECLINED = t(
  "Declined. Your order stays as it was and waits for another answer.",
);

const CLOSED: Readonly<Record<Exclude<OfferState, "open">, string>> = {
  agreed: t("You have agreed to this offer already."),
  declined: t("This offer was declined. Your order waits for another answer."),
  withdrawn: t("The distributor has withdrawn this offer. Your order waits for another answer."),
  expired: t("This offer has ended. Your order waits for another answer."),
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
