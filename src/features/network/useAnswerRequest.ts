/** Accepts or rejects a request. It leaves the list at the click, and returns only if the server refuses. */
import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../live/convexError";
import { type ServerAction, useServerAction } from "../../forms/useServerAction";
import type { RequestRow } from "./partyRows";
import { t } from "../../../domain/language/texts";

export type Answer = "accepted" | "rejected";

const FAILURES = {
  accepted: t("An error occurred while accepting the request."),
  rejected: t("An error occurred while rejecting the request."),
} as const satisfies Record<Answer, string>;
const SUCCESSES = {
  accepted: t("Request accepted successfully."),
  rejected: t("Request rejected successfully."),
} as const satisfies Record<Answer, string>;

function withoutRequest(store: OptimisticLocalStore, { connectionId }: { connectionId: string }) {
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
}

export type AnsweredRequest = { request: RequestRow; status: Answer };

export function useAnswerRequest(): ServerAction<AnsweredRequest> {
  const send = useMutation(api.network.answer).withOptimisticUpdate(withoutRequest);
  return useServerAction(
    ({ request, status }: AnsweredRequest) => send({ connectionId: request._id, status }),
    {
      failure: (error, { status }) => errorMessage(error, FAILURES[status]),
      success: (_, { status }) => SUCCESSES[status],
    },
  );
}
