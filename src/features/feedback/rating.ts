/** The five ratings and their names, so that colour is not the only sign. */
import { t } from "../../../domain/language/texts";

export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

export const RATING_WORDS = {
  1: t("Poor"),
  2: t("Fair"),
  3: t("Good"),
  4: t("Very good"),
  5: t("Excellent"),
} as const satisfies Record<Rating, string>;

/** Returns, for example, "1 star, Poor". */
export function ratingName(rating: Rating): string {
  return t("{count, plural, one {# star} other {# stars}}, {rating}", {
    count: rating,
    rating: RATING_WORDS[rating],
  });
}

/** Parses a rating from a draft, which may be empty or invalid. */
export function ratingOf(text: string): Rating | null {
  return RATINGS.find((rating) => String(rating) === text) ?? null;
}
