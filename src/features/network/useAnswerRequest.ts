/** Accepting or rejecting a request. It leaves the list at the click, and comes back only if the server refuses. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { useToast } from "../../ui/Toast";
import type { RequestRow } from "./partyRows";

export type Answer = "accepted" | "rejected";

const FAILURES = {
  accepted: "An error occurred while accepting the request.",
  rejected: "An error occurred while rejecting the request.",
} as const satisfies Record<Answer, string>;

function useSendAnswer() {
  return useMutation(api.network.answer).withOptimisticUpdate((store, { connectionId }) => {
    let answered = 0;
    for (const { args, value } of store.getAllQueries(api.network.pending)) {
      if (value === undefined) continue;
      const page = value.page.filter((request) => request._id !== connectionId);
      answered = Math.max(answered, value.page.length - page.length);
      store.setQuery(api.network.pending, args, { ...value, page });
    }
    const count = store.getQuery(api.network.pendingCount, {});
    if (count !== undefined)
      store.setQuery(api.network.pendingCount, {}, Math.max(0, count - answered));
  });
}

export type AnswerRequest = {
  readonly answer: (request: RequestRow, status: Answer) => Promise<void>;
  /** Why the last answer failed, or null. */
  readonly failure: string | null;
};

export function useAnswerRequest(): AnswerRequest {
  const send = useSendAnswer();
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  return {
    failure,
    answer: async (request, status) => {
      setFailure(null);
      try {
        const { message } = await send({ connectionId: request._id, status });
        toast({ kind: "success", message });
      } catch (error) {
        setFailure(errorMessage(error, FAILURES[status]));
      }
    },
  };
}
