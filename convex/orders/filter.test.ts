/** The filters of the lists of orders, for both parties. */
import { beforeEach, expect, it, vi } from "vitest";
import { ORDER_PARTNERS_MAX, ORDER_SCAN_ROWS } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  copyOf,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  type Person,
  settledTime,
} from "../market.setup";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-20T06:00:00Z");

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ now: START, toFake: ["Date"] });
  return () => vi.useRealTimers();
});

type Filter = { partnerId?: string; text?: string; from?: number; to?: number };
type List = "pending" | "accepted" | "rejected" | "completed";

/** The products of each order that a filter finds, page by page, and the number of pages. */
async function found({ client, user }: Person, list: List, filter: Filter, numItems = 100) {
  const names: string[] = [];
  let cursor: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const args = { list, ...filter, paginationOpts: { numItems, cursor } };
    const query = user.role === "retailer" ? api.orders.outgoing : api.orders.incoming;
    const result: {
      page: { lines: { productName: string }[] }[];
      isDone: boolean;
      continueCursor: string;
    } = await client.query(query, args);
    for (const { lines } of result.page)
      names.push(lines.map(({ productName }) => productName).join(", "));
    if (result.isDone) return { names, pages };
    cursor = result.continueCursor;
  }
}

async function place({ client }: Person, ...productIds: Id<"products">[]): Promise<Id<"orders">> {
  const lines = productIds.map((productId) => ({ productId, quantity: 1 }));
  const { orderId } = await client.mutation(api.orders.place, {
    ...{ orderKey: newKey(), msg: "m", lines },
  });
  return orderId;
}

/** Two distributors and two retailers; Meena orders on three days, Ravi once. */
async function market() {
  const t = openMarket();
  const terms = { orderTerms: ANY_ORDERS, upiId: "asha@bank" };
  const asha = await joinDistributor(t, { ...terms, name: "Asha Rao" });
  const bina = await joinDistributor(t, { ...terms, name: "Bina Das", companyName: "Lake Depot" });
  const meena = await joinRetailer(t, { name: "Meena Talwari", shopName: "Corner Shop" });
  const ravi = await joinRetailer(t, { name: "Ravi Kumar", shopName: "Station Stores" });
  const rice = await listProduct(t, asha, { name: "Basmati Rice", stock: 10_000 });
  const salt = await listProduct(t, asha, { name: "Rock Salt", stock: 10_000 });
  const ball = await listProduct(t, bina, { name: "Cricket Ball", stock: 10_000 });
  const firstAt = await settledTime(t);
  await place(meena, rice, salt);
  vi.setSystemTime(START + DAY_MS);
  await place(meena, ball);
  await place(ravi, salt);
  vi.setSystemTime(START + 2 * DAY_MS);
  await place(meena, rice);
  return { t, asha, bina, meena, ravi, rice, salt, ball, firstAt };
}

it("[ORDERFILTER1] finds the orders of one distributor or retailer, of days, and by a text, alone and together", async () => {
  const { asha, bina, meena, ravi } = await market();
  const ofMeena = async (filter: Filter) => (await found(meena, "pending", filter)).names;
  const ofAsha = async (filter: Filter) => (await found(asha, "pending", filter)).names;
  const secondDay = { from: START + DAY_MS, to: START + 2 * DAY_MS - 1 };

  expect(await ofMeena({})).toEqual(["Basmati Rice", "Cricket Ball", "Basmati Rice, Rock Salt"]);
  expect(await ofMeena({ partnerId: bina.user._id })).toEqual(["Cricket Ball"]);
  expect(await ofMeena(secondDay)).toEqual(["Cricket Ball"]);
  expect(await ofMeena({ ...secondDay, partnerId: asha.user._id })).toEqual([]);
  expect(await ofMeena({ text: " CRICKET " })).toEqual(["Cricket Ball"]);
  expect(await ofMeena({ text: "bina" })).toEqual(["Cricket Ball"]);
  expect(await ofMeena({ text: "lake dep" })).toEqual(["Cricket Ball"]);
  expect(await ofMeena({ text: "rice", from: START + DAY_MS })).toEqual(["Basmati Rice"]);
  expect(await ofMeena({ text: "%" })).toEqual([]);

  expect(await ofAsha({ partnerId: ravi.user._id })).toEqual(["Rock Salt"]);
  expect(await ofAsha({ text: "station" })).toEqual(["Rock Salt"]);
  expect(await ofAsha(secondDay)).toEqual(["Rock Salt"]);
});

it("[ORDERFILTER2] shows an order whole when one of its lines matches the text", async () => {
  const { meena, asha, firstAt } = await market();
  const expected = ["Basmati Rice, Rock Salt"];
  expect((await found(meena, "pending", { text: "salt" })).names).toEqual(expected);
  for (const numItems of [1, 2])
    expect((await found(asha, "pending", { text: "meena", to: firstAt }, numItems)).names).toEqual(
      expected,
    );
});

it("filters accepted, rejected and completed orders, the completed by the day of completion", async () => {
  const { asha, bina, meena, rice, ball } = await market();
  const deliveryBefore = "2026-12-01";
  const move = async (distributor: Person, productId: Id<"products">) => {
    const orderId = await place(meena, productId);
    await acceptOne(distributor, { orderId, deliveryBefore });
    return orderId;
  };
  await move(asha, rice);
  await move(bina, ball);
  const completed = [await move(asha, rice), await move(bina, ball)];
  vi.setSystemTime(START + 5 * DAY_MS);
  await asha.client.mutation(api.orders.complete, { orderIds: [completed[0]!] });
  vi.setSystemTime(START + 6 * DAY_MS);
  await bina.client.mutation(api.orders.complete, { orderIds: [completed[1]!] });
  const cancelled = await place(meena, ball);
  await meena.client.mutation(api.orders.cancel, { orderIds: [cancelled], reason: "r" });

  const ofBina = { partnerId: bina.user._id };
  for (const list of ["accepted", "rejected", "completed"] as const) {
    expect((await found(meena, list, ofBina)).names).toEqual(["Cricket Ball"]);
    expect((await found(meena, list, { text: "ball" })).names).toEqual(["Cricket Ball"]);
    expect((await found(bina, list, { partnerId: meena.user._id })).names).toHaveLength(1);
  }
  const until = { to: START + 5 * DAY_MS };
  expect((await found(meena, "completed", until)).names).toEqual(["Basmati Rice"]);
  expect((await found(bina, "completed", until)).names).toEqual([]);
});

it("looks at a bounded number of orders for each page of a text, and reads one partner's alone by index", async () => {
  const { t, asha, bina, meena, rice } = await market();
  const latest = await place(meena, rice);
  await t.run(async (ctx) => {
    const order = await ctx.db.get("orders", latest);
    for (let n = 1; n < ORDER_SCAN_ROWS; n += 1) await ctx.db.insert("orders", copyOf(order!, n));
  });
  const { names, pages } = await found(meena, "pending", { text: "cricket" }, 10);
  expect({ names, pages }).toEqual({ names: ["Cricket Ball"], pages: 2 });
  const ofBina = await found(meena, "pending", { partnerId: bina.user._id }, 10);
  expect(ofBina).toEqual({ names: ["Cricket Ball"], pages: 1 });
  expect((await found(meena, "pending", { partnerId: asha.user._id }, 300)).names).toHaveLength(
    ORDER_SCAN_ROWS + 2,
  );
});

it("shows nobody's orders but the caller's own, and nothing for what is no partner or too long a text", async () => {
  const { asha, bina, meena, ravi } = await market();
  for (const filter of [
    { partnerId: meena.user._id },
    { partnerId: "nobody" },
    { partnerId: "" },
    { text: "a".repeat(201) },
    { text: "e".repeat(1_000_000) },
    { from: START + 9 * DAY_MS },
  ])
    expect((await found(meena, "pending", filter)).names).toEqual([]);
  expect((await found(ravi, "pending", { partnerId: bina.user._id })).names).toEqual([]);
  expect((await found(bina, "pending", { partnerId: ravi.user._id })).names).toEqual([]);
  const all = (await found(asha, "pending", {})).names;
  expect((await found(asha, "pending", { from: Number.NaN, to: Infinity })).names).toEqual(all);
});

it("[BASKET8] the retailer's rows have the company as it was when they were ordered", async () => {
  const { meena } = await market();
  const { page } = await meena.client.query(api.orders.outgoing, {
    ...{ list: "pending", paginationOpts: FIRST_PAGE },
  });
  expect(new Set(page.map((row) => `${row.companyName}, ${row.distributorName}`))).toEqual(
    new Set(["Big Wholesale, Asha Rao", "Lake Depot, Bina Das"]),
  );
});

it("names the other parties of a list by name, once each and at most 50", async () => {
  const { asha, bina, meena, ravi } = await market();
  const partners = ({ client }: Person, list: List = "pending") =>
    client.query(api.orders.partners, { list });
  expect(await partners(meena)).toEqual([
    { partnerId: asha.user._id, name: "Asha Rao", companyName: "Big Wholesale" },
    { partnerId: bina.user._id, name: "Bina Das", companyName: "Lake Depot" },
  ]);
  expect(await partners(asha)).toEqual([
    { partnerId: meena.user._id, name: "Meena Talwari", shopName: "Corner Shop" },
    { partnerId: ravi.user._id, name: "Ravi Kumar", shopName: "Station Stores" },
  ]);
  expect(await partners(meena, "accepted")).toEqual([]);
  const t = openMarket();
  const owner = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const productId = await listProduct(t, owner, { stock: 10_000 });
  for (let shop = 0; shop <= ORDER_PARTNERS_MAX; shop += 1)
    await place(await joinRetailer(t), productId);
  expect(await partners(owner)).toHaveLength(ORDER_PARTNERS_MAX);
});
