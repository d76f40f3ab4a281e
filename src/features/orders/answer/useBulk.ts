/** Does the same to several orders, one after the other, each in a transaction of its own. */
import { useRef, useState } from "react";
import { errorMessage } from "../../../live/convexError";
import type { IncomingOrder } from "../orderRow";

/** The result of one order; absent until its turn has come. */
export type BulkResult =
  | { readonly at: "running" }
  | { readonly at: "done" }
  | { readonly at: "failed"; readonly message: string };

type Act = (order: IncomingOrder) => Promise<unknown>;

export type Bulk = {
  readonly results: ReadonlyMap<string, BulkResult>;
  readonly isBusy: boolean;
  readonly doneCount: number;
  readonly failedCount: number;
  /** Acts on each order that is not done yet; resolves to true if none is left. */
  readonly run: (act: Act) => Promise<boolean>;
  /** Leaves out the orders whose turn has not come. */
  readonly stop: () => void;
};

export type BulkOptions = {
  readonly orders: readonly IncomingOrder[];
  /** The text of a failure that the server did not word. */
  readonly failure: string;
  readonly onDone: (order: IncomingOrder) => void;
};

function countOf(results: ReadonlyMap<string, BulkResult>, at: BulkResult["at"]): number {
  return [...results.values()].filter((result) => result.at === at).length;
}

export function useBulk({ orders, failure, onDone }: BulkOptions): Bulk {
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const stopped = useRef(false);
  const isStopped = () => stopped.current;
  const set = (id: string, result: BulkResult) => setResults((now) => new Map(now).set(id, result));

  const runOne = async (order: IncomingOrder, act: Act): Promise<boolean> => {
    set(order._id, { at: "running" });
    try {
      await act(order);
    } catch (error) {
      set(order._id, { at: "failed", message: errorMessage(error, failure) });
      return false;
    }
    set(order._id, { at: "done" });
    onDone(order);
    return true;
  };
  const run: Bulk["run"] = async (act) => {
    stopped.current = false;
    setBusy(true);
    const left = orders.filter(({ _id }) => results.get(_id)?.at !== "done");
    let done = 0;
    for (const order of left) {
      if (isStopped()) break;
      // One after the other: invoices get their numbers in this order.
      if (await runOne(order, act)) done += 1;
    }
    setBusy(false);
    return done === left.length;
  };
  return {
    results,
    isBusy,
    run,
    doneCount: countOf(results, "done"),
    failedCount: countOf(results, "failed"),
    stop: () => {
      stopped.current = true;
    },
  };
}
