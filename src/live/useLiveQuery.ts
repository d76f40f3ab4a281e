/**
 * Subscribes to one query and returns its failure as a value: the last good result stays, and Retry asks again. Convex's own
 * `useQuery` throws, which would unmount the page with everything typed into it. Lists use `useLiveList`.
 */
import { type RequestForQueries, useQueries } from "convex/react";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
} from "convex/server";
import { useMemo, useState } from "react";
import { type LiveQueryOptions, useLastResult } from "./useLastResult";
import { useResubscribe } from "./useResubscribe";

export type LiveQueryResult<Value> = {
  /** The last good result of this query, without a connection also of an earlier visit; undefined until there is one. */
  readonly value: Value | undefined;
  /** The failure of the newest result, or null. */
  readonly error: Error | null;
  readonly retry: () => void;
};

export function useLiveQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
  options: LiveQueryOptions = {},
): LiveQueryResult<FunctionReturnType<Query>> {
  type Value = FunctionReturnType<Query>;
  const queryKey = `${getFunctionName(query)} ${JSON.stringify(args)}`;
  const { isResubscribing, retry } = useResubscribe(queryKey);
  const requests = useMemo(
    (): RequestForQueries =>
      args === "skip" || isResubscribing ? {} : { result: { query, args } },
    // `queryKey` stands for query and args, which are new objects at every render.
    // oxlint-disable-next-line react/exhaustive-deps
    [queryKey, isResubscribing],
  );
  const { result } = useQueries(requests) as { result?: Value | Error };

  const [lastGood, setLastGood] = useState<{ queryKey: string; value: Value } | null>(null);
  const error = result instanceof Error ? result : null;
  const isFresh = error === null && result !== undefined;
  const isKnown = lastGood?.queryKey === queryKey;
  if (isFresh && !(isKnown && lastGood.value === result)) {
    setLastGood({ queryKey, value: result });
  }
  const lastOwn = isKnown ? lastGood.value : undefined;
  const last = useLastResult(queryKey, isFresh ? result : undefined, options);
  return { value: isFresh ? result : (lastOwn ?? last), error, retry };
}
