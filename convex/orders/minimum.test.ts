/** Orders that are below the distributor's minimum because their retailer cancelled a part of them. */
import { beforeEach, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  FIRST_PAGE,
  listProduct,
  newKey,
  openPair,
  refusal,
  requireOrder,
} from "../market.setup";

beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));

const MINIMUM = 500_00;

/** Three lines of ₹300, ₹200 and ₹100 a piece, of one piece unless said otherwise, in a market whose distributor takes ₹500 and more. */
async function placed(...quantities: readonly number[]) {
  const { t, retailer, distributor } = await openPair({
    distributor: { orderTerms: { ...ANY_ORDERS, minOrderPaise: MINIMUM } },
  });
  const products = [];
  for (const pricePaise of [300_00, 200_00, 100_00])
    products.push(await listProduct(t, distributor, { pricePaise }));
  const place = (some: readonly Id<"products">[]) =>
    retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "Please.", shortageRule: "ask" },
      lines: some.map((productId, n) => ({ productId, quantity: quantities[n] ?? 1 })),
    });
  const { orderId } = await place(products);
  const lineIds = products.map((_, at) => `${orderId}-${at + 1}`);
  const cancel = (...which: number[]) =>
    retailer.client.mutation(api.orders.cancel, {
      ...{ orderIds: which.map((n) => lineIds[n]!), reason: "Changed my mind" },
    });
  const rowsOn = async (list: "pending" | "rejected") => {
    const asked = { list, paginationOpts: FIRST_PAGE };
    return (await distributor.client.query(api.orders.incoming, asked)).page;
  };
  /** Of each order that waits, whether it is marked. */
  const marks = async () =>
    (await rowsOn("pending")).map(({ isBelowMinimum }) => isBelowMinimum === true);
  return { t, distributor, products, place, orderId, lineIds, cancel, rowsOn, marks };
}

it("[MINIMUM1] is refused when it is placed, and marked when cancelled lines leave it", async () => {
  const { products, place, cancel, marks } = await placed();
  expect(await refusal(place(products.slice(0, 1)))).toMatchObject({ code: "MIN_ORDER" });
  expect(await marks()).toEqual([false]);
  await cancel(1);
  expect(await marks()).toEqual([true]);
});

it("[MINIMUM1] is not marked while what is left reaches the minimum", async () => {
  const { cancel, marks } = await placed();
  await cancel(2);
  expect(await marks()).toEqual([false]);
  await cancel(1);
  expect(await marks()).toEqual([true]);
});

it("[MINIMUM1] counts lines that the distributor refused itself", async () => {
  const { distributor, lineIds, cancel, marks } = await placed();
  await distributor.client.mutation(api.orders.reject, {
    ...{ orderIds: [lineIds[0]!], reason: "Sold out" },
  });
  expect(await marks()).toEqual([false]);
  await cancel(2);
  expect(await marks()).toEqual([false]);
});

it("[MINIMUM1] marks nothing of a distributor without a minimum", async () => {
  const { distributor, cancel, marks } = await placed();
  await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  await cancel(0, 1);
  expect(await marks()).toEqual([false]);
});

it("[MINIMUM1] counts all pieces of lines of which the distributor offers less", async () => {
  const { distributor, orderId, cancel, marks } = await placed(2);
  await distributor.client.mutation(api.orders.accept, {
    ...{ orderId, lines: [{ line: 0, quantity: 1 }] },
    deliveryBefore: todayIst(Date.now() + DAY_MS),
  });
  await cancel(1);
  expect(await marks()).toEqual([false]);
});

it("[MINIMUM1] is no mark of orders that were answered", async () => {
  const { t, distributor, orderId, cancel, rowsOn } = await placed();
  await cancel(1);
  expect((await requireOrder(t, orderId)).isBelowMinimum).toBe(true);
  await distributor.client.mutation(api.orders.reject, {
    ...{ orderIds: [orderId], reason: "Too little" },
  });
  const rows = await rowsOn("rejected");
  expect(rows).toMatchObject([{ _id: orderId, status: "rejected" }]);
  expect(rows[0]).not.toHaveProperty("isBelowMinimum");
});

it("[MINIMUM1] is no mark of an order that was cancelled line by line", async () => {
  const { cancel, rowsOn } = await placed();
  for (const line of [2, 1, 0]) await cancel(line);
  expect(await rowsOn("pending")).toEqual([]);
  const [row] = await rowsOn("rejected");
  expect(row).toMatchObject({ status: "cancelled" });
  expect(row).not.toHaveProperty("isBelowMinimum");
});
