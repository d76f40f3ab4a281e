/** A move that was made, or was made before. */
import type { Doc } from "../_generated/dataModel";

export type Moved = {
  readonly before: Doc<"orders">;
  readonly order: Doc<"orders">;
  /** False when the same move had been made before: nothing was written. */
  readonly moved: boolean;
};
