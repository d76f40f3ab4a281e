/** Every workload, with the figures that we promise (issue by issue, `docs/decisions/` says which are missed and why). */
import type { Buyer } from "./customers";
import { productName } from "./site";
import { type Figures, type Workload, keepAt, percentile } from "./workload";

const SECONDS = 4;
const CONNECTIONS = 16;
const SCARCE = { stock: 100, tries: 300 };
const SHOWN = 150;
const SEARCHES = ["lamp", "BASKET", "ral sh", "banyan kettle", "777", "no such thing"];

function many<T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => one(n)));
}

function pick<T>(from: readonly T[], n: number): T {
  const picked = from[n % from.length];
  if (picked === undefined) throw new Error("There is nothing to pick from.");
  return picked;
}

async function placing(buyers: readonly Buyer[], products: readonly string[]): Promise<Figures> {
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
  run: async (customers, { products }) => placing([await customers.buyer(0)], products),
};

const placeApart: Workload = {
  name: "place-16",
  title: "place orders, 16 retailers on 190 products",
  goals: [{ figure: "orders/s", better: "more", ratio: 2.5 }],
  run: async (customers, { products }) =>
    placing(await many(CONNECTIONS, (n) => customers.buyer(n)), products.slice(0, 190)),
};

const placeTogether: Workload = {
  name: "scarce",
  title: `16 retailers on one product, stock ${SCARCE.stock}, ${SCARCE.tries} tries`,
  goals: [
    { figure: "tries/s", better: "more", ratio: 4 },
    { figure: "sold", better: "more", absolute: SCARCE.stock },
    { figure: "left", better: "less", absolute: 0 },
  ],
  async run(customers, _site, desk) {
    const buyers = await many(CONNECTIONS, (n) => customers.buyer(n));
    let [sold, left, seconds, tries] = [Infinity, 0, 0, 0];
    // A round is over in a moment: several of them are.
    for (let round = 0; round < 5; round += 1) {
      const productId = await desk.addProduct(SCARCE.stock);
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
      left = Math.max(left, await desk.stockOf(productId));
    }
    return { "tries/s": tries / seconds, sold, left };
  },
};

function shown(subscribers: number): Workload {
  return {
    name: `shown-${subscribers}`,
    title: `an order on the distributor's screen, ${subscribers} subscriber${subscribers > 1 ? "s" : ""}`,
    goals: [{ figure: "p99 ms", better: "less", ratio: 1 }],
    async run(customers, { products }) {
      const buyer = await customers.buyer(0);
      const screens = await many(subscribers, () => customers.screen());
      const times: number[] = [];
      for (let turn = 0; turn < SHOWN / (subscribers > 1 ? 3 : 1); turn += 1) {
        const msg = `Shown ${turn}`;
        const seen = screens.map(
          (screen) =>
            new Promise<number>((resolve) => {
              screen.onOrder = (told) => {
                if (told === msg) resolve(performance.now());
              };
            }),
        );
        const sentAt = performance.now();
        await buyer.place(pick(products, turn), 1, msg);
        for (const seenAt of await Promise.all(seen)) if (turn >= 10) times.push(seenAt - sentAt);
      }
      return { "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) };
    },
  };
}

function catalogue(products: number): Workload[] {
  const size = products.toLocaleString("en");
  return [
    {
      name: `newest-${products}`,
      title: `the newest 24 of ${size} products, 16 connections`,
      products,
      goals: [{ figure: "lists/s", better: "more", ratio: 1 }],
      async run(customers) {
        const readers = await many(CONNECTIONS, (n) => customers.reader(n));
        const one = async (worker: number) => {
          if ((await pick(readers, worker).newest()) !== 24)
            throw new Error("The list is not whole.");
        };
        await keepAt(CONNECTIONS, 1, one);
        const { times, perSecond } = await keepAt(CONNECTIONS, SECONDS, one);
        return {
          "lists/s": perSecond,
          "p50 ms": percentile(times, 0.5),
          "p99 ms": percentile(times, 0.99),
        };
      },
    },
    {
      name: `search-${products}`,
      title: `a part of a name among ${size} products, 16 connections`,
      products,
      goals: [{ figure: "searches/s", better: "more", ratio: 1 }],
      async run(customers) {
        const readers = await many(CONNECTIONS, (n) => customers.reader(n));
        const expected = new Map(SEARCHES.map((text) => [text, matches(products, text)]));
        const one = async (worker: number, turn: number) => {
          const text = pick(SEARCHES, worker + turn);
          const found = await pick(readers, worker).search(text);
          if (found !== expected.get(text)) throw new Error(`"${text}" found ${found}.`);
        };
        await many(CONNECTIONS, (n) => one(n, 0));
        const { times, perSecond } = await keepAt(CONNECTIONS, SECONDS, one);
        return {
          "searches/s": perSecond,
          "p50 ms": percentile(times, 0.5),
          "p99 ms": percentile(times, 0.99),
        };
      },
    },
  ];
}

/** Of the newest 24: how many a search must find. */
function matches(products: number, text: string): number {
  const wanted = text.toLowerCase();
  let found = 0;
  for (let n = products - 1; n >= 0 && found < 24; n -= 1)
    if (productName(n).toLowerCase().includes(wanted)) found += 1;
  return found;
}

const chat: Workload = {
  name: "chat",
  title: "a message said, until the other one sees it",
  goals: [{ figure: "p99 ms", better: "less", ratio: 1 }],
  async run(customers) {
    const [speaker, listener] = [
      await customers.talker("retailer"),
      await customers.talker("distributor"),
    ];
    const times: number[] = [];
    for (let turn = 0; turn < 300; turn += 1) {
      const content = `Message ${turn}`;
      const sentAt = performance.now();
      const seen = new Promise<void>((resolve) => {
        listener.onMessage = (told) => {
          if (told === content) resolve();
        };
      });
      speaker.say(content);
      await seen;
      if (turn >= 20) times.push(performance.now() - sentAt);
    }
    return { "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) };
  },
};

export const WORKLOADS: readonly Workload[] = [
  placeAlone,
  placeApart,
  placeTogether,
  shown(1),
  shown(200),
  chat,
  ...catalogue(10_000),
  ...catalogue(100_000),
];
