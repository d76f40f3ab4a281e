/** Puts a message with a picture into the outbox: the bytes first, then the entry that names them. */
import {
  hasRoomForPicture,
  newKey,
  type MessageCommand,
  NO_ROOM_FOR_PICTURE,
  OUTBOX_FULL,
  PICTURES_FULL,
} from "../../outbox/entry";
import type { Outbox } from "../../outbox/outbox";
import type { TokenSession } from "../../session/tokens";

type Message = Pick<MessageCommand, "to" | "content">;

/** Resolves to why the outbox can not take the message, or to null. */
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
