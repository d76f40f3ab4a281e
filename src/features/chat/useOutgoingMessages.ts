/** Returns what the user wrote and the server has not answered, in the order of writing. */
import { useMemo } from "react";
import { isMessage, shownState, type EntryState, type MessageCommand } from "../../outbox/entry";
import { useOutbox } from "../../outbox/useOutbox";

export type OutgoingMessage = Pick<MessageCommand, "to" | "content" | "picture"> & {
  readonly key: string;
  readonly writtenAt: number;
  readonly state: EntryState["at"];
};

export function useOutgoingMessages(): readonly OutgoingMessage[] {
  const { entries, canSend, unstored } = useOutbox();
  return useMemo(
    () =>
      entries.filter(isMessage).map((entry) => {
        const { kind: _, ...message } = entry.command;
        const { key, addedAt: writtenAt } = entry;
        return { ...message, key, writtenAt, state: shownState(entry, { canSend, unstored }) };
      }),
    [entries, canSend, unstored],
  );
}
