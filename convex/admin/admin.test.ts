import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import {
  foldEffects,
  FIRST_PAGE,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeLines,
  placeOne,
  type Market,
  type Person,
} from "../market.setup";
import { topOf } from "../figures/counters";

const PAGE = { paginationOpts: FIRST_PAGE };
/** 10:00 in India. */
const MORNING = Date.UTC(2026, 10, 20, 4, 30);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: MORNING });
});
afterEach(() => {
  vi.useRealTimers();
});

type Stage = { t: Market; admin: Person; distributor: Person; retailer: Person };

async function stage(): Promise<Stage> {
  const t = openMarket();
  return {
    t,
    admin: await joinAdmin(t),
    distributor: await joinDistributor(t),
    retailer: await joinRetailer(t),
  };
}

function accept(distributor: Person, orderId: string) {
  const deliveryBefore = todayIst(Date.now() + DAY_MS);
  return distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
}

describe("the dashboard's counts", () => {
  it("[ADMIN4] follow every order from status to status", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const productId = await listProduct(t, distributor);
    const [completed, accepted, rejected, cancelled] = [
      await placeOne(retailer, productId),
      await placeOne(retailer, productId),
      await placeOne(retailer, productId),
      await placeOne(retailer, productId),
    ];
    await placeOne(retailer, productId);
    await accept(distributor, completed);
    await distributor.client.mutation(api.orders.complete, { orderIds: [completed] });
    await accept(distributor, accepted);
    await distributor.client.mutation(api.orders.reject, { orderIds: [rejected], reason: "r" });
    await retailer.client.mutation(api.orders.cancel, { orderIds: [cancelled], reason: "r" });
    await foldEffects(t);
    expect((await admin.client.query(api.admin.counts, {})).orders).toEqual({
      pending: 1,
      accepted: 1,
      rejected: 1,
      completed: 1,
      cancelled: 1,
    });
  });
});

describe("the top users", () => {
  it("[ADMIN3] are the users who placed and completed most orders, by name, the highest first", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const busy = await joinRetailer(t, { shopName: "Busy Shop" });
    const productId = await listProduct(t, distributor);
    await placeOne(retailer, productId);
    const orderId = await placeOne(busy, productId);
    await placeOne(busy, productId);
    await accept(distributor, orderId);
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    await foldEffects(t);
    const tops = await admin.client.query(api.admin.tops, {});
    expect(tops.ordersPlaced).toMatchObject([
      { name: busy.user.name, business: "Busy Shop", count: 2 },
      { name: retailer.user.name, count: 1 },
    ]);
    expect(tops.ordersCompleted).toMatchObject([
      { name: distributor.user.name, business: "Big Wholesale", count: 1 },
    ]);
  });

  it("are empty in a market without orders", async () => {
    const { admin } = await stage();
    expect(await admin.client.query(api.admin.tops, {})).toEqual({
      ordersPlaced: [],
      ordersCompleted: [],
    });
  });

  it("keep their name and place when their account is closed, and say so", async () => {
    const { t, admin, distributor, retailer } = await stage();
    await placeOne(retailer, await listProduct(t, distributor));
    await admin.client.mutation(api.admin.deleteRetailer, { userId: retailer.user._id });
    await foldEffects(t);
    expect((await admin.client.query(api.admin.tops, {})).ordersPlaced).toMatchObject([
      { name: retailer.user.name, count: 1, isClosed: true },
    ]);
  });

  it.each([
    { counts: [3, 1, 2], limit: 5, expected: [0, 2, 1] },
    { counts: [1, 1, 1], limit: 2, expected: [0, 1] },
    { counts: [1, 2, 2, 1], limit: 3, expected: [1, 2, 0] },
    { counts: [1, 3, 1], limit: 1, expected: [1] },
    { counts: [2, 2], limit: 1, expected: [0] },
    { counts: [0, 4], limit: 5, expected: [1] },
  ])(
    "of $counts, at most $limit, are $expected: among equals, whoever began first",
    async ({ counts, limit, expected }) => {
      const { t } = await stage();
      const people: Person[] = [];
      for (const count of counts) {
        const person = await joinRetailer(t);
        people.push(person);
        await t.run((ctx) =>
          ctx.db.insert("userCounts", { userId: person.user._id, counter: "ordersPlaced", count }),
        );
      }
      const top = await t.run((ctx) => topOf(ctx, "ordersPlaced", limit));
      expect(top.map(({ userId }) => people.findIndex(({ user }) => user._id === userId))).toEqual(
        expected,
      );
    },
  );
});

describe("the orders by day", () => {
  it("are counted on the Indian day on which they are placed and completed", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const other = await joinRetailer(t);
    const productId = await listProduct(t, distributor);
    // 23:59 in India, and two minutes later.
    vi.setSystemTime(Date.UTC(2026, 10, 20, 18, 29));
    const orderId = await placeOne(retailer, productId);
    await placeOne(other, productId);
    vi.setSystemTime(Date.UTC(2026, 10, 20, 18, 31));
    await placeOne(retailer, productId);
    await accept(distributor, orderId);
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    await foldEffects(t);
    const ask = (from: string, to: string) => admin.client.query(api.admin.days, { from, to });
    const [first, second] = [
      { day: "2026-11-20", placed: 2, completed: 0 },
      { day: "2026-11-21", placed: 1, completed: 1 },
    ];
    expect(await ask("2026-11-01", "2026-11-30")).toEqual([first, second]);
    expect(await ask("2026-11-20", "2026-11-20")).toEqual([first]);
    expect(await ask("2026-11-21", "2026-12-31")).toEqual([second]);
  });

  it("of several lines are one", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const productId = await listProduct(t, distributor);
    await retailer.client.mutation(api.orders.place, {
      orderKey: "three",
      msg: "m",
      lines: [1, 2, 3].map((quantity) => ({ productId, quantity })),
    });
    const day = todayIst(MORNING);
    await foldEffects(t);
    expect(await admin.client.query(api.admin.days, { from: day, to: day })).toEqual([
      { day, placed: 1, completed: 0 },
    ]);
  });

  it("reach back a quarter at most", async () => {
    vi.setSystemTime(MORNING - 92 * DAY_MS);
    const { t, admin, distributor, retailer } = await stage();
    const productId = await listProduct(t, distributor);
    for (const back of [92, 91, 0]) {
      vi.setSystemTime(MORNING - back * DAY_MS);
      await placeOne(retailer, productId);
    }
    const asked = { from: "2000-01-01", to: todayIst(MORNING) };
    await foldEffects(t);
    expect(await admin.client.query(api.admin.days, asked)).toMatchObject([
      { day: todayIst(MORNING - 91 * DAY_MS) },
      { day: todayIst(MORNING) },
    ]);
  });

  it.each([
    ["", ""],
    ["2026-02-30", "2026-11-30"],
    ["2026-12-01", "2026-11-01"],
    ["a", "z"],
  ])("from '%s' to '%s' are none", async (from, to) => {
    const { t, admin, distributor, retailer } = await stage();
    await placeOne(retailer, await listProduct(t, distributor));
    expect(await admin.client.query(api.admin.days, { from, to })).toEqual([]);
  });
});

describe("the admin's lists", () => {
  it("show everybody whose account is open, the newest first, or one role", async () => {
    const { t, admin, distributor, retailer } = await stage();
    await joinRetailer(t, { deactivatedAt: 1 });
    const all = await admin.client.query(api.admin.users, PAGE);
    expect(all.page.map((user) => user._id)).toEqual([
      retailer.user._id,
      distributor.user._id,
      admin.user._id,
    ]);
    const retailers = await admin.client.query(api.admin.users, { ...PAGE, role: "retailer" });
    expect(retailers.page).toEqual([
      {
        _id: retailer.user._id,
        name: retailer.user.name,
        email: retailer.user.email,
        phone: retailer.user.phone,
        role: "retailer",
        shopName: "Corner Shop",
        address: retailer.user.address,
        createdAt: retailer.user._creationTime,
      },
    ]);
  });

  it("show the orders of everybody by status, also those that both parties took off their lists", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const productId = await listProduct(t, distributor);
    const orderId = await placeOne(retailer, productId);
    const later = await placeOne(await joinRetailer(t), productId);
    const ids = async (status: "pending" | "rejected") =>
      (await admin.client.query(api.admin.orders, { ...PAGE, status })).page.map(({ _id }) => _id);
    expect(await ids("pending")).toEqual([later, orderId]);
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "r" });
    for (const party of [distributor, retailer]) {
      await party.client.mutation(api.orders.hide, { orderIds: [orderId] });
    }
    expect(await ids("pending")).toEqual([later]);
    expect(await ids("rejected")).toEqual([orderId]);
  });

  it("show the first line of an order, as it is sent, and how many there are", async () => {
    const { t, admin, distributor, retailer } = await stage();
    const [rice, soap] = [
      await listProduct(t, distributor, { name: "Rice" }),
      await listProduct(t, distributor, { name: "Soap", pricePaise: 100 }),
    ];
    const orderId = await placeLines(retailer, [
      { productId: rice, quantity: 4 },
      { productId: soap, quantity: 2 },
    ]);
    const first = async (status: "pending" | "accepted") =>
      (await admin.client.query(api.admin.orders, { ...PAGE, status })).page[0];
    const row = { _id: orderId, productName: "Rice", pricePaise: 5_250, lineCount: 2 };
    const pending = await first("pending");
    expect(pending).toMatchObject({ ...row, quantity: 4 });
    expect(pending?.photos.map(({ name }) => name)).toEqual(["Rice", "Soap"]);
    expect(pending?.photos[0]?.imageUrl).toMatch(/./);
    const { offerId } = await distributor.client.mutation(api.orders.accept, {
      ...{ orderId, lines: [{ line: 0, quantity: 3 }] },
      deliveryBefore: todayIst(Date.now() + DAY_MS),
    });
    await retailer.client.mutation(api.offers.agree, { offerId: offerId! });
    expect(await first("accepted")).toMatchObject({ ...row, quantity: 3 });
    await placeOne(retailer, rice);
    expect(await first("pending")).not.toHaveProperty("lineCount");
  });

  it("show the products of everybody who trades, and find them by name", async () => {
    const { t, admin, distributor } = await stage();
    const closed = await joinDistributor(t, { deactivatedAt: 1 });
    await listProduct(t, distributor, { name: "Steel Tumbler" });
    await listProduct(t, distributor, { name: "Brass Lamp" });
    await listProduct(t, closed, { name: "Gone Lamp" });
    const ask = async (search?: string) =>
      (await admin.client.query(api.admin.products, { ...PAGE, search })).page;
    expect((await ask()).map(({ name }) => name)).toEqual(["Brass Lamp", "Steel Tumbler"]);
    expect(await ask("LAMP")).toMatchObject([
      {
        name: "Brass Lamp",
        type: "Home Goods",
        pricePaise: 5250,
        distributorName: distributor.user.name,
        distributorEmail: distributor.user.email,
      },
    ]);
  });

  it("come in pages", async () => {
    const { t, admin } = await stage();
    for (let n = 0; n < 3; n += 1) await joinRetailer(t);
    const ask = (cursor: string | null) =>
      admin.client.query(api.admin.users, { paginationOpts: { numItems: 4, cursor } });
    const first = await ask(null);
    const second = await ask(first.continueCursor);
    expect([first.page.length, second.page.length, second.isDone]).toEqual([4, 2, true]);
  });
});
