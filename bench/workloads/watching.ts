/** Latency from an action until other clients see it. */
import { type Goal, PROCESSOR, type Workload, many, percentile, pick } from "../workload";

const SHOWN = 150;
const WARM = 10;

function shown(subscribers: number, goals: readonly Goal[]): Workload {
  return {
    name: `shown-${subscribers}`,
    title: `an order on the distributor's screen, ${subscribers} subscriber${subscribers > 1 ? "s" : ""}`,
    goals,
    async run(driver, { products }, control) {
      const buyer = await driver.buyer(0);
      const orderLists = await many(subscribers, () => driver.orderList());
      const times: number[] = [];
      const turns = SHOWN / (subscribers > 1 ? 3 : 1);
      let processorMs = 0;
      for (let turn = 0; turn < turns; turn += 1) {
        if (turn === WARM) processorMs = -(await control.processorMs());
        const msg = `Shown ${turn}`;
        const seen = orderLists.map(
          (orderList) =>
            new Promise<number>((resolve) => {
              orderList.onOrder = (told) => {
                if (told === msg) resolve(performance.now());
              };
            }),
        );
        const sentAt = performance.now();
        await buyer.place(pick(products, turn), 1, msg);
        for (const seenAt of await Promise.all(seen)) if (turn >= WARM) times.push(seenAt - sentAt);
      }
      processorMs += await control.processorMs();
      return {
        "p50 ms": percentile(times, 0.5),
        "p99 ms": percentile(times, 0.99),
        [PROCESSOR]: processorMs / (turns - WARM),
      };
    },
  };
}

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
        listener.onMessage = (told) => {
          if (told === content) resolve();
        };
      });
      speaker.send(content);
      await seen;
      if (turn >= 20) times.push(performance.now() - sentAt);
    }
    return { "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) };
  },
};

const LISTS = 1_000;
const ROUNDS = { warm: 3, counted: 30 };
/** Six digits that no other product's stock has. */
const STOCK = 500_000;

const listsApart: Workload = {
  name: "lists-1000",
  title: `one order changes a product on ${LISTS.toLocaleString("en")} lists, each a query of its own: until all have it`,
  goals: [{ figure: "p99 ms", better: "less", absolute: 300 }],
  async run(driver, _deployment, control) {
    const productId = await control.addProduct(STOCK);
    const buyer = await driver.buyer(0);
    const lists = await driver.lists(LISTS);
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS.warm + ROUNDS.counted; round += 1) {
      const shown = lists.allShow(STOCK - round);
      const sentAt = performance.now();
      await Promise.all([buyer.place(productId, 1, `Round ${round}`), shown]);
      if (round > ROUNDS.warm) times.push(performance.now() - sentAt);
    }
    return { "p50 ms": percentile(times, 0.5), "p99 ms": percentile(times, 0.99) };
  },
};

const listsUntouched: Workload = {
  name: "lists-untouched",
  title: `orders beside ${LISTS.toLocaleString("en")} lists that show no stock, each a query of its own`,
  goals: [{ figure: "runs of lists", better: "less", absolute: 0 }],
  isOursAlone: true,
  async run(driver, { products }, control) {
    await driver.plainLists(LISTS);
    const buyer = await driver.buyer(0);
    await buyer.place(pick(products, 0), 1, "Before");
    const before = await control.queryRuns();
    for (let turn = 0; turn < ROUNDS.counted; turn += 1)
      await buyer.place(pick(products, turn), 1, `Order ${turn}`);
    // Longer than a paced subscription waits.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    return { "runs of lists": (await control.queryRuns()) - before };
  },
};

export const WATCHING: readonly Workload[] = [
  shown(1, [{ figure: "p99 ms", better: "less", ratio: 1 }]),
  shown(200, [
    { figure: "p50 ms", better: "less", ratio: 2 },
    { figure: "p99 ms", better: "less", ratio: 2 },
    { figure: PROCESSOR, better: "less", absolute: 6 },
  ]),
  chat,
  listsUntouched,
  listsApart,
];
