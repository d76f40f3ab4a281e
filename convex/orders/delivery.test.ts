/** A distributor's accepted orders in the order of their delivery days. */
import { beforeEach, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { ORDER_SCAN_ROWS } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
  copyOf,
  joinRetailer,
  listProduct,
  newKey,
  openPair,
  type Person,
} from "../market.setup";

const TODAY = todayIst(Date.now());
const LATE = addDays(TODAY, -3);
const SOON = addDays(TODAY, 2);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});

async function market() {
  const trading = { orderTerms: ANY_ORDERS, upiId: "asha@bank" };
  const { t, distributor, retailer } = await openPair({ distributor: trading });
  const rice = await listProduct(t, distributor, { name: "Rice", stock: 100_000 });
  const soap = await listProduct(t, distributor, { name: "Soap", stock: 100_000 });
  const products = { rice, soap };

  /** Places an order and accepts it for the day; one in the past is written behind the rules' back. */
  async function accepted(
    buyer: Person,
    day: string,
    ...names: readonly (keyof typeof products)[]
  ): Promise<void> {
    const { orderId } = await buyer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "m" },
      lines: names.map((name) => ({ productId: products[name], quantity: 1 })),
    });
    const deliveryBefore = day < TODAY ? TODAY : day;
    await distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
    await t.run((ctx) => ctx.db.patch("orders", orderId, { deliveryBefore: day }));
  }
  return { t, distributor, retailer, accepted };
}

type Filter = {
  readonly delivery: { readonly from?: string; readonly to?: string };
  readonly text?: string;
  readonly partnerId?: string;
  readonly from?: number;
  readonly to?: number;
};

/** The rows of all pages, as "products day", page by page. */
async function pagesOf({ client }: Person, filter: Filter, numItems = 100): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  for (;;) {
    const args = { list: "accepted" as const, ...filter, paginationOpts: { numItems, cursor } };
    const result: {
      page: { lines: { productName: string }[]; deliveryBefore?: string | undefined }[];
      isDone: boolean;
      continueCursor: string;
    } = await client.query(api.orders.incoming, args);
    pages.push(
      result.page.map(({ lines, deliveryBefore = "" }) => {
        const names = lines.map(({ productName }) => productName);
        return `${names.join(", ")} ${deliveryBefore}`;
      }),
    );
    if (result.isDone) return pages;
    cursor = result.continueCursor;
  }
}

it("[HANDLE3] has the earliest day first, and bounds days, both included", async () => {
  const { distributor, retailer, accepted } = await market();
  await accepted(retailer, SOON, "rice");
  await accepted(retailer, LATE, "soap");
  await accepted(retailer, TODAY, "rice");
  const all = async (delivery: Filter["delivery"]) =>
    (await pagesOf(distributor, { delivery })).flat();
  expect(await all({})).toEqual([`Soap ${LATE}`, `Rice ${TODAY}`, `Rice ${SOON}`]);
  expect(await all({ to: addDays(TODAY, -1) })).toEqual([`Soap ${LATE}`]);
  expect(await all({ from: TODAY, to: TODAY })).toEqual([`Rice ${TODAY}`]);
  expect(await all({ from: addDays(TODAY, 1) })).toEqual([`Rice ${SOON}`]);
  expect(await all({ from: "soon", to: "2026-13-45" })).toHaveLength(3);
});

it.each([1, 2, 3, 100])(
  "has every order once and whole on pages of %i orders",
  async (numItems) => {
    const { distributor, retailer, accepted } = await market();
    await accepted(retailer, SOON, "rice", "soap");
    await accepted(retailer, LATE, "soap", "rice", "rice");
    await accepted(retailer, TODAY, "rice");
    await accepted(retailer, SOON, "soap");
    const pages = await pagesOf(distributor, { delivery: {} }, numItems);
    expect(pages.flat()).toEqual([
      ...[`Soap, Rice, Rice ${LATE}`, `Rice ${TODAY}`, `Rice, Soap ${SOON}`, `Soap ${SOON}`],
    ]);
    expect(pages.every((rows) => rows.length <= numItems)).toBe(true);
  },
);

it("[HANDLE1] finds by text, retailer and day of placing, and shows a found order whole", async () => {
  const { t, distributor, retailer, accepted } = await market();
  const ravi = await joinRetailer(t, { name: "Ravi Kumar", shopName: "Station Stores" });
  await accepted(retailer, SOON, "rice", "soap");
  await accepted(ravi, TODAY, "rice");
  const found = async (filter: Omit<Filter, "delivery">) =>
    (await pagesOf(distributor, { delivery: {}, ...filter })).flat();
  expect(await found({ text: " SOAP" })).toEqual([`Rice, Soap ${SOON}`]);
  expect(await found({ text: "station" })).toEqual([`Rice ${TODAY}`]);
  expect(await found({ partnerId: ravi.user._id })).toEqual([`Rice ${TODAY}`]);
  for (const partnerId of [distributor.user._id, "nobody", ""])
    expect(await found({ partnerId })).toEqual([]);
  expect(await found({ from: Date.now() + 1_000 })).toEqual([]);
  expect(await found({ to: Number.NaN })).toHaveLength(2);
  expect(await found({ text: "x".repeat(10_000) })).toEqual([]);
});

it("[HANDLE1] reads a bounded number of orders for a page of a search", async () => {
  const { t, distributor, retailer, accepted } = await market();
  await accepted(retailer, SOON, "rice");
  const [order] = await t.run((ctx) => ctx.db.query("orders").take(1));
  for (let n = 1; n < 300; n += 1) await t.run((ctx) => ctx.db.insert("orders", copyOf(order!, n)));
  const pages = await pagesOf(distributor, { delivery: {}, text: "nothing" }, 10);
  expect(pages.length).toBe(Math.ceil((300 + 1) / ORDER_SCAN_ROWS));
  expect(pages.flat()).toEqual([]);
});
