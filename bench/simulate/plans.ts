/**
 * Convex's published limits, and the demand of a market of a given size. Source: "Limits",
 * docs.convex.dev/production/state/limits, in get-convex/convex-backend at commit 94a42c3 (22 August 2026).
 */
import type { Measured } from "./measure";
import { peakOf } from "./scenarios";

interface DeploymentClass {
  readonly name: string;
  readonly plans: string;
  /** Concurrent runs. */
  readonly mutations: number;
  readonly queries: number;
  readonly writtenMibPerSecond: number;
  readonly sessions: number;
  readonly datasetTb: number;
}

export const CLASSES: readonly DeploymentClass[] = [
  {
    ...{ name: "S16", plans: "Free, Starter", mutations: 16, queries: 16 },
    ...{ writtenMibPerSecond: 4, sessions: 1_000, datasetTb: 1 },
  },
  {
    ...{ name: "S256", plans: "Professional", mutations: 256, queries: 256 },
    ...{ writtenMibPerSecond: 8, sessions: 10_000, datasetTb: 1 },
  },
  {
    ...{ name: "D1024", plans: "Business, Enterprise", mutations: 512, queries: 1_024 },
    ...{ writtenMibPerSecond: 32, sessions: 100_000, datasetTb: 4 },
  },
  {
    ...{ name: "D2048", plans: "Business, Enterprise", mutations: 1_024, queries: 2_048 },
    ...{ writtenMibPerSecond: 64, sessions: 200_000, datasetTb: 8 },
  },
];

/** The calls of one order from placement to completion, as in `wholeMarket`. */
const LIFE = ["orders.place", "orders.accept", "orders.complete", "chat.send"];
/** The rows that an order leaves, by table. */
const LEFT: Readonly<Record<string, number>> = {
  ...{ placements: 1, orders: 1, orderEvents: 3, invoices: 1, messages: 1 },
};
const DAYS_A_MONTH = 30;
const GB = 1e9;

export interface Demand {
  readonly ordersADay: number;
  readonly ordersPerSecond: number;
  readonly mutationsPerSecond: number;
  /** The average of the busiest hour. */
  readonly mutationsAtOnce: number;
  readonly writtenMibPerSecond: number;
  /** Per month. Both parties have their lists open and an admin the tiles; each change runs each of them again. */
  readonly callsUnwatched: number;
  readonly callsWatched: number;
  readonly ioGbAMonth: number;
  readonly storedGbAMonth: number;
}

/** Returns the number of queries that a commit of this call invalidates. */
export function staleAfter({ places }: Pick<Measured, "places">, call: string): string[] {
  const seen = places.flatMap(({ uses }) => [...uses]);
  const mutations = new Set(seen.filter(([, use]) => use.writes).map(([name]) => name));
  const written = places.filter(({ uses }) => uses.get(call)?.writes === true);
  const there = written.flatMap(({ uses }) => [...uses.keys()]);
  return [...new Set(there)].filter((name) => !mutations.has(name)).sort();
}

/** The bytes that an order leaves; each declared index counts as another copy of its table. */
export function storedBytes({ sizes }: Pick<Measured, "sizes">): number {
  return sizes.reduce((sum, { table, rows, bytes, indexes }) => {
    const count = LEFT[table] ?? 0;
    return count === 0 ? sum : sum + count * (bytes / rows) * (1 + indexes);
  }, 0);
}

export function demandOf(
  measured: Pick<Measured, "places" | "costs" | "sizes">,
  ordersADay: number,
  serviceMs: number,
): Demand {
  const ordersPerSecond = peakOf(ordersADay);
  const mutationsPerSecond = ordersPerSecond * LIFE.length;
  const sum = (of: (call: string) => number) => LIFE.reduce((so, call) => so + of(call), 0);
  const cost = (call: string) => measured.costs.get(call)!;
  const written = sum((call) => cost(call).bytesWritten);
  const moved = written + sum((call) => cost(call).bytesRead);
  const ordersAMonth = ordersADay * DAYS_A_MONTH;
  const stale = sum((call) => staleAfter(measured, call).length);
  return {
    ...{ ordersADay, ordersPerSecond, mutationsPerSecond },
    mutationsAtOnce: (mutationsPerSecond * serviceMs) / 1_000,
    writtenMibPerSecond: (written * ordersPerSecond) / 2 ** 20,
    callsUnwatched: ordersAMonth * LIFE.length,
    callsWatched: ordersAMonth * (LIFE.length + stale),
    ioGbAMonth: (moved * ordersAMonth) / GB,
    storedGbAMonth: (storedBytes(measured) * ordersAMonth) / GB,
  };
}
