/** Orders that are below the distributor's minimum because their retailer cancelled a part of them. */
import { beforeEach, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { ANY_ORDERS, FIRST_PAGE, listProduct, newKey, openPair, refusal } from "../market.setup";

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
      ...{ placementKey: newKey(), msg: "Please.", shortageRule: "sendLess" },
      lines: some.map((productId, n) => ({ productId, quantity: quantities[n] ?? 1 })),
    });
  const { orderIds } = await place(products);
  const cancel = (...which: number[]) =>
    retailer.client.mutation(api.orders.cancel, {
      ...{ orderIds: which.map((n) => orderIds[n]!), reason: "Changed my mind" },
    });
  const rowsOn = async (list: "pending" | "rejected") => {
    const asked = { list, paginationOpts: FIRST_PAGE };
    return (await distributor.client.query(api.orders.incoming, asked)).page;
  };
  /** For each line that waits, whether it is marked, in the order of placing. */
  const marks = async () => {
    const rows = await rowsOn("pending");
    return orderIds.flatMap((id) => {
      const row = rows.find(({ _id }) => _id === id);
      return row === undefined ? [] : [row.isBelowMinimum === true];
    });
  };
  return { distributor, products, place, orderIds, cancel, rowsOn, marks };
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

it("[MINIMUM1] counts all pieces of a line of which the distributor sends less", async () => {
  const { distributor, orderIds, cancel, marks } = await placed(2);
  await distributor.client.mutation(api.orders.accept, {
    lines: [{ orderId: orderIds[0]!, quantity: 1 }],
    deliveryBefore: todayIst(Date.now() + DAY_MS),
  });
  await cancel(1);
  expect(await marks()).toEqual([false]);
});

it("[MINIMUM1] is no mark of lines that were answered", async () => {
  const { distributor, orderIds, cancel, rowsOn } = await placed();
  await cancel(1);
  await distributor.client.mutation(api.orders.reject, {
    ...{ orderIds: [orderIds[0]!], reason: "Too little" },
  });
  const rows = await rowsOn("rejected");
  expect(rows.map(({ status }) => status).sort()).toEqual(["cancelled", "rejected"]);
  expect(rows.map(({ isBelowMinimum }) => isBelowMinimum)).toEqual([undefined, undefined]);
});
