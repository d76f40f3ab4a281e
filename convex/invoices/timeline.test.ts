import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { INVOICE_EVENTS_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
} from "../market.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse("2026-06-10T06:30:00Z"));
});

/** A placement of several lines, accepted together after `between` was done to its orders. */
async function invoiced(
  quantities: readonly number[],
  sent: readonly number[] = quantities,
  between: (retailer: Retailer, orderIds: readonly Id<"orders">[]) => Promise<unknown> = () =>
    Promise.resolve(),
) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const lines: { productId: Id<"products">; quantity: number }[] = [];
  for (const quantity of quantities)
    lines.push({ productId: await listProduct(t, distributor), quantity });
  const request = { placementKey: newKey(), msg: "Please deliver soon.", lines };
  const { orderIds } = await retailer.client.mutation(api.orders.place, request);
  vi.advanceTimersByTime(1000);
  await between(retailer, orderIds);
  vi.advanceTimersByTime(1000);
  const { invoiceId, offerId } = await distributor.client.mutation(api.orders.accept, {
    lines: orderIds.map((orderId, n) => ({ orderId, quantity: sent[n]! })),
    deliveryBefore: todayIst(Date.now() + 3 * DAY_MS),
  });
  vi.advanceTimersByTime(1000);
  return { t, distributor, retailer, orderIds, invoiceId, offerId };
}

type Retailer = Awaited<ReturnType<typeof joinRetailer>>;

describe("[TIMELINE3] the timeline of an invoice", () => {
  it("has one entry for a step of several of its orders, which lists them", async () => {
    const reword = (retailer: Retailer, [, second]: readonly Id<"orders">[]) =>
      retailer.client.mutation(api.orders.updateMessage, { orderId: second!, msg: "Ring twice" });
    const { distributor, retailer, orderIds, invoiceId } = await invoiced([10, 4], [10, 4], reword);
    const [first, second] = orderIds;
    await distributor.client.mutation(api.orders.complete, { orderIds: [second!] });
    for (const { client } of [retailer, distributor]) {
      const events = await client.query(api.invoices.timeline, { invoiceId: invoiceId! });
      expect(events).toMatchObject([
        {
          ...{ kind: "placed", by: "retailer", msg: "Please deliver soon." },
          lines: [
            { orderId: first, productName: "Steel Tumbler", quantity: 10 },
            { orderId: second, quantity: 4 },
          ],
        },
        { kind: "messageChanged", by: "retailer", msg: "Ring twice", lines: [{ orderId: second }] },
        {
          ...{ kind: "accepted", by: "distributor", from: "pending", to: "accepted" },
          lines: [{ orderId: first }, { orderId: second }],
        },
        { kind: "completed", by: "distributor", lines: [{ orderId: second }] },
      ]);
    }
  });

  it("tells pieces asked and agreed, without the lines that were not sent", async () => {
    const { retailer, orderIds, offerId } = await invoiced([10, 4], [6, 0]);
    const { invoiceId } = await retailer.client.mutation(api.offers.agree, { offerId: offerId! });
    const events = await retailer.client.query(api.invoices.timeline, { invoiceId: invoiceId! });
    const line = { orderId: orderIds[0], quantity: 6, askedQuantity: 10 };
    expect(events).toMatchObject([
      { kind: "placed", lines: [{ quantity: 10 }] },
      { kind: "offered", by: "distributor", lines: [line] },
      { kind: "accepted", by: "retailer", lines: [line] },
    ]);
  });

  it("is empty for whoever is no party, and for what is no invoice", async () => {
    const { t, retailer, orderIds, invoiceId } = await invoiced([2]);
    const others = [await joinAdmin(t), await joinRetailer(t), await joinDistributor(t)];
    for (const { client } of others)
      expect(await client.query(api.invoices.timeline, { invoiceId: invoiceId! })).toEqual([]);
    for (const none of ["../x", orderIds[0]!])
      expect(await retailer.client.query(api.invoices.timeline, { invoiceId: none })).toEqual([]);
  });

  it("reads so many events at most, the latest of each order", async () => {
    const orders = 20;
    const each = INVOICE_EVENTS_MAX / orders;
    const { t, retailer, orderIds, invoiceId } = await invoiced(Array(orders).fill(1));
    await t.run(async (ctx) => {
      for (const orderId of orderIds) {
        const event = { orderId, kind: "messageChanged", to: "accepted" } as const;
        for (let at = 1; at <= each + 1; at += 1)
          await ctx.db.insert("orderEvents", { ...event, at });
      }
    });
    const events = await retailer.client.query(api.invoices.timeline, { invoiceId: invoiceId! });
    expect(events.map(({ at }) => at)).toEqual(Array.from({ length: each }, (_, n) => n + 2));
    expect(events.every(({ lines }) => lines.length === orders)).toBe(true);
  });
});
