/**
 * One live query whose failure is a value: the last good answer stays, and Retry asks again. Convex's own `useQuery` throws, and
 * would take the page away with everything that is typed into it. For lists there is `useLiveList`.
 */
import { type RequestForQueries, useQueries } from "convex/react";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
} from "convex/server";
import { useCallback, useEffect, useMemo, useState } from "react";

export type LiveAnswer<Value> = {
  /** The last good answer to this question; undefined until there is one. */
  readonly value: Value | undefined;
  /** Why the newest answer is not there, or null. */
  readonly error: Error | null;
  readonly retry: () => void;
};

/** All who ask something at the moment. */
const askers = new Set<(question: string) => void>();

/**
 * True for a moment after anybody's Retry of the question. As long as one part of the page holds a query, the client only
 * repeats the failure that it has: all have to let go of it before it is asked again.
 */
function useLettingGo(question: string): boolean {
  const [isLettingGo, setLettingGo] = useState(false);
  useEffect(() => {
    const letGo = (retried: string) => {
      if (retried === question) setLettingGo(true);
    };
    askers.add(letGo);
    return () => {
      askers.delete(letGo);
    };
  }, [question]);
  useEffect(() => {
    if (!isLettingGo) return;
    const timer = window.setTimeout(() => setLettingGo(false));
    return () => window.clearTimeout(timer);
  }, [isLettingGo]);
  return isLettingGo;
}

export function useLiveAnswer<Query extends FunctionReference<"query">>(
  query: Query,
  args: FunctionArgs<Query> | "skip",
): LiveAnswer<FunctionReturnType<Query>> {
  type Value = FunctionReturnType<Query>;
  const question = `${getFunctionName(query)} ${JSON.stringify(args)}`;
  const isLettingGo = useLettingGo(question);
  const retry = useCallback(() => {
    for (const letGo of askers) letGo(question);
  }, [question]);
  const requests = useMemo(
    (): RequestForQueries => (args === "skip" || isLettingGo ? {} : { answer: { query, args } }),
    // `question` stands for query and args, which are other objects at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [question, isLettingGo],
  );
  const { answer } = useQueries(requests) as { answer?: Value | Error };

  const [lastGood, setLastGood] = useState<{ question: string; value: Value } | null>(null);
  const error = answer instanceof Error ? answer : null;
  const isFresh = error === null && answer !== undefined;
  const isKnown = lastGood?.question === question;
  if (isFresh && !(isKnown && lastGood.value === answer)) {
    setLastGood({ question, value: answer });
  }
  const kept = isKnown ? lastGood.value : undefined;
  return { value: isFresh ? answer : kept, error, retry };
}
