/** The state of the feedback form. What was typed stays over reloads and cuts until it was sent. */
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useConnectionStatus } from "../../lib/useConnectionStatus";
import { useDraft } from "../../lib/useDraft";
import { ratingOf, type Rating } from "./rating";

/** The success message stays 3 seconds. */
const SUCCESS_MS = 3_000;
const NO_RATING = "Please choose a rating of 1 to 5 stars.";
const FAILURE = "Failed to submit feedback. Please try again.";

type Outcome = { readonly kind: "success" | "error"; readonly message: string };

function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome?.kind !== "success") return;
    const timer = window.setTimeout(() => setOutcome(null), SUCCESS_MS);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  return [outcome, setOutcome] as const;
}

export function useFeedbackForm(userId: string) {
  const send = useMutation(api.feedback.submit);
  const [complaint, setComplaint, clearComplaint] = useDraft(`feedback-complaint:${userId}`);
  const [review, setReview, clearReview] = useDraft(`feedback-review:${userId}`);
  const [stars, setStars, clearStars] = useDraft(`feedback-rating:${userId}`);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useOutcome();
  const isOffline = useConnectionStatus().status === "offline";
  const rating = ratingOf(stars);

  async function sendNow(given: Rating) {
    setBusy(true);
    setOutcome(null);
    try {
      const { message } = await send({ complaint, review, rating: given });
      for (const clear of [clearComplaint, clearReview, clearStars]) clear();
      setAsked(false);
      setOutcome({ kind: "success", message });
    } catch (error) {
      setOutcome({ kind: "error", message: errorMessage(error, FAILURE) });
    } finally {
      setBusy(false);
    }
  }

  return {
    complaint,
    setComplaint,
    review,
    setReview,
    rating,
    setRating: (given: Rating) => setStars(String(given)),
    ratingProblem: isAsked && rating === null ? NO_RATING : null,
    isBusy,
    /** Sent, but the line is down: it goes out when it is back. */
    isWaiting: isBusy && isOffline,
    outcome,
    submit: () => {
      if (isBusy) return;
      if (rating === null) setAsked(true);
      else void sendNow(rating);
    },
  };
}

export type FeedbackFormState = ReturnType<typeof useFeedbackForm>;
