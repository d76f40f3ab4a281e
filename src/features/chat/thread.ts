/** Builds a conversation's thread from the server's messages and the outbox. Pure. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { OutgoingMessage } from "./outgoing";

export type MessageRow = FunctionReturnType<typeof api.chat.messages>["page"][number];

/** The server's three states of a message, and the three of the outbox before the first. */
export type Tick = MessageRow["status"] | OutgoingMessage["state"];

/** The picture on the server, where the address is null if the file is gone, or in the outbox. */
export type ThreadPicture = { readonly url: string | null } | { readonly keptId: string };

export type ThreadItem = {
  /** Stays the same when the server has the message, so that its bubble stays too. */
  readonly key: string;
  readonly content: string;
  readonly picture?: ThreadPicture;
  readonly at: number;
  readonly isMine: boolean;
  readonly tick: Tick;
};

function itemOfMessage(message: MessageRow): ThreadItem {
  const { _id, sendKey, content, imageUrl, createdAt, status } = message;
  return {
    key: sendKey ?? _id,
    content,
    ...(imageUrl !== undefined && { picture: { url: imageUrl } }),
    at: createdAt,
    isMine: sendKey !== undefined,
    tick: status,
  };
}

/** Returns the item of a message on its way. Its time is that of this machine's clock, which may go wrong, but never before what stands above it. */
function itemOfOutgoing(
  { key, content, picture, writtenAt, state }: OutgoingMessage,
  notBefore: number,
): ThreadItem {
  return {
    key,
    content,
    ...(picture !== undefined && { picture: { keptId: picture.id } }),
    at: Math.max(writtenAt, notBefore),
    isMine: true,
    tick: state,
  };
}

/** Returns the oldest first: the messages, then what the server does not have yet. `messages` come newest first. */
export function threadItems(
  messages: readonly MessageRow[],
  outgoing: readonly OutgoingMessage[],
): ThreadItem[] {
  const items = messages.map(itemOfMessage).reverse();
  const receivedKeys = new Set(items.map((item) => item.key));
  const unsent = outgoing.filter(({ key }) => !receivedKeys.has(key));
  const notBefore = items.at(-1)?.at ?? 0;
  return [...items, ...unsent.map((message) => itemOfOutgoing(message, notBefore))];
}

/** Returns the key of the oldest of the `unread` newest received items, or null if there is none (or it is not loaded). */
export function firstUnreadKey(items: readonly ThreadItem[], unread: number): string | null {
  if (unread === 0) return null;
  const received = items.filter((item) => !item.isMine);
  return received.at(-unread)?.key ?? null;
}

/** Counts the other party's items after the item with `key`; none where that is gone: a refused message that was deleted. */
export function receivedSince(items: readonly ThreadItem[], key: string): number {
  const from = items.findIndex((item) => item.key === key);
  if (from === -1) return 0;
  return items.slice(from + 1).filter((item) => !item.isMine).length;
}
