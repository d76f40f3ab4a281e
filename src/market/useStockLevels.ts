/**
 * Subscribes to the stock of the products on a page, beside the list that shows them: lists come without stock, so that orders don't
 * run them again.
 */
import { type RequestForQueries, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "../../convex/_generated/api";
import { nextPageSize } from "../live/livePages";
import { useResubscribe } from "../live/useResubscribe";

type Received = FunctionReturnType<typeof api.products.stockLevels>;
type Levels = ReadonlyMap<string, number>;

type StockLevels = {
  /** The levels by product; without those that have not been received yet. */
  readonly levels: Levels;
  readonly error: Error | null;
  readonly retry: () => void;
};

const NONE: Levels = new Map();

/** Asks for the stock page by page, as lists load them: whoever shows the same page asks the same, and another page changes no request. */
function requestsFor(productIds: readonly string[]): RequestForQueries {
  const requests: RequestForQueries = {};
  for (let from = 0; from < productIds.length; from += nextPageSize(from)) {
    const args = { productIds: productIds.slice(from, from + nextPageSize(from)) };
    requests[String(from)] = { query: api.products.stockLevels, args };
  }
  return requests;
}

/** Merges what was received into what is known. A product that left the page is forgotten: its figure would be out of date on return. */
function mergeLevels(before: Levels, productIds: readonly string[], received: Received): Levels {
  const now = new Map(received.map(({ productId, stock }) => [productId as string, stock]));
  const merged = new Map<string, number>();
  for (const id of productIds) {
    const stock = now.get(id) ?? before.get(id);
    if (stock !== undefined) merged.set(id, stock);
  }
  const isSame =
    merged.size === before.size && [...merged].every(([id, stock]) => before.get(id) === stock);
  return isSame ? before : merged;
}

export function useStockLevels(productIds: readonly string[]): StockLevels {
  const queryKey = `stock:${productIds.join(" ")}`;
  const { isResubscribing, retry } = useResubscribe(queryKey);
  const requests = useMemo(
    () => (isResubscribing ? {} : requestsFor(productIds)),
    // `queryKey` stands for the ids, which are a new array at every change of the list.
    // oxlint-disable-next-line react/exhaustive-deps
    [queryKey, isResubscribing],
  );
  const results = Object.values(useQueries(requests)) as (Received | Error | undefined)[];
  const [lastLevels, setLastLevels] = useState(NONE);
  const received = results.flatMap((result) => (Array.isArray(result) ? result : []));
  const levels = mergeLevels(lastLevels, productIds, received);
  if (levels !== lastLevels) setLastLevels(levels);
  const error = results.find((result) => result instanceof Error) ?? null;
  return { levels, error, retry };
}
