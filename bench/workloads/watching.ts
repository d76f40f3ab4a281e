/** Latency from an action until other clients see it. */
import type { Screens } from "../driver";
import { piecesOf } from "../goods";
import {
  type Figures,
  type MarketControl,
  PROCESSOR,
  type Workload,
  latencies,
  pick,
} from "../workload";
import { requirePlaced } from "./placing";

const WARM = 10;
const SHOWN = 150;

const shownToOne: Workload = {
  name: "shown-1",
  title: "an order shown to 1",
  main: ["p50 ms"],
  goals: [
    { figure: "p50 ms", better: "less", ratio: 1 / 0.8 },
    { figure: PROCESSOR, better: "less", ratio: 1 / 0.7 },
  ],
  async run(driver, { products }, control) {
    const buyer = await driver.buyer(0);
    const orderList = await driver.orderList();
    const times: number[] = [];
    let processorMs = 0;
    for (let turn = 0; turn < SHOWN; turn += 1) {
      if (turn === WARM) processorMs = -(await control.processorMs());
      const msg = `Shown ${turn}`;
      const seen = new Promise<number>((resolve) => {
        orderList.onOrder = (text) => {
          if (text === msg) resolve(performance.now());
        };
      });
      const sentAt = performance.now();
      const lines = [{ productId: pick(products, turn), quantity: piecesOf(turn) }];
      await requirePlaced(buyer, { lines, msg });
      if (turn >= WARM) times.push((await seen) - sentAt);
    }
    processorMs += await control.processorMs();
    return { ...latencies(times), [PROCESSOR]: processorMs / (SHOWN - WARM) };
  },
};

const SUBSCRIBERS = 200;
/** A live page that has doubled becomes two; these clients open theirs anew. */
const RENEWED_AFTER = 20;

const shownToMany: Workload = {
  name: "shown-200",
  title: `an order shown to ${SUBSCRIBERS}, clients that only read the text`,
  main: ["p50 ms"],
  goals: [
    { figure: "p50 ms", better: "less", ratio: 1 },
    { figure: PROCESSOR, better: "less", ratio: 1 / 0.8 },
  ],
  async run(driver, { products }, control) {
    const buyer = await driver.buyer(0);
    const lists = await driver.orderLists(SUBSCRIBERS);
    const times: number[] = [];
    let [processorMs, counted] = [0, 0];
    for (let turn = 0; turn < 3 * RENEWED_AFTER; turn += 1) {
      if (turn % RENEWED_AFTER === 0) await lists.renew();
      const isCounted = turn % RENEWED_AFTER >= WARM / 2;
      const msg = `Shown ${turn}.`;
      const before = await control.processorMs();
      const seen = lists.shows(msg);
      const sentAt = performance.now();
      const lines = [{ productId: pick(products, turn), quantity: piecesOf(turn) }];
      await requirePlaced(buyer, { lines, msg });
      const seenAt = await seen;
      if (!isCounted) continue;
      processorMs += (await control.processorMs()) - before;
      counted += 1;
      times.push(...seenAt.map((at) => at - sentAt));
    }
    return { ...latencies(times), [PROCESSOR]: processorMs / counted };
  },
};

const chat: Workload = {
  name: "chat",
  title: "a message said, until the other one sees it",
  goals: [{ figure: "p99 ms", better: "less", ratio: 1 }],
  async run(driver) {
    const [speaker, listener] = [
      await driver.chatClient("retailer"),
      await driver.chatClient("distributor"),
    ];
    const times: number[] = [];
    for (let turn = 0; turn < 300; turn += 1) {
      const content = `Message ${turn}`;
      const sentAt = performance.now();
      const seen = new Promise<void>((resolve) => {
        listener.onMessage = (text) => {
          if (text === content) resolve();
        };
      });
      speaker.send(content);
      await seen;
      if (turn >= 20) times.push(performance.now() - sentAt);
    }
    return latencies(times);
  },
};

const PAGES = 1_000;
const ROUNDS = { warm: 3, counted: 20 };
/** Six digits that no other price has. */
const DIGITS = 500_000;

/** Changes a product that all pages show, again and again: the time until the last page has it. */
async function changing(
  control: MarketControl,
  pages: Screens,
  change: (round: number) => { readonly text: string; readonly done: Promise<unknown> },
): Promise<Figures> {
  const times: number[] = [];
  let [processorMs, runs] = [0, 0];
  for (let round = 1; round <= ROUNDS.warm + ROUNDS.counted; round += 1) {
    if (round === ROUNDS.warm + 1) {
      processorMs = -(await control.processorMs());
      runs = -(await control.queryRuns());
    }
    const sentAt = performance.now();
    const { text, done } = change(round);
    const [seenAt] = await Promise.all([pages.shows(text), done]);
    if (round > ROUNDS.warm) times.push(Math.max(...seenAt) - sentAt);
  }
  processorMs += await control.processorMs();
  runs += await control.queryRuns();
  return {
    ...latencies(times),
    [PROCESSOR]: processorMs / ROUNDS.counted,
    ...(!Number.isNaN(runs) && { "runs of queries each": runs / ROUNDS.counted }),
  };
}

const COUNT = PAGES.toLocaleString("en");

const productChanged: Workload = {
  name: "change-1000",
  title: `a product changes on ${COUNT} catalogue pages, until the last has it`,
  main: ["p50 ms"],
  goals: [
    { figure: "p50 ms", better: "less", ratio: 1 },
    { figure: "runs of queries each", better: "less", absolute: 2 },
  ],
  async run(driver, _deployment, control) {
    const productId = await control.addProduct(1);
    const [seller, pages] = [await driver.seller(), await driver.catalogues(PAGES)];
    return changing(control, pages, (round) => {
      const pricePaise = DIGITS + round;
      return { text: `"pricePaise":${pricePaise}`, done: seller.setPrice(productId, pricePaise) };
    });
  },
};

const listsUntouched: Workload = {
  name: "lists-untouched",
  title: `orders beside ${COUNT} lists that show no stock, each a query of its own`,
  goals: [{ figure: "runs of lists", better: "less", absolute: 0 }],
  isOursAlone: true,
  async run(driver, { products }, control) {
    await driver.plainLists(PAGES);
    const buyer = await driver.buyer(0);
    const place = (turn: number) =>
      requirePlaced(buyer, {
        lines: [{ productId: pick(products, turn), quantity: piecesOf(turn) }],
        msg: `Order ${turn}`,
      });
    await place(0);
    const before = await control.queryRuns();
    for (let turn = 0; turn < ROUNDS.counted; turn += 1) await place(turn);
    // Longer than a paced subscription waits.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return { "runs of lists": (await control.queryRuns()) - before };
  },
};

export const WATCHING: readonly Workload[] = [
  shownToOne,
  shownToMany,
  chat,
  listsUntouched,
  productChanged,
];
