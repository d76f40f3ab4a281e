/** Orders by one retailer, by many for different products, and by many for one product. */
import type { Buyer } from "../driver";
import { type Figures, type Workload, keepAt, many, percentile, pick } from "../workload";

const SECONDS = 4;
/** All retailers of the market. */
export const BUYERS = 16;
const SCARCE = { stock: 100, tries: 300 };

/** Keeps every buyer ordering without pause. */
export async function placing(
  buyers: readonly Buyer[],
  products: readonly string[],
): Promise<Figures> {
  const one = (worker: number, turn: number) =>
    pick(buyers, worker).place(pick(products, worker + turn * 7), 1, `Order ${turn} of ${worker}`);
  await keepAt(buyers.length, 1, one);
  const { times, perSecond } = await keepAt(buyers.length, SECONDS, one);
  return {
    "orders/s": perSecond,
    "p50 ms": percentile(times, 0.5),
    "p99 ms": percentile(times, 0.99),
  };
}

const placeAlone: Workload = {
  name: "place-1",
  title: "place an order, 1 retailer",
  goals: [
    { figure: "orders/s", better: "more", ratio: 1 },
    { figure: "p50 ms", better: "less", ratio: 1 },
  ],
  run: async (driver, { products }) => placing([await driver.buyer(0)], products),
};

const placeApart: Workload = {
  name: "place-16",
  title: "place orders, 16 retailers on 190 products",
  goals: [{ figure: "orders/s", better: "more", ratio: 2.5 }],
  run: async (driver, { products }) =>
    placing(await many(BUYERS, (n) => driver.buyer(n)), products.slice(0, 190)),
};

const placeTogether: Workload = {
  name: "scarce",
  title: `16 retailers on one product, stock ${SCARCE.stock}, ${SCARCE.tries} tries`,
  goals: [
    { figure: "tries/s", better: "more", ratio: 4 },
    { figure: "sold", better: "more", absolute: SCARCE.stock },
    { figure: "left", better: "less", absolute: 0 },
  ],
  async run(driver, _deployment, control) {
    const buyers = await many(BUYERS, (n) => driver.buyer(n));
    let [sold, left, seconds, tries] = [Infinity, 0, 0, 0];
    // One round is very short, so several are combined.
    for (let round = 0; round < 5; round += 1) {
      const productId = await control.addProduct(SCARCE.stock);
      let next = 0;
      let granted = 0;
      const startedAt = performance.now();
      await Promise.all(
        buyers.map(async (buyer) => {
          while (next < SCARCE.tries) {
            next += 1;
            if (await buyer.place(productId, 1, "One, please.")) granted += 1;
          }
        }),
      );
      seconds += (performance.now() - startedAt) / 1_000;
      tries += next;
      sold = Math.min(sold, granted);
      left = Math.max(left, await control.stockOf(productId));
    }
    return { "tries/s": tries / seconds, sold, left };
  },
};

export const PLACING: readonly Workload[] = [placeAlone, placeApart, placeTogether];
