/** Which live queries of products and home pages a change runs again: those that show it, and no others. */
import { expect, test } from "@playwright/test";
import type { ConvexClient } from "convex/browser";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { api } from "../convex/_generated/api";
import { todayIst } from "../domain/dates";
import { logIn } from "../testkit/clients";
import { type Market, startMarket } from "../testkit/market";
import { metricOf } from "../testkit/metrics";
import { LOGINS } from "../testkit/people";
import { joinTrader, openClient } from "../testkit/traders";

let market: Market;
let retailer: ConvexClient;
let distributor: ConvexClient;
let product: FunctionReturnType<typeof api.products.byDistributor>["page"][number];

async function signIn(role: "retailer" | "distributor"): Promise<ConvexClient> {
  const { token } = await logIn(market, LOGINS[role]!);
  return openClient(market.url, token);
}

/** All products of the demo. */
const PAGE = { paginationOpts: { numItems: 250, cursor: null } };
const SELLER = LOGINS["distributor"]!.email;

test.beforeAll(async () => {
  market = await startMarket();
  [retailer, distributor] = [await signIn("retailer"), await signIn("distributor")];
  const { page } = await retailer.query(api.products.byDistributor, {
    ...{ ...PAGE, distributorEmail: SELLER, sort: "inStock" },
  });
  product = page[0]!;
});
test.afterAll(async () => {
  await Promise.all([retailer.close(), distributor.close()]);
  await market.stop();
});

/** Subscribes, and resolves once the query has answered with the product in it. */
async function watch<Query extends FunctionReference<"query">>(
  client: ConvexClient,
  query: Query,
  args: FunctionArgs<Query>,
): Promise<() => void> {
  let stop: () => void = () => undefined;
  const answer = await new Promise((resolve, reject) => {
    stop = client.onUpdate(query, args, resolve, reject);
  });
  expect(JSON.stringify(answer)).toContain(product._id);
  return stop;
}

async function order(): Promise<void> {
  const lines = [{ productId: product._id, quantity: 1 }];
  const asked = { msg: "One, please.", lines, orderKey: crypto.randomUUID() };
  await retailer.mutation(api.orders.place, asked);
}

/** Takes a piece from the stock, and counts the runs of watched queries until this client shows what is left. */
async function runsOf(take: (stock: number) => Promise<unknown>, client: ConvexClient) {
  const levels: number[] = [];
  const args = { productIds: [product._id] };
  const stop = client.onUpdate(api.products.stockLevels, args, ([level]) => {
    levels.push(level!.stock);
  });
  const shown = (count: number) =>
    expect.poll(() => levels.length, { intervals: [10] }).toBe(count);
  await shown(1);
  const before = await metricOf(market, "convex_query_runs_total");
  await take(levels[0]!);
  await shown(2);
  expect(levels[1]).toBe(levels[0]! - 1);
  const after = await metricOf(market, "convex_query_runs_total");
  stop();
  // One run is that of the stock itself.
  return after - before - 1;
}

type Watched = () => Promise<() => void>;

const WITHOUT_STOCK: Record<string, Watched> = {
  "the landing page": () => watch(retailer, api.products.landing, PAGE),
  "the catalogue": () => watch(retailer, api.products.all, PAGE),
  "the newest products": () => watch(retailer, api.products.all, { ...PAGE, sort: "latest" }),
  "a type of products": () => watch(retailer, api.products.all, { ...PAGE, type: product.type }),
  "a search": () => watch(retailer, api.products.all, { ...PAGE, search: product.name }),
  "a visitor's search": () =>
    watch(retailer, api.products.landing, { ...PAGE, search: product.name }),
  "a distributor's products": () =>
    watch(retailer, api.products.byDistributor, { ...PAGE, distributorEmail: SELLER }),
  "a distributor's own products": () => watch(distributor, api.products.mine, PAGE),
};

for (const [list, open] of Object.entries(WITHOUT_STOCK))
  test(`an order does not run ${list} again`, async () => {
    const stop = await open();
    const client = list.endsWith("own products") ? distributor : retailer;
    expect(await runsOf(order, client)).toBe(0);
    stop();
  });

test("a new stock does not run the catalogue again", async () => {
  const stop = await watch(retailer, api.products.all, PAGE);
  const edit = (stock: number) => {
    const changes = { stock: stock - 1 };
    return distributor.mutation(api.products.edit, { productId: product._id, changes });
  };
  expect(await runsOf(edit, retailer)).toBe(0);
  stop();
});

const WITH_STOCK: Record<string, Watched> = {
  "what is in stock": () =>
    watch(retailer, api.products.byDistributor, {
      ...{ ...PAGE, distributorEmail: SELLER, sort: "inStock" },
    }),
  "the product's page": () => watch(retailer, api.products.one, { productId: product._id }),
};

for (const [query, open] of Object.entries(WITH_STOCK))
  test(`an order runs ${query} again`, async () => {
    const stop = await open();
    expect(await runsOf(order, retailer)).toBe(1);
    stop();
  });

test("a changed product runs the catalogue once for all retailers", async () => {
  const shops = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => joinTrader(market, "retailer", n)),
  );
  const clients = shops.map((shop) => shop.open());
  const shown = new Map<ConvexClient, string>();
  const refused: unknown[] = [];
  for (const client of clients)
    client.onUpdate(
      api.products.all,
      PAGE,
      ({ page }) => shown.set(client, page.find(({ _id }) => _id === product._id)!.name),
      (error) => refused.push(error),
    );
  const allShow = (name: string) =>
    expect.poll(() => clients.filter((client) => shown.get(client) === name).length, {
      intervals: [10],
    });
  await allShow(product.name).toBe(clients.length);
  const before = await metricOf(market, "convex_query_runs_total");
  const name = `${product.name} again`;
  await distributor.mutation(api.products.edit, { productId: product._id, changes: { name } });
  await allShow(name).toBe(clients.length);
  expect((await metricOf(market, "convex_query_runs_total")) - before).toBe(1);
  // A sign-out ends the page of that shop alone.
  await shops[0]!.http.mutation(api.account.signOutEverywhere, {});
  await expect.poll(() => refused).toMatchObject([{ data: { code: "UNAUTHENTICATED" } }]);
  await Promise.all(clients.map((client) => client.close()));
});

type Block = readonly [ConvexClient, FunctionReference<"query">, Record<string, unknown>?];

/** Blocks of home pages that show neither pending orders nor stock. */
function settledBlocks(): Block[] {
  const today = { today: todayIst(Date.now()) };
  return [
    [retailer, api.home.offers],
    [retailer, api.home.arriving, today],
    [retailer, api.home.newProducts],
    [retailer, api.khata.money, today],
    [distributor, api.home.toDeliver, today],
    [distributor, api.home.sales, today],
    [distributor, api.khata.money, today],
    [retailer, api.home.start],
    [distributor, api.home.start],
    [distributor, api.network.pending, { paginationOpts: { numItems: 3, cursor: null } }],
  ];
}

const pendingBlocks = (): Block[] => [
  [retailer, api.home.waiting],
  [retailer, api.basket.usual],
  [distributor, api.home.toAnswer],
];
const unreadBlocks = (): Block[] => [[retailer, api.home.unread]];

/** Subscribes to all of them, and resolves once each has answered. */
async function watchBlocks(blocks: readonly Block[]): Promise<() => void> {
  const stops = blocks.map(
    ([client, query, args = {}]) =>
      new Promise<() => void>((resolve, reject) => {
        const stop: () => void = client.onUpdate(query, args, () => resolve(() => stop()), reject);
      }),
  );
  const all = await Promise.all(stops);
  return () => all.forEach((stop) => stop());
}

test("[HOME13] an order runs no block of a home page again that shows neither pending orders nor stock", async () => {
  const stop = await watchBlocks([...settledBlocks(), ...unreadBlocks()]);
  expect(await runsOf(order, retailer)).toBe(0);
  stop();
});

test("[HOME13] a new stock runs no block of a home page again but what runs low", async () => {
  const stop = await watchBlocks([...settledBlocks(), ...pendingBlocks(), ...unreadBlocks()]);
  const edit = (stock: number) => {
    const changes = { stock: stock - 1 };
    return distributor.mutation(api.products.edit, { productId: product._id, changes });
  };
  expect(await runsOf(edit, retailer)).toBe(0);
  stop();
});

test("[HOME13] a message runs the block of unread messages again alone", async () => {
  const stop = await watchBlocks([...settledBlocks(), ...pendingBlocks(), ...unreadBlocks()]);
  const counts: number[] = [];
  const stopUnread = distributor.onUpdate(api.home.unread, {}, ({ count }) => {
    counts.push(count);
  });
  const shown = (answers: number) =>
    expect.poll(() => counts.length, { intervals: [10] }).toBe(answers);
  await shown(1);
  const before = await metricOf(market, "convex_query_runs_total");
  const message = { to: SELLER, content: "Is the rice in?", sendKey: crypto.randomUUID() };
  await retailer.mutation(api.chat.send, message);
  await shown(2);
  expect(counts[1]).toBe(counts[0]! + 1);
  expect((await metricOf(market, "convex_query_runs_total")) - before).toBe(1);
  stopUnread();
  stop();
});
