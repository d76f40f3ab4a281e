/** Orders while the admin's dashboard is open. */
import { until } from "../../testkit/market";
import type { Buyer, Dashboard } from "../driver";
import { type Workload, keepAt, many, pick } from "../workload";
import { BUYERS, orderOf, requirePlaced } from "./placing";

const SECONDS = 2;
/** Without and with the dashboard, in an order that balances drift. */
const TURNS = [false, true, true, false, false, true, true, false];
/** A late tile is allowed, a missing count is not. */
const SHOWN_MS = 10_000;

/** @throws Error unless the tiles of a dashboard that was just opened count this many orders in the end. */
async function requireShown(dashboard: Dashboard, orders: number): Promise<void> {
  const shown = () => Promise.resolve(dashboard.orders() === orders);
  await until("the tiles show every order", shown, SHOWN_MS);
}

function orderedFor(seconds: number, buyers: readonly Buyer[], products: readonly string[]) {
  return keepAt(buyers.length, seconds, (worker, turn) =>
    requirePlaced(pick(buyers, worker), orderOf(products, worker, turn)),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const tiles: Workload = {
  name: "tiles",
  title: `${BUYERS} retailers order while the admin's tiles are open`,
  main: ["open: orders/s"],
  goals: [{ figure: "kept %", better: "more", absolute: 95 }],
  async run(driver, { products }) {
    const buyers = await many(BUYERS, (n) => driver.buyer(n));
    const keep = () => orderedFor(SECONDS, buyers, products);
    // Figures are up to a second late, so what the tiles must reach is counted here.
    const quiet = await driver.dashboard();
    let orders = quiet.orders();
    quiet.close();
    orders += (await keep()).times.length;
    const rates = { with: [] as number[], without: [] as number[] };
    for (const isOpen of TURNS) {
      const dashboard = isOpen ? await driver.dashboard() : null;
      const { perSecond, times } = await keep();
      orders += times.length;
      if (dashboard !== null) await requireShown(dashboard, orders);
      dashboard?.close();
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
