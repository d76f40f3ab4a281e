/** Costs by number of past orders, which must not grow. */
import { api } from "../../convex/_generated/api";
import { DAY_MS, todayIst } from "../../domain/dates";
import { openClient } from "../../testkit/traders";
import { type Workload, percentile } from "../workload";
import { orderOf, requirePlaced } from "./placing";

const SMALLEST = 1_000;
const TURNS = { warm: 20, counted: 150 };
/** Ours alone: compared with the same figure at the smallest size. */
const TIMES_MAX = 1.2;
const FIGURES = ["place p50 ms", "orders p50 ms", "search p50 ms", "tiles p50 ms"] as const;

function growth(orders: number): Workload {
  const size = orders.toLocaleString("en");
  const isLarge = orders > 100_000;
  return {
    name: `growth-${orders}`,
    title: `a market with ${size} orders${orders === 100_000 ? " (1,000,000 with --large)" : ""}`,
    orders,
    isOursAlone: true,
    isLarge,
    ...(orders > SMALLEST && { beside: `growth-${SMALLEST}` }),
    goals:
      orders > SMALLEST
        ? FIGURES.map((figure) => ({ figure, better: "less", ratio: TIMES_MAX }))
        : [],
    async run(driver, { url, products, distributor, admin }) {
      const buyer = await driver.buyer(0);
      const reader = await driver.reader(1);
      const seller = openClient(url, distributor.token);
      const watcher = openClient(url, admin.token);
      const days = { from: todayIst(Date.now() - 29 * DAY_MS), to: todayIst(Date.now()) };
      // Each result is computed again, because the order before changed its reads.
      const steps: Record<(typeof FIGURES)[number], (turn: number) => Promise<unknown>> = {
        "place p50 ms": (turn) => requirePlaced(buyer, orderOf(products, 0, turn)),
        "orders p50 ms": (id) =>
          seller.query(api.orders.incoming, {
            list: "pending",
            paginationOpts: { numItems: 24, cursor: null, id },
          }),
        "search p50 ms": () => reader.search("lamp"),
        "tiles p50 ms": () =>
          Promise.all([
            watcher.query(api.admin.counts, {}),
            watcher.query(api.admin.tops, {}),
            watcher.query(api.admin.days, days),
          ]),
      };
      const times = new Map<string, number[]>(FIGURES.map((figure) => [figure, []]));
      for (let turn = 0; turn < TURNS.warm + TURNS.counted; turn += 1) {
        for (const figure of FIGURES) {
          const startedAt = performance.now();
          await steps[figure](turn);
          if (turn >= TURNS.warm) times.get(figure)?.push(performance.now() - startedAt);
        }
      }
      await Promise.all([seller.close(), watcher.close()]);
      return Object.fromEntries([...times].map(([name, each]) => [name, percentile(each, 0.5)]));
    },
  };
}

export const GROWTH: readonly Workload[] = [SMALLEST, 10_000, 100_000, 1_000_000].map(growth);
