/**
 * Completes placements. One turns to completed in its place at once, and stays there when it has left the server's list; it turns
 * back if the server refuses.
 */
import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useServerAction } from "../../lib/useServerAction";
import { byDelivery, withCompleted, withReturned } from "./completedInPlace";
import { NOT_COMPLETED } from "./orderMessages";
import { linesFor, orderIdsOf, type IncomingPlacement } from "./placements";

type CompletedPlacement = IncomingPlacement & { readonly queryKey: string };

export type Completion = {
  readonly placements: readonly IncomingPlacement[];
  /** Completes one at once; a refusal is a toast. */
  readonly complete: (placement: IncomingPlacement) => void;
  /** Completes one once the server has; rejects if it refuses. */
  readonly completeSafely: (placement: IncomingPlacement) => Promise<void>;
};

/** @param queryKey The list's query: what was completed with other filters is not on this list. */
export function useCompletion(
  placements: readonly IncomingPlacement[],
  queryKey: string,
): Completion {
  const mutate = useMutation(api.orders.complete);
  const [completed, setCompleted] = useState<readonly CompletedPlacement[]>([]);
  const put = (placement: IncomingPlacement) => {
    const done = { ...withCompleted(placement, Date.now()), queryKey };
    setCompleted((now) => [...now.filter(({ _id }) => _id !== done._id), done]);
  };
  const send = (placement: IncomingPlacement) =>
    mutate({ orderIds: orderIdsOf(linesFor(placement, "complete")) });
  const { run } = useServerAction(send, {
    failure: NOT_COMPLETED,
    onFailure: "toast",
    optimistic: (placement) => {
      put(placement);
      return () => setCompleted((now) => now.filter(({ _id }) => _id !== placement._id));
    },
  });
  return {
    placements: withReturned<IncomingPlacement>(
      placements,
      completed.filter((done) => done.queryKey === queryKey),
      byDelivery,
    ),
    complete: useCallback((placement: IncomingPlacement) => void run(placement), [run]),
    completeSafely: async (placement) => {
      await send(placement);
      put(placement);
    },
  };
}
