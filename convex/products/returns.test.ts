/** Pieces that orders gave back, remembered while a caller may be about to return them once more. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RESTORE_ECHO_MS } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  joinRetailer,
  listProduct,
  openPair,
  type Person,
  placeLines,
  refusal,
  settledTime,
  stockOf,
  stopTimeAt,
} from "../market.setup";
import { restore as restoreStock } from "../rest/rest.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

/** An order of 2 and 3 pieces of one product, and of 4 of another; of both there were 100. */
async function placed() {
  const { t, retailer, distributor } = await openPair({ distributor: { orderTerms: ANY_ORDERS } });
  const goods = await listProduct(t, distributor);
  const others = await listProduct(t, distributor);
  const orderId = await placeLines(retailer, [
    { productId: goods, quantity: 2 },
    { productId: goods, quantity: 3 },
    { productId: others, quantity: 4 },
  ]);
  const restore = (person: Person, increment: number, productId: Id<"products"> = goods) =>
    restoreStock(person, productId, increment);
  const kept = () => t.run((ctx) => ctx.db.query("stockReturns").take(1_000));
  return { t, retailer, distributor, goods, others, orderId, restore, kept };
}

it("[I-04] of each line that came to nothing are returned once, whoever asks again", async () => {
  const { t, retailer, distributor, goods, others, orderId, restore, kept } = await placed();
  await retailer.client.mutation(api.orders.cancel, { orderIds: [`${orderId}-1`], reason: "r" });
  expect(await stockOf(t, goods)).toBe(97);
  for (const person of [retailer, distributor, retailer]) await restore(person, 2);
  expect(await stockOf(t, goods)).toBe(97);
  expect(await kept()).toHaveLength(1);
  // What waits is no echo, and neither are other pieces.
  expect(await refusal(restore(retailer, 3))).toEqual({ code: "NO_STOCK_TO_RESTORE" });
  await restore(distributor, 3);
  expect(await stockOf(t, goods)).toBe(100);
  await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "r" });
  expect([await stockOf(t, goods), await stockOf(t, others)]).toEqual([103, 100]);
  for (const person of [retailer, distributor]) {
    await restore(person, 3);
    await restore(person, 4, others);
  }
  expect([await stockOf(t, goods), await stockOf(t, others)]).toEqual([103, 100]);
  // Those of other retailers' orders were not theirs to return.
  const neighbour = await joinRetailer(t);
  expect(await refusal(restore(neighbour, 3))).toEqual({ code: "NO_STOCK_TO_RESTORE" });
});

it("are remembered of lines that an acceptance left out, and not of fewer pieces", async () => {
  const { t, retailer, distributor, goods, others, orderId, restore, kept } = await placed();
  const { offerId } = await distributor.client.mutation(api.orders.accept, {
    orderId,
    lines: [
      { line: 1, quantity: 1 },
      { line: 2, quantity: 0 },
    ],
    deliveryBefore: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  });
  await retailer.client.mutation(api.offers.agree, { offerId: offerId! });
  expect([await stockOf(t, goods), await stockOf(t, others)]).toEqual([97, 100]);
  expect(await kept()).toMatchObject([{ productId: others, quantity: 4 }]);
  await restore(distributor, 4, others);
  expect(await stockOf(t, others)).toBe(100);
  await restore(distributor, 2);
  expect(await stockOf(t, goods)).toBe(99);
});

it("are forgotten after their time, and deleted by later returns of their product", async () => {
  const { t, retailer, distributor, goods, orderId, restore, kept } = await placed();
  const begin = await settledTime(t);
  await retailer.client.mutation(api.orders.cancel, { orderIds: [`${orderId}-1`], reason: "r" });
  await stopTimeAt(t, begin + RESTORE_ECHO_MS - 1);
  await restore(distributor, 2);
  expect(await stockOf(t, goods)).toBe(97);
  await stopTimeAt(t, begin + RESTORE_ECHO_MS);
  await restore(distributor, 2);
  expect(await stockOf(t, goods)).toBe(99);
  const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  await t.run(async (ctx) => {
    for (let n = 0; n < 6; n += 1)
      await ctx.db.insert("stockReturns", { productId: goods, ...pair, quantity: 9, at: begin });
  });
  await stopTimeAt(t, begin + 2 * RESTORE_ECHO_MS);
  await retailer.client.mutation(api.orders.cancel, { orderIds: [`${orderId}-2`], reason: "r" });
  expect(await kept()).toHaveLength(7 + 1 - 4);
  const other = await placeLines(retailer, [{ productId: goods, quantity: 1 }]);
  await retailer.client.mutation(api.orders.cancel, { orderIds: [other], reason: "r" });
  expect((await kept()).map(({ quantity }) => quantity)).toEqual([3, 1]);
});

it("are found among many others of their product: the latest are looked through", async () => {
  const { t, retailer, distributor, goods, orderId, restore } = await placed();
  const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
  const at = await settledTime(t);
  await t.run(async (ctx) => {
    for (let n = 0; n < 600; n += 1)
      await ctx.db.insert("stockReturns", { productId: goods, ...pair, quantity: 9, at });
  });
  vi.setSystemTime(at + 1_000);
  await retailer.client.mutation(api.orders.cancel, { orderIds: [`${orderId}-1`], reason: "r" });
  await restore(distributor, 2);
  expect(await stockOf(t, goods)).toBe(97);
});
