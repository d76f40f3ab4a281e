/** The five ratings and their names, so that colour is not the only sign. */

export const RATINGS = [1, 2, 3, 4, 5] as const;
export type Rating = (typeof RATINGS)[number];

export const RATING_WORDS = {
  1: "Poor",
  2: "Fair",
  3: "Good",
  4: "Very good",
  5: "Excellent",
} as const satisfies Record<Rating, string>;

/** Returns, for example, "1 star, Poor". */
export function ratingName(rating: Rating): string {
  return `${rating} ${rating === 1 ? "star" : "stars"}, ${RATING_WORDS[rating]}`;
}

/** Parses a rating from a draft, which may be empty or invalid. */
export function ratingOf(text: string): Rating | null {
  return RATINGS.find((rating) => String(rating) === text) ?? null;
}
