/** Answers one offer of fewer pieces, always the one that is on the screen. */
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { errorMessage, refusalOf } from "../../../live/convexError";
import { type ServerAction, useServerAction } from "../../../forms/useServerAction";
import { offerRefusal } from "./offerTexts";

export type OfferAnswer =
  | { readonly at: "agreed"; readonly invoiceId: string | null }
  | { readonly at: "declined" }
  | { readonly at: "refused"; readonly text: string };

const FAILURE = "The offer could not be answered. Please try again.";

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
