/** Reading a large catalogue. */
import { productName } from "../deployment";
import { type Workload, keepAt, many, percentile, pick } from "../workload";

const SECONDS = 4;
const CONNECTIONS = 16;
const SEARCHES = ["lamp", "BASKET", "ral sh", "banyan kettle", "777", "no such thing"];

function catalogue(products: number): Workload[] {
  const size = products.toLocaleString("en");
  return [
    {
      name: `newest-${products}`,
      title: `the newest 24 of ${size} products, 16 connections`,
      products,
      goals: [{ figure: "lists/s", better: "more", ratio: 1 }],
      async run(driver) {
        const readers = await many(CONNECTIONS, (n) => driver.reader(n));
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
      async run(driver) {
        const readers = await many(CONNECTIONS, (n) => driver.reader(n));
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

export const CATALOGUE: readonly Workload[] = [...catalogue(10_000), ...catalogue(100_000)];
