/** Messages on their way out: checks of their text, the outbox that takes their pictures, and the list of those without an answer. */
import { useMemo } from "react";
import {
  isMessage,
  shownState,
  type EntryState,
  type MessageCommand,
  hasRoomForPicture,
  newKey,
} from "../../outbox/entry";
import { useOutbox } from "../../outbox/useOutbox";
import { CHAT_MESSAGE_MAX } from "../../../domain/limits";
import { cleanText } from "../../../domain/text";
import type { Outbox } from "../../outbox/outbox";
import { NO_ROOM_FOR_PICTURE, OUTBOX_FULL, PICTURES_FULL } from "../../outbox/entry";
import type { TokenSession } from "../../session/tokens";
import { t } from "../../../domain/language/texts";

type MessageCheck =
  | { readonly is: "sendable"; readonly content: string }
  /** Empty or white space is not sent, and is no error. */
  | { readonly is: "empty" }
  | { readonly is: "wrong"; readonly why: string };

/** Returns the text to send, or why it can not be sent. */
export function validateMessage(text: string): MessageCheck {
  const content = cleanText(text, { min: 0, max: Infinity, multiline: true });
  if (content === undefined)
    return { is: "wrong", why: t("The text holds characters that can't be sent.") };
  if (content === "") return { is: "empty" };
  if (content.length <= CHAT_MESSAGE_MAX) return { is: "sendable", content };
  return {
    is: "wrong",
    why: t(
      "A message holds {most, plural, other {# characters}}: {excess, plural, other {# too many}}.",
      { most: CHAT_MESSAGE_MAX, excess: content.length - CHAT_MESSAGE_MAX },
    ),
  };
}

export type OutgoingMessage = Pick<MessageCommand, "to" | "content" | "picture"> & {
  readonly key: string;
  readonly writtenAt: number;
  readonly state: EntryState["at"];
};

/** Returns what the user wrote and the server has not answered, in the order of writing. */
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

type Message = Pick<MessageCommand, "to" | "content">;

/** Puts the picture's bytes into the outbox, then the message that names them. Resolves to why it can not take them, or to null. */
export async function sendPicture(
  outbox: Outbox,
  session: TokenSession,
  { to, content }: Message,
  picture: Blob,
): Promise<string | null> {
  const { entries, isKept } = outbox.snapshot();
  if (!hasRoomForPicture(entries, picture.size)) return PICTURES_FULL;
  const id = newKey();
  const code = await import("../../outbox/pictures/kept").catch(() => null);
  if (code === null) return NO_ROOM_FOR_PICTURE;
  const { outboxPictures } = code;
  const isStored = await outboxPictures.put(session, id, picture);
  // An entry that outlives the page needs a picture that does.
  if (isKept && !isStored) {
    await outboxPictures.remove(session, [id]);
    return NO_ROOM_FOR_PICTURE;
  }
  const ref = { id, bytes: picture.size };
  return outbox.add({ kind: "message", to, content, picture: ref }) ? null : OUTBOX_FULL;
}
