/** Returns what the user wrote and the server has not answered, in the order of writing. */
import { useMemo } from "react";
import {
  isMessage,
  shownState,
  type EntryState,
  type MessageCommand,
} from "../../lib/outbox/entry";
import { useOutbox } from "../../lib/outbox/useOutbox";

export type OutgoingMessage = Pick<MessageCommand, "to" | "content"> & {
  readonly key: string;
  readonly writtenAt: number;
  readonly state: EntryState["at"];
};

export function useOutgoingMessages(): readonly OutgoingMessage[] {
  const { entries, canSend } = useOutbox();
  return useMemo(
    () =>
      entries.filter(isMessage).map((entry) => ({
        key: entry.key,
        to: entry.command.to,
        content: entry.command.content,
        writtenAt: entry.addedAt,
        state: shownState(entry, canSend),
      })),
    [entries, canSend],
  );
}
