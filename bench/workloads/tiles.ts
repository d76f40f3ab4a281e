/** Orders while the admin's dashboard is open. */
import { until } from "../../testkit/market";
import type { Buyer, Driver } from "../driver";
import { type Workload, keepAt, many, pick } from "../workload";
import { BUYERS } from "./placing";

const SECONDS = 2;
/** Without and with the dashboard, in an order that balances drift. */
const TURNS = [false, true, true, false, false, true, true, false];
/** A late tile is allowed, a missing count is not. */
const SHOWN_MS = 10_000;

/** Orders per second while the dashboard is open. @throws Error unless its tiles count every order in the end. */
async function watched(driver: Driver, keep: () => Promise<Kept>): Promise<Kept> {
  const dashboard = await driver.dashboard();
  const before = dashboard.orders();
  const kept = await keep();
  const shown = () => Promise.resolve(dashboard.orders() === before + kept.times.length);
  await until("the tiles show every order", shown, SHOWN_MS);
  dashboard.close();
  return kept;
}

type Kept = Awaited<ReturnType<typeof keepAt>>;

function orderedFor(seconds: number, buyers: readonly Buyer[], products: readonly string[]) {
  return keepAt(buyers.length, seconds, (worker, turn) =>
    pick(buyers, worker).place(pick(products, worker + turn * 7), 1, `Order ${turn} of ${worker}`),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const tiles: Workload = {
  name: "tiles",
  title: `${BUYERS} retailers order while the admin's tiles are open`,
  goals: [{ figure: "kept %", better: "more", absolute: 95 }],
  async run(driver, { products }) {
    const buyers = await many(BUYERS, (n) => driver.buyer(n));
    const keep = () => orderedFor(SECONDS, buyers, products);
    await keep();
    const rates = { with: [] as number[], without: [] as number[] };
    for (const isOpen of TURNS) {
      const { perSecond } = isOpen ? await watched(driver, keep) : await keep();
      rates[isOpen ? "with" : "without"].push(perSecond);
    }
    const [open, closed] = [mean(rates.with), mean(rates.without)];
    return {
      "closed: orders/s": closed,
      "open: orders/s": open,
      "kept %": (open / closed) * 100,
    };
  },
};

export const TILES: readonly Workload[] = [tiles];
