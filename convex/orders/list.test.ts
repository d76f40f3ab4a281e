/** Lists of orders, whose pages have whole orders, and the figures beside them. */
import { beforeEach, expect, it, vi } from "vitest";
import {
  LINE_REASONS_MAX,
  MESSAGE_MAX,
  ORDER_LINES_MAX,
  PRODUCT_NAME_MAX,
} from "../../domain/limits";
import { lineIdOf } from "../../domain/orderLines";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  copyOf,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openLimitedMarket,
  type Person,
  placeLines,
  requireOrder,
} from "../market.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});

const DELIVERY = new Date(Date.now() + 86_400_000).toISOString();

/** Orders of so many lines each, in the order of placing. */
async function market(sizes: readonly number[]) {
  const t = openLimitedMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 100_000 });
  const orders: Id<"orders">[] = [];
  for (const size of sizes) {
    const lines = Array.from({ length: size }, () => ({ productId, quantity: 1 }));
    orders.push(await placeLines(retailer, lines));
  }
  return { t, distributor, retailer, orders };
}

type List = {
  readonly list: "pending" | "accepted" | "rejected";
  readonly sort?: "latest" | "oldest";
  readonly text?: string;
};

type Page = { page: { _id: string; lines: unknown[] }[]; isDone: boolean; continueCursor: string };

/** The rows on each page of so many orders, of the distributor's list or of the retailer's. */
async function pagesOf({ client, user }: Person, numItems: number, { sort, ...asked }: List) {
  const pages: Page["page"][] = [];
  let cursor: string | null = null;
  for (;;) {
    const args = { ...asked, paginationOpts: { numItems, cursor } };
    const result: Page =
      user.role === "distributor"
        ? await client.query(api.orders.incoming, { ...args, ...(sort && { sort }) })
        : await client.query(api.orders.outgoing, args);
    pages.push(result.page);
    if (result.isDone) return pages;
    cursor = result.continueCursor;
  }
}

/** Convex stops a query that reads more ranges; a picture's address is one. */
const READS_MAX = 4_096;
const picturesOf = (rows: Page["page"]) => rows.reduce((sum, { lines }) => sum + lines.length, 0);
const idsOf = (rows: Page["page"]) => rows.map(({ _id }) => _id);

it.each([1, 2, 4, 100])(
  "has every order once and whole, with pages of %i orders",
  async (numItems) => {
    const sizes = [1, 3, 1, 5, 2, 1];
    const { distributor, retailer, orders } = await market(sizes);
    const [newestFirst, oldestFirst] = [[...orders].reverse(), orders];
    for (const [person, sort, expected] of [
      [distributor, "latest", newestFirst],
      [distributor, "oldest", oldestFirst],
      [retailer, "latest", newestFirst],
    ] as const) {
      const pages = await pagesOf(person, numItems, { list: "pending", sort });
      expect(pages.every((page) => page.length <= numItems)).toBe(true);
      expect(idsOf(pages.flat())).toEqual(expected);
      const counts = pages.flat().map(({ _id, lines }) => [_id, lines.length]);
      expect(Object.fromEntries(counts)).toEqual(
        Object.fromEntries(orders.map((id, n) => [id, sizes[n]])),
      );
    }
  },
);

it("keeps lines that were refused on the row of their order", async () => {
  const { distributor, retailer, orders } = await market([3]);
  const [orderId] = orders;
  const refuse = (at: number) => ({ orderIds: [`${orderId}-${at}`], reason: "r" });
  await retailer.client.mutation(api.orders.cancel, refuse(1));
  await distributor.client.mutation(api.orders.reject, refuse(3));
  const expected = [
    { quantity: 0, askedQuantity: 1, refused: { by: "retailer", reason: "r" } },
    { quantity: 1 },
    { quantity: 0, askedQuantity: 1, refused: { by: "distributor", reason: "r" } },
  ];
  for (const person of [distributor, retailer]) {
    const rows = (await pagesOf(person, 10, { list: "pending" })).flat();
    expect(rows).toMatchObject([{ _id: orderId, status: "pending", lines: expected }]);
    expect((await pagesOf(person, 10, { list: "rejected" })).flat()).toEqual([]);
  }
  await distributor.client.mutation(api.orders.accept, {
    ...{ orderId: orderId!, deliveryBefore: DELIVERY },
  });
  for (const person of [distributor, retailer])
    expect((await pagesOf(person, 10, { list: "accepted" })).flat()).toMatchObject([
      { _id: orderId, lines: expected },
    ]);
});

it("has orders with as many lines and pictures as one query can read on a page, and goes on behind them", async () => {
  const { t, distributor, retailer, orders } = await market([ORDER_LINES_MAX]);
  const order = await requireOrder(t, orders[0]!);
  for (let n = 0; n < 59; n += 1) await t.run((ctx) => ctx.db.insert("orders", copyOf(order, n)));
  for (const person of [distributor, retailer])
    for (const text of [undefined, "tumbler"]) {
      const pages = await pagesOf(person, 1_000, { list: "pending", ...(text && { text }) });
      expect(Math.max(...pages.map(picturesOf))).toBeLessThan(READS_MAX);
      expect(new Set(idsOf(pages.flat())).size).toBe(60);
    }
  await t.run(async (ctx) => {
    for (const { _id: orderId } of await ctx.db.query("orders").take(100))
      await ctx.db.patch("orders", orderId, {
        ...({ status: "accepted", sweepAt: undefined, deliveryBefore: "2030-01-01" } as const),
        ...({ retailerList: "accepted", distributorList: "accepted" } as const),
      });
  });
  const byDay = { list: "accepted", delivery: {} } as const;
  const paginationOpts = { numItems: 1_000, cursor: null };
  for (const text of ["", "tumbler"]) {
    const asked = { ...byDay, text, paginationOpts };
    const { page, isDone } = await distributor.client.query(api.orders.incoming, asked);
    expect(picturesOf(page)).toBeGreaterThan(1_000);
    expect(picturesOf(page)).toBeLessThan(READS_MAX);
    expect(isDone).toBe(false);
  }
});

it("[ORDERFILTER3] names an order by its id or that of a line, to its two parties and admins", async () => {
  const { t, distributor, retailer, orders } = await market([1, 3]);
  const [single, several] = orders as [Id<"orders">, Id<"orders">];
  const admin = await joinAdmin(t);
  const read = ({ client }: Person, orderId: string) =>
    Promise.all([
      client.query(api.orders.one, { orderId }).then((order) => order?._id),
      client.query(api.orders.timeline, { orderId }).then((events) => events.length),
    ]);
  for (const person of [distributor, retailer, admin]) {
    for (const orderId of [several, `${several}-1`, `${several}-3`])
      expect(await read(person, orderId), orderId).toEqual([several, 1]);
    expect(await read(person, single)).toEqual([single, 1]);
    for (const orderId of [
      ...[`${several}-0`, `${several}-4`, `${several}-01`, `${several}-1000`, `${several}-`],
      ...[`${several}--2`, `${several}-1-1`, `${several}-2 `, `${several}-1.0`, "-1", "-"],
      // A single line has its order's id alone.
      ...[`${single}-1`, `${single}-2`],
    ])
      expect(await read(person, orderId), orderId).toEqual([undefined, 0]);
  }
  for (const stranger of [await joinRetailer(t), await joinDistributor(t)])
    for (const orderId of [several, `${several}-1`])
      expect(await read(stranger, orderId)).toEqual([undefined, 0]);
  expect(lineIdOf({ _id: several, lines: [1, 2, 3] }, 2)).toBe(`${several}-3`);
});

it("names the seller's company on an order, as its retailer's lists do", async () => {
  const { distributor, retailer, orders } = await market([1]);
  const { companyName } = distributor.user;
  expect(companyName).toBeTruthy();
  const order = await retailer.client.query(api.orders.one, { orderId: orders[0]! });
  expect(order).toMatchObject({ companyName });
});

it("counts orders on the distributor's badge, to a hundred", async () => {
  const { distributor, orders } = await market([3, ...Array.from({ length: 105 }, () => 1)]);
  const count = () => distributor.client.query(api.orders.pendingCount, {});
  expect(await count()).toBe(100);
  const reject = (orderIds: string[]) =>
    distributor.client.mutation(api.orders.reject, { orderIds, reason: "r" });
  for (const orderId of orders.slice(4)) await reject([orderId]);
  expect(await count()).toBe(4);
  await reject([`${orders[0]}-1`, `${orders[0]}-2`]);
  expect(await count()).toBe(4);
  await reject([`${orders[0]}-3`]);
  expect(await count()).toBe(3);
});

it("counts a hundred of the largest orders that there may be", async () => {
  const { t, distributor, retailer, orders } = await market([ORDER_LINES_MAX]);
  const order = await requireOrder(t, orders[0]!);
  const reason = "\u0915".repeat(LINE_REASONS_MAX / ORDER_LINES_MAX);
  const productName = "\u0915".repeat(PRODUCT_NAME_MAX);
  const lines = order.lines.map((line) => ({
    ...{ ...line, productName, addedTaxBp: 1800 },
    ...{ quantity: 0, askedQuantity: 1, refused: { by: "retailer" as const, reason } },
  }));
  const msg = "\u0915".repeat(MESSAGE_MAX);
  const largest = {
    ...order,
    lines,
    msg,
    placedAt: order.placedAt + 1,
    listedAt: order.listedAt + 1,
  };
  for (let n = 0; n < 100; n += 1)
    await t.run((ctx) => ctx.db.insert("orders", copyOf(largest, n)));
  expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(100);
  for (const { client } of [distributor, retailer])
    expect(await client.query(api.orders.openCounts, {})).toEqual({ pending: 100, accepted: 0 });
});

it("counts both parties' pending and accepted orders, each to a hundred", async () => {
  const { distributor, retailer, orders } = await market([
    2,
    ...Array.from({ length: 103 }, () => 1),
  ]);
  const counts = (who: typeof retailer) => who.client.query(api.orders.openCounts, {});
  expect(await counts(retailer)).toEqual({ pending: 100, accepted: 0 });
  expect(await counts(distributor)).toEqual({ pending: 100, accepted: 0 });
  for (const orderId of orders.slice(5))
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "r" });
  await distributor.client.mutation(api.orders.accept, {
    ...{ orderId: orders[0]!, deliveryBefore: DELIVERY },
  });
  expect(await counts(retailer)).toEqual({ pending: 4, accepted: 1 });
  expect(await counts(distributor)).toEqual({ pending: 4, accepted: 1 });
});
