/**
 * What the list of conversations shows: what the server has, and over it what the user wrote and the server has not answered
 * yet, so that one's own words stand there at once; refused ones are marked until they are sent again or put away. Pure.
 */
import type { ConversationRow } from "./chatRows";
import type { Letter } from "./letter";

export type ListedRow = ConversationRow & {
  /** The last words are one's own, and the server does not have them. */
  readonly unsent?: "sending" | "failed";
};

function listed(row: ConversationRow, letter: Letter | undefined): ListedRow {
  if (letter === undefined) return row;
  // By this machine's clock, which may go wrong, but never before what was said before.
  const at = Math.max(letter.writtenAt, row.last?.at ?? 0);
  const unsent = letter.hasFailed ? "failed" : "sending";
  return { ...row, last: { content: letter.content, at }, unsent };
}

/** The rows by their last words, the newest first; quiet ones stay behind, in their order. */
export function listedRows(
  rows: readonly ConversationRow[],
  letters: readonly Letter[],
): ListedRow[] {
  return rows
    .map((row) =>
      listed(
        row,
        letters.findLast((letter) => letter.to === row.email),
      ),
    )
    .sort((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0));
}
