/** Orders that are below the distributor's minimum because their retailer cancelled a part of them. */
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { ANY_ORDERS, FIRST_PAGE, listProduct, newKey, openPair, refusal } from "../market.setup";

beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));

const MINIMUM = 500_00;

/** Three lines of ₹300, ₹200 and ₹100, in a market whose distributor takes ₹500 and more. */
async function placed() {
  const { t, retailer, distributor } = await openPair({
    distributor: { orderTerms: { ...ANY_ORDERS, minOrderPaise: MINIMUM } },
  });
  const products = [];
  for (const pricePaise of [300_00, 200_00, 100_00])
    products.push(await listProduct(t, distributor, { pricePaise }));
  const place = (some: readonly Id<"products">[]) =>
    retailer.client.mutation(api.orders.place, {
      ...{ placementKey: newKey(), msg: "Please." },
      lines: some.map((productId) => ({ productId, quantity: 1 })),
    });
  const { orderIds } = await place(products);
  const cancel = (...which: number[]) =>
    retailer.client.mutation(api.orders.cancel, {
      ...{ orderIds: which.map((n) => orderIds[n]!), reason: "Changed my mind" },
    });
  /** For each line that waits, whether it is marked, in the order of placing. */
  const marks = async () => {
    const asked = { list: "pending" as const, paginationOpts: FIRST_PAGE };
    const { page } = await distributor.client.query(api.orders.incoming, asked);
    return orderIds.flatMap((id) => {
      const row = page.find(({ _id }) => _id === id);
      return row === undefined ? [] : [row.isBelowMinimum === true];
    });
  };
  return { distributor, products, place, orderIds, cancel, marks };
}

it("[MINIMUM1] is refused when it is placed, and marked when cancelled lines leave it", async () => {
  const { products, place, cancel, marks } = await placed();
  expect(await refusal(place(products.slice(0, 1)))).toMatchObject({ code: "MIN_ORDER" });
  expect(await marks()).toEqual([false, false, false]);
  await cancel(1);
  expect(await marks()).toEqual([true, true]);
});

it("[MINIMUM1] is not marked while what is left reaches the minimum", async () => {
  const { cancel, marks } = await placed();
  await cancel(2);
  expect(await marks()).toEqual([false, false]);
  await cancel(1);
  expect(await marks()).toEqual([true]);
});

it("[MINIMUM1] counts lines that the distributor refused itself", async () => {
  const { distributor, orderIds, cancel, marks } = await placed();
  await distributor.client.mutation(api.orders.reject, {
    ...{ orderIds: [orderIds[0]!], reason: "Sold out" },
  });
  expect(await marks()).toEqual([false, false]);
  await cancel(2);
  expect(await marks()).toEqual([false]);
});

it("[MINIMUM1] marks nothing of a distributor without a minimum", async () => {
  const { distributor, cancel, marks } = await placed();
  await distributor.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  await cancel(0, 1);
  expect(await marks()).toEqual([false]);
});
