/** The list of conversations: those with messages, then the quiet ones, then the ended ones, as one list that loads as it is scrolled. */
import { api } from "../../../convex/_generated/api";
import { useLiveList, type LiveRows } from "../../live/useLiveList";
import type { FunctionReturnType } from "convex/server";

export type ConversationRow = FunctionReturnType<typeof api.chat.conversations>["page"][number];

const PAGE_ROWS = 30;
const LIST = { pageSize: PAGE_ROWS, isKeptOffline: true };

export type Conversations = {
  readonly connected: readonly ConversationRow[];
  /** No longer connected: readable only. */
  readonly ended: readonly ConversationRow[];
  readonly isComplete: boolean;
  readonly canLoadMore: boolean;
  readonly loadMore: () => void;
  /** Set when the list can't be had. */
  readonly failure: { readonly error: Error; readonly retry: () => void } | null;
};

export function useConversations(): Conversations {
  const talking = useLiveList(api.chat.conversations, { part: "talking" }, LIST);
  const quiet = useLiveList(api.chat.conversations, { part: "quiet" }, LIST);
  const isConnectedDone = talking.status === "Exhausted" && quiet.status === "Exhausted";
  const endedArgs = isConnectedDone ? ({ part: "ended" } as const) : "skip";
  const ended = useLiveList(api.chat.conversations, endedArgs, LIST);

  const parts: LiveRows<ConversationRow>[] = [talking, quiet, ended];
  const growing = parts.find((part) => part.status !== "Exhausted");
  const failed = parts.filter((part) => part.error !== null);
  const error = failed[0]?.error ?? null;
  return {
    // A part is shown when the one above it is complete: nothing is pushed down by what comes later.
    connected:
      talking.status === "Exhausted" ? [...talking.results, ...quiet.results] : talking.results,
    ended: isConnectedDone ? ended.results : [],
    isComplete: growing === undefined,
    canLoadMore: growing?.status === "CanLoadMore",
    loadMore: () => growing?.loadMore(PAGE_ROWS),
    failure:
      error === null
        ? null
        : {
            error,
            retry: () => {
              for (const part of failed) part.retry();
            },
          },
  };
}
