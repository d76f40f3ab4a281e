/** The judgement on a move of an order or a connection. */
export type MoveVerdict =
  /** The move changes the row. */
  | "move"
  /** The same move was made before with the same data: the same answer, nothing is written. */
  | "repeat"
  | "refused";
