/** A distributor's accepted orders in the order of their delivery days. */
import { beforeEach, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { ORDER_SCAN_ROWS } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
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

  /** Places lines and accepts each for its day; days in the past are written behind the rules' back. */
  async function accepted(
    buyer: Person,
    ...lines: readonly (readonly [keyof typeof products, string])[]
  ): Promise<void> {
    const { orderIds } = await buyer.client.mutation(api.orders.place, {
      ...{ placementKey: newKey(), msg: "m" },
      lines: lines.map(([name]) => ({ productId: products[name], quantity: 1 })),
    });
    for (const [at, [, day]] of lines.entries()) {
      const orderId = orderIds[at]!;
      const deliveryBefore = day < TODAY ? TODAY : day;
      await distributor.client.mutation(api.orders.accept, {
        ...{ lines: [{ orderId }], deliveryBefore },
      });
      await t.run((ctx) => ctx.db.patch("orders", orderId, { deliveryBefore: day }));
    }
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

/** The rows of all pages, as "product day", page by page. */
async function pagesOf({ client }: Person, filter: Filter, numItems = 100): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  for (;;) {
    const args = { list: "accepted" as const, ...filter, paginationOpts: { numItems, cursor } };
    const result: {
      page: { productName: string; deliveryBefore?: string | undefined }[];
      isDone: boolean;
      continueCursor: string;
    } = await client.query(api.orders.incoming, args);
    pages.push(result.page.map((row) => `${row.productName} ${row.deliveryBefore ?? ""}`));
    if (result.isDone) return pages;
    cursor = result.continueCursor;
  }
}

it("[HANDLE3] has the earliest day first, and bounds days, both included", async () => {
  const { distributor, retailer, accepted } = await market();
  await accepted(retailer, ["rice", SOON]);
  await accepted(retailer, ["soap", LATE]);
  await accepted(retailer, ["rice", TODAY]);
  const all = async (delivery: Filter["delivery"]) =>
    (await pagesOf(distributor, { delivery })).flat();
  expect(await all({})).toEqual([`Soap ${LATE}`, `Rice ${TODAY}`, `Rice ${SOON}`]);
  expect(await all({ to: addDays(TODAY, -1) })).toEqual([`Soap ${LATE}`]);
  expect(await all({ from: TODAY, to: TODAY })).toEqual([`Rice ${TODAY}`]);
  expect(await all({ from: addDays(TODAY, 1) })).toEqual([`Rice ${SOON}`]);
  expect(await all({ from: "soon", to: "2026-13-45" })).toHaveLength(3);
});

it.each([1, 2, 3, 100])(
  "keeps the lines of a placement and a day on one page of %i rows",
  async (numItems) => {
    const { distributor, retailer, accepted } = await market();
    await accepted(retailer, ["rice", SOON], ["soap", LATE], ["soap", SOON], ["rice", LATE]);
    await accepted(retailer, ["rice", TODAY]);
    const pages = await pagesOf(distributor, { delivery: {} }, numItems);
    expect(pages.flat()).toEqual([
      ...[`Soap ${LATE}`, `Rice ${LATE}`, `Rice ${TODAY}`],
      ...[`Rice ${SOON}`, `Soap ${SOON}`],
    ]);
    for (const day of [LATE, SOON])
      expect(pages.filter((rows) => rows.some((row) => row.endsWith(day)))).toHaveLength(1);
  },
);

it("[HANDLE1] finds by text, retailer and day of placing, and shows a found placement whole", async () => {
  const { t, distributor, retailer, accepted } = await market();
  const ravi = await joinRetailer(t, { name: "Ravi Kumar", shopName: "Station Stores" });
  await accepted(retailer, ["rice", SOON], ["soap", SOON]);
  await accepted(ravi, ["rice", TODAY]);
  const found = async (filter: Omit<Filter, "delivery">) =>
    (await pagesOf(distributor, { delivery: {}, ...filter })).flat();
  expect(await found({ text: " SOAP" })).toEqual([`Rice ${SOON}`, `Soap ${SOON}`]);
  expect(await found({ text: "station" })).toEqual([`Rice ${TODAY}`]);
  expect(await found({ partnerId: ravi.user._id })).toEqual([`Rice ${TODAY}`]);
  for (const partnerId of [distributor.user._id, "nobody", ""])
    expect(await found({ partnerId })).toEqual([]);
  expect(await found({ from: Date.now() + 1_000 })).toEqual([]);
  expect(await found({ to: Number.NaN })).toHaveLength(3);
  expect(await found({ text: "x".repeat(10_000) })).toEqual([]);
});

it("[HANDLE1] reads a bounded number of orders for a page of a search", async () => {
  const { distributor, retailer, accepted } = await market();
  for (let round = 0; round < 3; round += 1)
    await accepted(retailer, ...Array.from({ length: 100 }, () => ["rice", SOON] as const));
  const pages = await pagesOf(distributor, { delivery: {}, text: "nothing" }, 10);
  expect(pages.length).toBe(Math.ceil((300 + 1) / ORDER_SCAN_ROWS));
  expect(pages.flat()).toEqual([]);
}, 60_000);
