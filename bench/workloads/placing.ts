/** Orders by one retailer, by many for different products, and by many for one product. */
import type { Buyer } from "../driver";
import {
  type Figures,
  type MarketControl,
  PROCESSOR,
  type Workload,
  many,
  pick,
  sustained,
} from "../workload";

/** All retailers of the market. */
export const BUYERS = 16;
const PRODUCTS = 190;
const SCARCE = { stock: 100, tries: 300 };

/** Keeps every buyer ordering without pause. */
export function placing(
  control: MarketControl,
  buyers: readonly Buyer[],
  products: readonly string[],
): Promise<Figures> {
  const scale = { count: buyers.length, plural: "orders" };
  return sustained(control, scale, (worker, turn) =>
    pick(buyers, worker).place(pick(products, worker + turn * 7), 1, `Order ${turn} of ${worker}`),
  );
}

const placeAlone: Workload = {
  name: "place-1",
  title: "place an order, 1 retailer",
  goals: [
    { figure: "orders/s", better: "more", ratio: 1.2 },
    { figure: "p50 ms", better: "less", ratio: 1 / 1.2 },
  ],
  run: async (driver, { products }, control) => placing(control, [await driver.buyer(0)], products),
};

const placeApart: Workload = {
  name: "place-16",
  title: `place orders, ${BUYERS} retailers on ${PRODUCTS} products`,
  goals: [
    { figure: "orders/s", better: "more", ratio: 1.2 },
    { figure: PROCESSOR, better: "less", absolute: 0.6 },
  ],
  run: async (driver, { products }, control) =>
    placing(control, await many(BUYERS, (n) => driver.buyer(n)), products.slice(0, PRODUCTS)),
};

/** Compared with the same orders through sockets. */
const placeByRest: Workload = {
  name: "place-rest",
  title: `place orders by REST, ${BUYERS} retailers on ${PRODUCTS} products`,
  isOursAlone: true,
  beside: "place-16",
  goals: [{ figure: PROCESSOR, better: "less", ratio: 1.3 }],
  run: async (driver, { products }, control) =>
    placing(control, await many(BUYERS, (n) => driver.restBuyer(n)), products.slice(0, PRODUCTS)),
};

const placeTogether: Workload = {
  name: "scarce",
  title: `16 retailers on one product, stock ${SCARCE.stock}, ${SCARCE.tries} tries`,
  goals: [
    { figure: "tries/s", better: "more", ratio: 2.5 },
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

export const PLACING: readonly Workload[] = [placeAlone, placeApart, placeByRest, placeTogether];
