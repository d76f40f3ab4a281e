/**
 * Each page of a live list is a query of its own. A new row at the top may invalidate the newest page only; otherwise every
 * message or order would cost one query per open page.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { api } from "../../convex/_generated/api";
import { DAY_MS, todayIst } from "../../domain/dates";
import { compareBytes } from "../../embedded/store/bytes";
import { type Person, ScratchMarket, type Taken } from "./scratch";

const [PAGE_ROWS, ROWS] = [10, 25];

let market: ScratchMarket;
let [retailer, distributor, admin]: Person[] = [];
const products: string[] = [];
const orders: string[] = [];
let conversationId = "";

async function place(): Promise<Taken> {
  const { value, taken } = await market.mutate(retailer!, api.orders.place, {
    placementKey: crypto.randomUUID(),
    msg: "Please.",
    lines: [{ productId: products.at(-1)!, quantity: 1 }],
  });
  orders.push(value.orderIds[0]!);
  return taken;
}

async function accept(): Promise<Taken> {
  const asked = { orderId: orders.pop()!, deliveryBefore: todayIst(Date.now() + DAY_MS) };
  return (await market.mutate(distributor!, api.orders.accept, asked)).taken;
}

async function say(): Promise<Taken> {
  const letter = { to: distributor!.email, content: "Hello.", sendKey: crypto.randomUUID() };
  return (await market.mutate(retailer!, api.chat.send, letter)).taken;
}

beforeAll(async () => {
  market = await ScratchMarket.open();
  [retailer, distributor, admin] = [
    await market.join("retailer", 0),
    await market.join("distributor", 0),
    await market.join("admin", 0),
  ];
  const pair = { retailerId: retailer.id, distributorId: distributor.id };
  const dates = { requestedAt: 1, answeredAt: 1 };
  await market.insert("connections", { ...pair, status: "accepted", ...dates });
  const imageId = await market.addPicture();
  for (let at = 0; at < ROWS; at += 1) {
    const words = { name: `Lamp ${at}`, type: "Furniture", description: "Burns all night." };
    const figures = { packSize: 6, pricePaise: 12_550 };
    const row = { distributorId: distributor.id, imageId, ...words, ...figures };
    const productId = await market.insert("products", row);
    await market.insert("stockLevels", { productId, stock: 1_000_000 });
    products.push(productId);
  }
  for (let at = 0; at < 2 * ROWS; at += 1) await place();
  for (let at = 0; at < ROWS; at += 1) await accept();
  for (let at = 0; at < ROWS; at += 1) await say();
  const between = await market.query(retailer, api.chat.conversation, { with: distributor.email });
  conversationId = between.value!.conversationId!;
});
afterAll(() => market.close());

/** Returns the indexes in which one call wrote what the other had read. */
async function meetings({ writes }: Taken, { reads }: Pick<Taken, "reads">): Promise<string[]> {
  const names = await market.indexNames();
  const met = writes.filter(({ index, key }) =>
    reads.some(
      (range) =>
        range.index === index &&
        compareBytes(range.from, key) <= 0 &&
        (range.to === undefined || compareBytes(key, range.to) < 0),
    ),
  );
  return [...new Set(met.map(({ index }) => names.get(index) ?? index))];
}

type List = readonly [
  FunctionReference<"query">,
  () => Person | undefined,
  () => Record<string, Value>,
];
const LISTS: Record<string, List> = {
  "a talk, for its sender": [api.chat.messages, () => retailer, () => ({ conversationId })],
  "a talk, for its receiver": [api.chat.messages, () => distributor, () => ({ conversationId })],
  "orders that came": [api.orders.incoming, () => distributor, () => ({ list: "pending" })],
  "orders that went out": [api.orders.outgoing, () => retailer, () => ({ list: "pending" })],
  "accepted orders that came": [
    api.orders.incoming,
    () => distributor,
    () => ({ list: "accepted" }),
  ],
  "accepted orders that went out": [
    api.orders.outgoing,
    () => retailer,
    () => ({ list: "accepted" }),
  ],
  "invoices of a distributor": [api.invoices.mine, () => distributor, () => ({})],
  "invoices of a retailer": [api.invoices.mine, () => retailer, () => ({})],
  "the catalogue": [api.products.all, () => retailer, () => ({ sort: "latest" })],
  "own products": [api.products.mine, () => distributor, () => ({})],
  "orders, for the admin": [api.admin.orders, () => admin, () => ({ status: "pending" })],
};
const CHANGES = { "an order": place, "an acceptance": accept, "a message": say };

for (const [list, [query, whose, args]] of Object.entries(LISTS))
  for (const [change, happen] of Object.entries(CHANGES))
    test(`${change} leaves the older pages of ${list} as they are`, async () => {
      const page = async (cursor: string | null) =>
        market.query(whose()!, query, {
          ...args(),
          paginationOpts: { numItems: PAGE_ROWS, cursor },
        });
      const newest = await page(null);
      const { continueCursor } = newest.value as { continueCursor: string };
      const older = await page(continueCursor);
      expect((older.value as { page: unknown[] }).page).toHaveLength(PAGE_ROWS);
      expect(await meetings(await happen(), older)).toEqual([]);
    });
