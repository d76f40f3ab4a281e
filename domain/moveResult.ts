/** The result of validating a move of an order, a connection or a payment. */
export type MoveResult =
  /** The move changes the row. */
  | "move"
  /** The same move was made before with the same data: the same answer, nothing is written. */
  | "repeat"
  | "refused";
