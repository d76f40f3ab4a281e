/** A rating of one to five stars, as a group of radio buttons for arrow keys and screen readers. */
import { Star } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "../../lib/cx";
import { FieldError } from "../../ui/Field";
import { RATINGS, ratingName, RATING_WORDS, type Rating } from "./rating";
import { t } from "../../../domain/language/texts";

export type StarRatingProps = {
  value: Rating | null;
  onChange: (rating: Rating) => void;
  error: string | null;
};

export function StarRating({ value, onChange, error }: StarRatingProps) {
  const id = useId();
  const [pointed, setPointed] = useState<Rating | null>(null);
  const shown = pointed ?? value;
  return (
    <fieldset aria-describedby={error === null ? undefined : `${id}-error`} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t("Rating")}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex flex-wrap" onPointerLeave={() => setPointed(null)}>
          {RATINGS.map((rating) => (
            <label
              key={rating}
              onPointerEnter={({ pointerType }) => {
                // A finger has no hovering; it would leave its star lit.
                if (pointerType === "mouse") setPointed(rating);
              }}
              className="relative grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-hover has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-ink"
            >
              <input
                type="radio"
                name={id}
                value={rating}
                checked={value === rating}
                aria-invalid={error !== null || undefined}
                onChange={() => onChange(rating)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
              />
              <Star
                aria-hidden
                strokeWidth={1.5}
                className={cx(
                  "pointer-events-none size-7",
                  shown !== null && rating <= shown ? "fill-accent text-accent-ink" : "text-edge",
                )}
              />
              <span className="sr-only">{ratingName(rating)}</span>
            </label>
          ))}
        </div>
        <span aria-hidden className="text-muted">
          {shown === null ? t("Not rated yet") : RATING_WORDS[shown]}
        </span>
      </div>
      {error !== null && (
        <FieldError id={`${id}-error`} className="mt-1.5">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}
