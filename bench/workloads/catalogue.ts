/** Reading a large catalogue. */
import { productName } from "../goods";
import type { Reader } from "../driver";
import { type Workload, many, pick, sustained } from "../workload";

const CONNECTIONS = 16;
const SEARCHES = ["lamp", "BASKET", "ral sh", "banyan kettle", "777", "no such thing"];
const LISTS = { count: CONNECTIONS, plural: "lists" };
const SEARCHED = { count: CONNECTIONS, plural: "searches" };

type List = (reader: Reader) => Promise<number>;

/** @throws Error when a list is not whole. */
function listing(list: List): Workload["run"] {
  return async (driver, _deployment, control) => {
    const readers = await many(CONNECTIONS, (n) => driver.reader(n));
    return sustained(control, LISTS, async (worker) => {
      if ((await list(pick(readers, worker))) !== 24) throw new Error("The list is not whole.");
    });
  };
}

/** @throws Error when a search found another number of products than it must: judged afterwards, since it costs more than a search. */
function searching(
  products: number,
  textOf: (worker: number, turn: number) => string,
): Workload["run"] {
  return async (driver, _deployment, control) => {
    const answers = new Map<string, number>();
    const readers = await many(CONNECTIONS, (n) => driver.reader(n));
    const figures = await sustained(control, SEARCHED, async (worker, turn) => {
      const text = textOf(worker, turn);
      const found = await pick(readers, worker).search(text);
      const before = answers.get(text) ?? found;
      if (found !== before) throw new Error(`"${text}" found ${found}, and ${before} before.`);
      answers.set(text, found);
    });
    requireMatches(products, answers);
    return figures;
  };
}

/** A part of one product's name, of another product each time: it matches this and few others. */
function differentText(products: number): (worker: number, turn: number) => string {
  // A step without a common divisor with the number of products visits them all.
  const step = 7_919;
  return (worker, turn) =>
    productName(((turn * CONNECTIONS + worker) * step) % products).slice(1 + (turn % 4));
}

function catalogue(products: number): Workload[] {
  const size = products.toLocaleString("en");
  return [
    {
      name: `newest-${products}`,
      title: `list of the newest 24 of ${size} products, repeated`,
      products,
      main: ["lists/s"],
      goals: [{ figure: "lists/s", better: "more", ratio: 2 }],
      run: listing((reader) => reader.newest()),
    },
    {
      name: `newest-apart-${products}`,
      title: `list of the newest 24 of ${size} products, each different`,
      products,
      main: ["lists/s"],
      goals: [{ figure: "lists/s", better: "more", ratio: 0.6 }],
      run: listing((reader) => reader.newestOfItsOwn()),
    },
    {
      name: `search-${products}`,
      title: `search among ${size} products, repeated`,
      products,
      main: ["searches/s"],
      goals: [{ figure: "searches/s", better: "more", ratio: 2 }],
      run: searching(products, (worker, turn) => pick(SEARCHES, worker + turn)),
    },
    {
      name: `search-apart-${products}`,
      title: `search among ${size} products, each different`,
      products,
      main: ["searches/s"],
      goals: [{ figure: "searches/s", better: "more", ratio: 0.8 }],
      run: searching(products, differentText(products)),
    },
  ];
}

/** Texts whose matches are counted, evenly chosen: each takes milliseconds. */
const JUDGED = 200;

function requireMatches(products: number, answers: ReadonlyMap<string, number>): void {
  const names = Array.from({ length: products }, (_, n) => productName(n).toLowerCase());
  const step = Math.ceil(answers.size / JUDGED);
  for (const [at, [text, found]] of [...answers].entries()) {
    if (at % step !== 0) continue;
    const wanted = text.toLowerCase();
    const matches = names.filter((name) => name.includes(wanted)).length;
    if (found !== Math.min(matches, 24))
      throw new Error(`"${text}" found ${found} of ${matches} products.`);
  }
}

export const CATALOGUE: readonly Workload[] = [...catalogue(10_000), ...catalogue(100_000)];
