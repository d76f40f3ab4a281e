/**
 * Subscribes to the stock of the products on a page, beside the list that shows them: lists come without stock, so that orders don't
 * run them again. One query covers STOCK_LEVELS_MAX products.
 */
import { type RequestForQueries, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useMemo, useState } from "react";
import { api } from "../../convex/_generated/api";
import { STOCK_LEVELS_MAX } from "../../domain/limits";
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

function requestsFor(productIds: readonly string[]): RequestForQueries {
  const parts = Math.ceil(productIds.length / STOCK_LEVELS_MAX);
  const part = (at: number) => productIds.slice(at * STOCK_LEVELS_MAX, (at + 1) * STOCK_LEVELS_MAX);
  const requestOf = (at: number) =>
    [String(at), { query: api.products.stockLevels, args: { productIds: part(at) } }] as const;
  return Object.fromEntries(Array.from({ length: parts }, (_, at) => requestOf(at)));
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
  const queryKey = `stock of ${productIds.join(" ")}`;
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
