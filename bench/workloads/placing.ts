/** Orders by one retailer, by many for different products, and by many for one product. */
import type { Buyer, NewOrder } from "../driver";
import { piecesOf } from "../goods";
import {
  type Figures,
  type Goal,
  type MarketControl,
  PROCESSOR,
  type Workload,
  latencies,
  many,
  pick,
  sustained,
} from "../workload";

/** All retailers of the market. */
export const BUYERS = 16;
/** Orders of one retailer that are under way at once. */
const IN_FLIGHT = 4;
const PRODUCTS = 190;
const SCARCE = { stock: 100, tries: 300, rounds: 5 };
/** Pending orders of each pair before; the rounds of a run add as many as they place. */
const WAITING = 420;
const BOUNDED = { warm: 4, counted: 20 };

/** Places an order that nothing may refuse. */
export async function requirePlaced(buyer: Buyer, order: NewOrder): Promise<void> {
  const outcome = await buyer.place(order);
  if (outcome !== null) throw new Error(`An order was refused: ${JSON.stringify(outcome)}`);
}

/**
 * Returns an order of a screen, of another product each time. All but the first are of the basket: that may be equal to the last one of
 * an earlier run, whose echo it would be.
 */
export function orderOf(products: readonly string[], worker: number, turn: number): NewOrder {
  const lines = [{ productId: pick(products, worker + turn * 7), quantity: piecesOf(turn) }];
  return { lines, msg: `Order ${turn} of ${worker}`, fromBasket: turn > 0 };
}

/** Keeps every buyer ordering without pause, with so many orders under way at once. */
export function placing(
  control: MarketControl,
  buyers: readonly Buyer[],
  products: readonly string[],
  inFlight = 1,
): Promise<Figures> {
  const scale = { count: buyers.length * inFlight, plural: "orders" };
  return sustained(control, scale, (worker, turn) =>
    requirePlaced(pick(buyers, worker), orderOf(products, worker, turn)),
  );
}

function goalsOf(rate: number, processor: number): Goal[] {
  return [
    { figure: "orders/s", better: "more", ratio: rate },
    { figure: PROCESSOR, better: "less", ratio: 1 / processor },
  ];
}

const placeAlone: Workload = {
  name: "place-1",
  title: "place, 1 retailer",
  main: ["orders/s"],
  goals: goalsOf(1, 0.8),
  run: async (driver, { products }, control) => placing(control, [await driver.buyer(0)], products),
};

function placeApart(name: string, title: string, inFlight: number): Workload {
  return {
    name,
    title,
    main: ["orders/s"],
    goals: goalsOf(1, 1),
    run: async (driver, { products }, control) => {
      const buyers = await many(BUYERS, (n) => driver.buyer(n));
      return placing(control, buyers, products.slice(0, PRODUCTS), inFlight);
    },
  };
}

/** Compared with the same orders through sockets. */
const placeByRest: Workload = {
  name: "place-rest",
  title: `place by REST, ${BUYERS} retailers`,
  isOursAlone: true,
  beside: "place-16",
  goals: [{ figure: PROCESSOR, better: "less", ratio: 1.3 }],
  run: async (driver, { products }, control) =>
    placing(control, await many(BUYERS, (n) => driver.restBuyer(n)), products.slice(0, PRODUCTS)),
};

/** A fixed number of orders: each is one more that the next has to count. */
const placeBounded: Workload = {
  name: "place-bounded",
  title: `place, ${BUYERS} retailers, some 450 pending of each pair, with bounds and credit limit`,
  main: ["orders/s"],
  orders: WAITING * BUYERS,
  hasBounds: true,
  isFullOnly: true,
  goals: goalsOf(1, 1),
  async run(driver, { products }, control) {
    const buyers = await many(BUYERS, (n) => driver.buyer(n));
    const times: number[] = [];
    const placeEach = (turns: number) =>
      many(BUYERS, async (worker) => {
        for (let turn = 0; turn < turns; turn += 1) {
          const before = performance.now();
          await requirePlaced(pick(buyers, worker), orderOf(products, worker, turn));
          times.push(performance.now() - before);
        }
      });
    await placeEach(BOUNDED.warm);
    times.length = 0;
    const [before, startedAt] = [await control.processorMs(), performance.now()];
    await placeEach(BOUNDED.counted);
    const seconds = (performance.now() - startedAt) / 1_000;
    const processorMs = (await control.processorMs()) - before;
    return {
      "orders/s": times.length / seconds,
      ...latencies(times),
      [PROCESSOR]: processorMs / times.length,
    };
  },
};

const placeTogether: Workload = {
  name: "scarce",
  title: `${BUYERS} retailers on one product, stock ${SCARCE.stock}, ${SCARCE.tries} tries`,
  main: ["tries/s"],
  goals: [
    { figure: "tries/s", better: "more", ratio: 1.5 },
    { figure: PROCESSOR, better: "less", ratio: 1 },
    { figure: "sold", better: "more", absolute: SCARCE.stock },
    { figure: "left", better: "less", absolute: 0 },
  ],
  async run(driver, _deployment, control) {
    const buyers = await many(BUYERS, (n) => driver.buyer(n));
    let [sold, left, seconds, tries, processorMs] = [Infinity, 0, 0, 0, 0];
    // One round is very short, so several are combined; the first warms up.
    for (let round = 0; round <= SCARCE.rounds; round += 1) {
      const productId = await control.addProduct(SCARCE.stock);
      let next = 0;
      let granted = 0;
      const order = { lines: [{ productId, quantity: 1 }], msg: "One, please." };
      const before = await control.processorMs();
      const startedAt = performance.now();
      await Promise.all(
        buyers.map(async (buyer) => {
          while (next < SCARCE.tries) {
            next += 1;
            const outcome = await buyer.place(order);
            if (outcome === null) granted += 1;
            else if (outcome.code !== "INSUFFICIENT_STOCK") throw new Error(outcome.code);
          }
        }),
      );
      const passed = (performance.now() - startedAt) / 1_000;
      const used = (await control.processorMs()) - before;
      sold = Math.min(sold, granted);
      left = Math.max(left, await control.stockOf(productId));
      if (round === 0) continue;
      seconds += passed;
      processorMs += used;
      tries += next;
    }
    return { "tries/s": tries / seconds, [PROCESSOR]: processorMs / tries, sold, left };
  },
};

export const PLACING: readonly Workload[] = [
  placeApart("place-16", `place, ${BUYERS} retailers`, 1),
  placeApart(
    "place-16x4",
    `place, ${BUYERS} retailers, ${IN_FLIGHT} orders of each in flight`,
    IN_FLIGHT,
  ),
  placeAlone,
  placeByRest,
  placeTogether,
];

/** Of a market with orders of before. */
export const BOUNDED_PLACING: readonly Workload[] = [placeBounded];
