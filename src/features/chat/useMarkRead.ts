/**
 * The ticks turn to read while the conversation is open and visible. The figures of what is unread go down at once, because the
 * server refuses only what is not one's own; if it does, or breaks, they come back.
 */
import { useMutation } from "convex/react";
import type { OptimisticLocalStore } from "convex/browser";
import { useEffect, useMemo, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import type { ConversationRow } from "./useConversations";

function asRead(store: OptimisticLocalStore, { conversationId }: { conversationId: string }): void {
  let read = 0;
  const mark = (row: ConversationRow): ConversationRow => {
    if (row.conversationId !== conversationId) return row;
    read = Math.max(read, row.unread);
    return { ...row, unread: 0 };
  };
  for (const { args, value } of store.getAllQueries(api.chat.conversations)) {
    if (value === undefined) continue;
    store.setQuery(api.chat.conversations, args, { ...value, page: value.page.map(mark) });
  }
  for (const { args, value } of store.getAllQueries(api.chat.conversation)) {
    if (value === undefined || value === null) continue;
    store.setQuery(api.chat.conversation, args, mark(value));
  }
  const count = store.getQuery(api.chat.unreadCount, {});
  if (count !== undefined) store.setQuery(api.chat.unreadCount, {}, Math.max(0, count - read));
}

export function useMarkRead(row: ConversationRow, isInView: boolean): void {
  const { conversationId, unread, last } = row;
  const send = useMutation(api.chat.markRead);
  const markRead = useMemo(() => send.withOptimisticUpdate(asRead), [send]);
  /** The last state that was marked: after a refusal the unread count returns, and marking it again at once would loop. */
  const marked = useRef<string | null>(null);
  const what = `${last?.at ?? 0} ${unread}`;
  useEffect(() => {
    if (!isInView) marked.current = null;
    if (!isInView || unread === 0 || conversationId === undefined) return;
    if (marked.current === what) return;
    marked.current = what;
    // A failure leaves them unread; the next message or visit says it again.
    markRead({ conversationId }).catch(() => undefined);
  }, [conversationId, isInView, markRead, unread, what]);
}
