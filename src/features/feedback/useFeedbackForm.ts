/** The state of the feedback form. Typed texts survive a reload and a lost connection until they are sent. */
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useForm } from "../../forms/useForm";
import { useServerAction } from "../../forms/useServerAction";
import { ratingOf, type Rating } from "./rating";
import { t } from "../../../domain/language/texts";

/** The success message stays 3 seconds. */
const SUCCESS_MS = 3_000;

/** Returns a text that disappears after SUCCESS_MS. */
function usePassingText() {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (text === null) return;
    const timer = window.setTimeout(() => setText(null), SUCCESS_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return [text, setText] as const;
}

export function useFeedbackForm(userId: string) {
  const [confirmation, setConfirmation] = usePassingText();
  const form = useForm({
    initial: { complaint: "", review: "", stars: "" },
    drafts: {
      complaint: `feedback-complaint:${userId}`,
      review: `feedback-review:${userId}`,
      stars: `feedback-rating:${userId}`,
    },
    validate: ({ stars }) => ({
      stars: ratingOf(stars) === null ? t("Please choose a rating of 1 to 5 stars.") : null,
    }),
  });
  const rating = ratingOf(form.values.stars);
  const { run, isBusy, isWaiting, error } = useServerAction(useMutation(api.feedback.submit), {
    failure: t("Failed to submit feedback. Please try again."),
    onSuccess: () => {
      form.reset();
      setConfirmation(t("Feedback submitted successfully!"));
    },
  });
  return {
    form,
    rating,
    setRating: (rating: Rating) => form.change({ stars: String(rating) }),
    isBusy,
    isWaiting,
    error,
    confirmation,
    submit: () => {
      form.submit(({ complaint, review }) => {
        setConfirmation(null);
        return rating === null ? undefined : run({ complaint, review, rating });
      });
    },
  };
}

export type FeedbackFormState = ReturnType<typeof useFeedbackForm>;
