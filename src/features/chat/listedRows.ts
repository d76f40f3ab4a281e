/**
 * Builds the list of conversations: the server's rows, with unsent messages shown over them at once; refused ones are marked
 * until they are sent again or discarded. Pure.
 */
import type { ConversationRow } from "./useConversations";
import type { OutgoingMessage } from "./outgoing";

export type ListedRow = ConversationRow & {
  /** The last words are one's own, and the server does not have them. */
  readonly unsent?: OutgoingMessage["state"];
};

function listed(row: ConversationRow, outgoing: OutgoingMessage | undefined): ListedRow {
  if (outgoing === undefined) return row;
  // By this machine's clock, which may go wrong, but never before what was said before.
  const at = Math.max(outgoing.writtenAt, row.last?.at ?? 0);
  return { ...row, last: { content: outgoing.content, at }, unsent: outgoing.state };
}

/** Returns the rows by their last words, the newest first; quiet ones stay behind, in their order. */
export function listedRows(
  rows: readonly ConversationRow[],
  outgoing: readonly OutgoingMessage[],
): ListedRow[] {
  return rows
    .map((row) =>
      listed(
        row,
        outgoing.findLast((message) => message.to === row.email),
      ),
    )
    .sort((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0));
}
