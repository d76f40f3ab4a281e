/** Answers with fewer pieces than asked, and acceptances of several lines. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { OFFER_LIFETIME_MS } from "../../domain/limits";
import type { ShortageRule } from "../../domain/orderAnswer";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  everything,
  FIRST_PAGE,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  refusal,
  requireOrder,
  settledTime,
  stockOf,
} from "../market.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse("2026-06-10T06:30:00Z"));
});

const dayAfter = (days: number) => todayIst(Date.now() + days * DAY_MS);

type Given = { shortageRule?: ShortageRule; quantities?: readonly number[] };

/** A placement of several lines, each of a product with 100 pieces at ₹52.50. */
async function placed({ shortageRule, quantities = [10, 4, 6] }: Given = {}) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const products: Id<"products">[] = [];
  for (const _ of quantities) products.push(await listProduct(t, distributor));
  const lines = products.map((productId, n) => ({ productId, quantity: quantities[n]! }));
  const request = { placementKey: newKey(), msg: "Please deliver soon.", lines, shortageRule };
  const { orderIds } = await retailer.client.mutation(api.orders.place, request);
  const answer = (sent: readonly number[], deliveryBefore = dayAfter(3)) =>
    distributor.client.mutation(api.orders.accept, {
      lines: orderIds.map((orderId, n) => ({ orderId, quantity: sent[n]! })),
      deliveryBefore,
    });
  const offer = async (sent: readonly number[]) => {
    const { offerId } = await answer(sent);
    if (offerId === null) throw new Error("Nothing was offered.");
    return offerId;
  };
  const statuses = () =>
    Promise.all(orderIds.map(async (id) => (await requireOrder(t, id)).status));
  const quantitiesNow = () =>
    Promise.all(orderIds.map(async (id) => (await requireOrder(t, id)).quantity));
  const stocks = () => Promise.all(products.map((id) => stockOf(t, id)));
  return {
    ...{ t, distributor, retailer, products, orderIds, answer, offer },
    ...{ statuses, quantitiesNow, stocks },
  };
}

describe("an acceptance of several lines", () => {
  it("[I-39] issues one invoice with a line for each, and its sum", async () => {
    const { retailer, orderIds, answer, statuses } = await placed();
    const { invoiceId, offerId } = await answer([10, 4, 6]);
    expect(offerId).toBeNull();
    expect(await statuses()).toEqual(["accepted", "accepted", "accepted"]);
    const invoice = await retailer.client.query(api.invoices.one, { invoiceId: invoiceId! });
    expect(invoice).toMatchObject({
      invoiceNo: "1",
      netAmountPaise: 20 * 5_250,
      payablePaise: 20 * 5_250,
      lines: orderIds.map((orderId) => ({ orderId })),
    });
    expect(invoice?.upiLink).toContain("am=1050.00&");
    const { page } = await retailer.client.query(api.invoices.mine, { paginationOpts: FIRST_PAGE });
    expect(page).toMatchObject([{ productName: "Steel Tumbler and 2 more" }]);
  });

  it("given again is the same invoice; with another date or quantity it is refused", async () => {
    const { t, answer } = await placed({ shortageRule: "sendLess" });
    const first = await answer([10, 0, 3]);
    const before = await everything(t);
    expect(await answer([10, 0, 3])).toEqual(first);
    expect(await refusal(answer([10, 0, 3], dayAfter(4)))).toMatchObject({ code: "ILLEGAL_MOVE" });
    expect(await refusal(answer([10, 1, 3]))).toMatchObject({ code: "ILLEGAL_MOVE" });
    expect(await everything(t)).toBe(before);
  });

  it("of some lines leaves the others pending, which get an invoice of their own", async () => {
    const { distributor, orderIds, statuses } = await placed();
    const accept = (ids: readonly Id<"orders">[]) =>
      distributor.client.mutation(api.orders.accept, {
        lines: ids.map((orderId) => ({ orderId })),
        deliveryBefore: dayAfter(3),
      });
    const first = await accept(orderIds.slice(0, 1));
    expect(await statuses()).toEqual(["accepted", "pending", "pending"]);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(1);
    expect(await accept(orderIds.slice(1))).not.toEqual(first);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(0);
    expect(await refusal(accept(orderIds))).toMatchObject({ code: "ILLEGAL_MOVE" });
  });

  it("takes no lines of two placements, none twice, and none of a rival's", async () => {
    const { t, distributor, retailer, products, orderIds } = await placed();
    const other = await retailer.client.mutation(api.orders.place, {
      ...{ placementKey: newKey(), msg: "More" },
      lines: [{ productId: products[0]!, quantity: 1 }],
    });
    const rival = await joinDistributor(t, { upiId: "rival@bank" });
    const before = await everything(t);
    const accept = (ids: readonly string[], by = distributor) =>
      refusal(
        by.client.mutation(api.orders.accept, {
          lines: ids.map((orderId) => ({ orderId })),
          deliveryBefore: dayAfter(3),
        }),
      );
    const [first] = orderIds;
    expect(await accept([first!, ...other.orderIds])).toEqual({ code: "BAD_LINES" });
    expect(await accept([first!, first!])).toEqual({ code: "BAD_LINES" });
    expect(await accept(Array.from({ length: 101 }, () => first!))).toEqual({ code: "BAD_LINES" });
    expect(await accept(orderIds, rival)).toEqual({ code: "NOT_FOUND" });
    expect(await everything(t)).toBe(before);
  });
});

describe("fewer pieces than asked", () => {
  it("[I-38] are sent at once where the retailer said so; the price stays, and the rest returns to the stock", async () => {
    const { retailer, orderIds, answer, statuses, quantitiesNow, stocks } = await placed({
      shortageRule: "sendLess",
    });
    const { invoiceId } = await answer([6, 0, 6]);
    expect(await statuses()).toEqual(["accepted", "rejected", "accepted"]);
    expect(await quantitiesNow()).toEqual([6, 4, 6]);
    expect(await stocks()).toEqual([94, 100, 94]);
    expect(await retailer.client.query(api.invoices.one, { invoiceId: invoiceId! })).toMatchObject({
      netAmountPaise: 12 * 5_250,
      lines: [{ quantity: 6 }, { quantity: 6 }],
    });
    expect(await retailer.client.query(api.orders.one, { orderId: orderIds[0]! })).toMatchObject({
      quantity: 6,
      askedQuantity: 10,
      pricePaise: 5_250,
    });
    const [, accepted] = await retailer.client.query(api.orders.timeline, {
      orderId: orderIds[0]!,
    });
    expect(accepted).toMatchObject({ kind: "accepted", quantity: 6, askedQuantity: 10 });
    expect(await retailer.client.query(api.orders.one, { orderId: orderIds[1]! })).toMatchObject({
      orderCancelReason: "Not available",
    });
  });

  it("of all lines are a rejection, without an invoice", async () => {
    const { answer, statuses } = await placed();
    expect(await answer([0, 0, 0])).toEqual({ invoiceId: null, offerId: null });
    expect(await statuses()).toEqual(["rejected", "rejected", "rejected"]);
    expect(await answer([0, 0, 0])).toEqual({ invoiceId: null, offerId: null });
  });

  it("are an offer where the retailer wants to be asked: orders stay pending, and the stock held", async () => {
    const { retailer, distributor, orderIds, offer, statuses, stocks } = await placed();
    const offerId = await offer([6, 4, 0]);
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
    expect(await stocks()).toEqual([90, 96, 94]);
    const own = { paginationOpts: FIRST_PAGE };
    for (const { client } of [retailer, distributor]) {
      expect((await client.query(api.offers.mine, own)).page).toMatchObject([
        {
          _id: offerId,
          state: "open",
          lines: [
            { askedQuantity: 10, quantity: 6 },
            { askedQuantity: 4, quantity: 4 },
            { askedQuantity: 6, quantity: 0 },
          ],
        },
      ]);
    }
    const rows = { ...own, list: "pending" } as const;
    const { page } = await retailer.client.query(api.orders.outgoing, rows);
    expect(page.find(({ _id }) => _id === orderIds[0])).toMatchObject({
      offer: { offerId, quantity: 6 },
    });
  });
});

describe("an offer", () => {
  it("[I-40] that is agreed to is applied exactly as it was shown, once, with one invoice", async () => {
    const { t, retailer, orderIds, offer, statuses, quantitiesNow, stocks } = await placed();
    const offerId = await offer([6, 4, 0]);
    const { invoiceId } = await retailer.client.mutation(api.offers.agree, { offerId });
    expect(await statuses()).toEqual(["accepted", "accepted", "rejected"]);
    expect(await quantitiesNow()).toEqual([6, 4, 6]);
    expect(await stocks()).toEqual([94, 96, 100]);
    const events = await retailer.client.query(api.orders.timeline, { orderId: orderIds[0]! });
    expect(events.map(({ kind, by }) => [kind, by])).toEqual([
      ["placed", "retailer"],
      ["offered", "distributor"],
      ["accepted", "retailer"],
    ]);
    const before = await everything(t);
    expect(await retailer.client.mutation(api.offers.agree, { offerId })).toEqual({ invoiceId });
    expect(await everything(t)).toBe(before);
  });

  it("that was replaced can't be agreed to: not the new one in its place", async () => {
    const { t, retailer, offer } = await placed();
    const [first, second] = [await offer([6, 4, 0]), await offer([1, 1, 1])];
    expect(second).not.toBe(first);
    const before = await everything(t);
    expect(await refusal(retailer.client.mutation(api.offers.agree, { offerId: first }))).toEqual({
      code: "OFFER_CLOSED",
      state: "withdrawn",
    });
    expect(await everything(t)).toBe(before);
  });

  it("made again as it is, is the same offer", async () => {
    const { t, offer } = await placed();
    const first = await offer([6, 4, 0]);
    const before = await everything(t);
    expect(await offer([6, 4, 0])).toBe(first);
    expect(await everything(t)).toBe(before);
  });

  it.each([
    ["decline", "declined", "offerDeclined"],
    ["withdraw", "withdrawn", "offerWithdrawn"],
  ] as const)("%s leaves the orders as they were", async (way, state, kind) => {
    const { retailer, distributor, orderIds, offer, statuses, stocks, answer } = await placed();
    const offerId = await offer([6, 4, 0]);
    const end = () =>
      way === "decline"
        ? retailer.client.mutation(api.offers.decline, { offerId })
        : distributor.client.mutation(api.offers.withdraw, { offerId });
    await end();
    await end();
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
    expect(await stocks()).toEqual([90, 96, 94]);
    expect(await refusal(retailer.client.mutation(api.offers.agree, { offerId }))).toEqual({
      code: "OFFER_CLOSED",
      state,
    });
    const events = await retailer.client.query(api.orders.timeline, { orderId: orderIds[0]! });
    expect(events.at(-1)?.kind).toBe(kind);
    expect((await answer([10, 4, 6])).invoiceId).not.toBeNull();
  });

  it("expires after 48 hours, by itself, and can't be agreed to from that moment on", async () => {
    const { t, retailer, orderIds, offer } = await placed();
    const offeredAt = await settledTime(t);
    const offerId = await offer([6, 4, 0]);
    const agree = () => refusal(retailer.client.mutation(api.offers.agree, { offerId }));
    vi.setSystemTime(offeredAt + OFFER_LIFETIME_MS);
    expect(await agree()).toEqual({ code: "OFFER_CLOSED", state: "expired" });
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect((await requireOrder(t, orderIds[0]!)).offer).toBeUndefined();
    expect(await agree()).toEqual({ code: "OFFER_CLOSED", state: "expired" });
  });

  it("ends before the day that it promises is over", async () => {
    const { answer, orderIds, t } = await placed();
    await answer([6, 4, 0], dayAfter(0));
    const { offer } = await requireOrder(t, orderIds[0]!);
    expect(offer?.expiresAt).toBe(Date.parse("2026-06-11T00:00:00+05:30"));
  });

  it("ends for all lines when one of them is cancelled, rejected or accepted otherwise", async () => {
    for (const way of ["cancel", "reject", "accept"] as const) {
      const { t, retailer, distributor, orderIds, offer } = await placed();
      const offerId = await offer([6, 4, 0]);
      const [orderId] = orderIds;
      const one = { orderIds: [orderId!], reason: "Changed plans" };
      if (way === "cancel") await retailer.client.mutation(api.orders.cancel, one);
      else if (way === "reject") await distributor.client.mutation(api.orders.reject, one);
      else
        await distributor.client.mutation(api.orders.accept, {
          lines: [{ orderId: orderId! }],
          deliveryBefore: dayAfter(3),
        });
      for (const id of orderIds) expect((await requireOrder(t, id)).offer).toBeUndefined();
      expect(await refusal(retailer.client.mutation(api.offers.agree, { offerId }))).toEqual({
        code: "OFFER_CLOSED",
        state: way === "cancel" ? "declined" : "withdrawn",
      });
    }
  });

  it("is nobody else's to answer, and the other party's answers are not one's own", async () => {
    const { t, retailer, distributor, offer } = await placed();
    const offerId = await offer([6, 4, 0]);
    const [stranger, rival] = [await joinRetailer(t), await joinDistributor(t)];
    const notFound = { code: "NOT_FOUND" };
    for (const answer of [api.offers.agree, api.offers.decline])
      expect(await refusal(stranger.client.mutation(answer, { offerId }))).toEqual(notFound);
    expect(await refusal(rival.client.mutation(api.offers.withdraw, { offerId }))).toEqual(
      notFound,
    );
    const forbidden = { code: "FORBIDDEN" };
    expect(await refusal(distributor.client.mutation(api.offers.agree, { offerId }))).toEqual(
      forbidden,
    );
    expect(await refusal(retailer.client.mutation(api.offers.withdraw, { offerId }))).toEqual(
      forbidden,
    );
    for (const { client } of [stranger, rival])
      expect((await client.query(api.offers.mine, { paginationOpts: FIRST_PAGE })).page).toEqual(
        [],
      );
  });
});
