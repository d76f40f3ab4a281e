/** Retries failed queries: the client repeats a known failure as long as anybody subscribes, so all must unsubscribe for a moment. */
import { useCallback, useEffect, useState } from "react";

/** The mounted subscriptions to notify of a retry. */
const subscriptions = new Set<(queryKey: string) => void>();

export type Resubscribe = {
  /** True for a moment after a retry of the same query anywhere on the page; nobody may subscribe to it then. */
  readonly isResubscribing: boolean;
  readonly retry: () => void;
};

export function useResubscribe(queryKey: string): Resubscribe {
  const [isResubscribing, setResubscribing] = useState(false);
  useEffect(() => {
    const onRetry = (retried: string) => {
      if (retried === queryKey) setResubscribing(true);
    };
    subscriptions.add(onRetry);
    return () => {
      subscriptions.delete(onRetry);
    };
  }, [queryKey]);
  useEffect(() => {
    if (!isResubscribing) return;
    const timer = window.setTimeout(() => setResubscribing(false));
    return () => window.clearTimeout(timer);
  }, [isResubscribing]);
  const retry = useCallback(() => {
    for (const onRetry of subscriptions) onRetry(queryKey);
  }, [queryKey]);
  return { isResubscribing, retry };
}
