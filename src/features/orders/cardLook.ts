/** Class names that the cards of orders and their skeletons share. */

/** Cards of a line are equally high, unless one of the list is open. */
export const orderGrid =
  "grid grid-cols-1 gap-3 has-data-open:[&_article]:self-start sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

/** A chosen card is framed. */
export const cardLook =
  "flex flex-col gap-1 p-3 touch:gap-0.5 touch:py-2 has-checked:border-accent";
