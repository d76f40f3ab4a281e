/** Answers with fewer pieces than asked, to orders of several lines. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { lineIdOf, lineStatus } from "../../domain/orderLines";
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
  placeOne,
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

/** An order of several lines, each of a product with 100 pieces at ₹52.50. */
async function placed({ shortageRule, quantities = [10, 4, 6] }: Given = {}) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const products: Id<"products">[] = [];
  for (const _ of quantities) products.push(await listProduct(t, distributor));
  const lines = products.map((productId, n) => ({ productId, quantity: quantities[n]! }));
  const request = { orderKey: newKey(), msg: "Please deliver soon.", lines, shortageRule };
  const { orderId } = await retailer.client.mutation(api.orders.place, request);
  const lineIds = lines.map((_, at) => lineIdOf({ _id: orderId, lines }, at));
  const answer = (sent: readonly number[], deliveryBefore = dayAfter(3)) =>
    distributor.client.mutation(api.orders.accept, {
      lines: sent.map((quantity, line) => ({ line, quantity })),
      ...{ orderId, deliveryBefore },
    });
  const offer = async (sent: readonly number[]) => {
    const { offerId } = await answer(sent);
    if (offerId === null) throw new Error("Nothing was offered.");
    return offerId;
  };
  const order = () => requireOrder(t, orderId);
  /** The status of each line, and its pieces. */
  const lineStates = async () => {
    const { status, lines: now } = await order();
    return now.map((line) => `${lineStatus(status, line)} ${line.quantity}`);
  };
  const stocks = () => Promise.all(products.map((id) => stockOf(t, id)));
  return {
    ...{ t, distributor, retailer, products, orderId, lineIds, answer, offer },
    ...{ order, lineStates, stocks },
  };
}

describe("an acceptance of several lines", () => {
  it("[I-39] issues one invoice with a line for each, and its sum", async () => {
    const { retailer, lineIds, answer, lineStates, order } = await placed();
    const { invoiceId, offerId } = await answer([10, 4, 6]);
    expect(offerId).toBeNull();
    expect(await lineStates()).toEqual(["accepted 10", "accepted 4", "accepted 6"]);
    expect((await order()).invoiceId).toBe(invoiceId);
    const invoice = await retailer.client.query(api.invoices.one, { invoiceId: invoiceId! });
    expect(invoice).toMatchObject({
      invoiceNo: "1",
      netAmountPaise: 20 * 5_250,
      payablePaise: 20 * 5_250,
      lines: lineIds.map((lineId) => ({ lineId })),
    });
    expect(invoice?.upiLink).toContain("am=1050.00&");
    const { page } = await retailer.client.query(api.invoices.mine, { paginationOpts: FIRST_PAGE });
    expect(page).toMatchObject([{ productName: "Steel Tumbler and 2 more" }]);
  });

  it("sends all pieces of lines that it does not name", async () => {
    const { distributor, orderId, lineStates } = await placed({ shortageRule: "sendLess" });
    const { invoiceId } = await distributor.client.mutation(api.orders.accept, {
      ...{ orderId, lines: [{ line: 1, quantity: 0 }], deliveryBefore: dayAfter(3) },
    });
    expect(invoiceId).not.toBeNull();
    expect(await lineStates()).toEqual(["accepted 10", "rejected 0", "accepted 6"]);
  });

  it("given again is the same invoice; with another date or quantity it is refused", async () => {
    const { t, distributor, orderId, answer } = await placed({ shortageRule: "sendLess" });
    const first = await answer([10, 0, 3]);
    const before = await everything(t);
    expect(await answer([10, 0, 3])).toEqual(first);
    const illegal = { code: "ILLEGAL_MOVE", status: "accepted" };
    expect(await refusal(answer([10, 0, 3], dayAfter(4)))).toEqual(illegal);
    expect(await refusal(answer([10, 1, 3]))).toEqual(illegal);
    const whole = { orderId, deliveryBefore: dayAfter(3) };
    expect(await refusal(distributor.client.mutation(api.orders.accept, whole))).toEqual(illegal);
    expect(await everything(t)).toBe(before);
  });

  it("answers the whole order, to its distributor, and names each of its lines at most once", async () => {
    const { t, distributor, orderId, lineIds } = await placed();
    const rival = await joinDistributor(t, { upiId: "rival@bank" });
    const before = await everything(t);
    const accept = (id: string, lines?: { line: number; quantity: number }[], by = distributor) =>
      refusal(
        by.client.mutation(api.orders.accept, {
          ...{ orderId: id, deliveryBefore: dayAfter(3), ...(lines && { lines }) },
        }),
      );
    for (const id of lineIds) expect(await accept(id)).toEqual({ code: "WHOLE_ORDER", orderId });
    const first = { line: 0, quantity: 1 };
    expect(await accept(orderId, [first, first])).toEqual({ code: "BAD_LINES" });
    for (const line of [3, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(await accept(orderId, [{ line, quantity: 1 }])).toEqual({ code: "BAD_LINES" });
    const many = Array.from({ length: 101 }, (_, line) => ({ line, quantity: 1 }));
    expect(await accept(orderId, many)).toEqual({ code: "BAD_LINES" });
    for (const quantity of [11, -1, 0.5, Number.NaN])
      expect(await accept(orderId, [{ line: 0, quantity }])).toEqual({ code: "BAD_QUANTITY" });
    for (const id of [orderId, ...lineIds])
      expect(await accept(id, undefined, rival)).toEqual({ code: "NOT_FOUND" });
    expect(await everything(t)).toBe(before);
  });

  it("leaves out what its retailer cancelled before, whatever it says of it", async () => {
    const { retailer, lineIds, answer, lineStates, stocks } = await placed();
    const cancelled = { orderIds: [lineIds[1]!], reason: "Ordered twice" };
    await retailer.client.mutation(api.orders.cancel, cancelled);
    expect(await refusal(answer([10, 1, 6]))).toEqual({ code: "BAD_QUANTITY" });
    const first = await answer([10, 0, 6]);
    expect(await lineStates()).toEqual(["accepted 10", "cancelled 0", "accepted 6"]);
    expect(await stocks()).toEqual([90, 100, 94]);
    const invoice = await retailer.client.query(api.invoices.one, { invoiceId: first.invoiceId! });
    expect(invoice?.lines.map(({ lineId }) => lineId)).toEqual([lineIds[0], lineIds[2]]);
    expect(await answer([10, 0, 6])).toEqual(first);
  });
});

describe("fewer pieces than asked", () => {
  it("[I-38] are sent at once where the retailer said so; the price stays, and the rest returns to the stock", async () => {
    const { retailer, orderId, answer, lineStates, stocks } = await placed({
      shortageRule: "sendLess",
    });
    const { invoiceId } = await answer([6, 0, 6]);
    expect(await lineStates()).toEqual(["accepted 6", "rejected 0", "accepted 6"]);
    expect(await stocks()).toEqual([94, 100, 94]);
    expect(await retailer.client.query(api.invoices.one, { invoiceId: invoiceId! })).toMatchObject({
      netAmountPaise: 12 * 5_250,
      lines: [{ quantity: 6 }, { quantity: 6 }],
    });
    const order = await retailer.client.query(api.orders.one, { orderId });
    expect(order).toMatchObject({
      totalPaise: 12 * 5_250,
      lines: [
        { quantity: 6, askedQuantity: 10, pricePaise: 5_250 },
        {
          ...{ quantity: 0, askedQuantity: 4 },
          refused: { by: "distributor", reason: "Not available" },
        },
        { quantity: 6 },
      ],
    });
    expect(order?.lines[0]).not.toHaveProperty("refused");
    expect(order?.lines[2]).not.toHaveProperty("askedQuantity");
    const [placedEvent, accepted] = await retailer.client.query(api.orders.timeline, { orderId });
    expect(placedEvent?.lines.map(({ quantity }) => quantity)).toEqual([10, 4, 6]);
    expect(accepted).toMatchObject({
      kind: "accepted",
      lines: [
        { quantity: 6, askedQuantity: 10 },
        { quantity: 0, askedQuantity: 4 },
        { quantity: 6 },
      ],
    });
  });

  it("are told to webhooks as lines that are sent, with their invoice, and lines that are not", async () => {
    const { t, retailer, distributor, orderId, lineIds, answer } = await placed({
      shortageRule: "sendLess",
    });
    await retailer.client.mutation(api.orders.cancel, { orderIds: [lineIds[0]!], reason: "r" });
    await t.run((ctx) =>
      ctx.db.insert("webhooks", {
        userId: distributor.user._id,
        url: "https://shop.example/hook",
        events: ["order.accepted", "order.rejected"],
        secret: "s",
      }),
    );
    const { invoiceId } = await answer([0, 3, 0]);
    const told = await t.run((ctx) => ctx.db.query("webhookEvents").take(10));
    expect(told.map(({ type, data }) => [type, JSON.parse(data) as unknown])).toMatchObject([
      [
        "order.accepted",
        {
          invoiceId,
          order: { ...{ _id: lineIds[1], orderId, status: "accepted" }, quantity: 3 },
        },
      ],
      [
        "order.rejected",
        {
          order: {
            ...{ _id: lineIds[2], orderId, status: "rejected", quantity: 6 },
            ...{ orderCancelReason: "Not available", deliveryBefore: null },
          },
        },
      ],
    ]);
  });

  it("of all lines are a rejection, without an invoice", async () => {
    const { answer, order, stocks } = await placed();
    expect(await answer([0, 0, 0])).toEqual({ invoiceId: null, offerId: null });
    expect(await order()).toMatchObject({
      ...{ status: "rejected", orderCancelReason: "Not available" },
    });
    expect(await stocks()).toEqual([100, 100, 100]);
    expect(await answer([0, 0, 0])).toEqual({ invoiceId: null, offerId: null });
  });

  it("of all lines that are left are a rejection, too", async () => {
    const { retailer, lineIds, answer, lineStates, stocks } = await placed();
    const cancelled = { orderIds: [lineIds[0]!], reason: "Ordered twice" };
    await retailer.client.mutation(api.orders.cancel, cancelled);
    for (let n = 0; n < 2; n += 1)
      expect(await answer([0, 0, 0])).toEqual({ invoiceId: null, offerId: null });
    expect(await lineStates()).toEqual(["cancelled 0", "rejected 4", "rejected 6"]);
    expect(await stocks()).toEqual([100, 100, 100]);
  });

  it("are an offer where the retailer wants to be asked: the order stays pending, and the stock held", async () => {
    const { retailer, distributor, orderId, lineIds, offer, lineStates, stocks } = await placed();
    const offerId = await offer([6, 4, 0]);
    expect(await lineStates()).toEqual(["pending 10", "pending 4", "pending 6"]);
    expect(await stocks()).toEqual([90, 96, 94]);
    const own = { paginationOpts: FIRST_PAGE };
    for (const { client } of [retailer, distributor]) {
      const lines = [
        { lineId: lineIds[0], askedQuantity: 10, quantity: 6 },
        { lineId: lineIds[1], askedQuantity: 4, quantity: 4 },
        { lineId: lineIds[2], askedQuantity: 6, quantity: 0 },
      ];
      for (const asked of [own, { ...own, orderId }, { ...own, orderId: lineIds[1]! }])
        expect((await client.query(api.offers.mine, asked)).page).toMatchObject([
          { _id: offerId, orderId, state: "open", lines },
        ]);
    }
    const rows = { ...own, list: "pending" } as const;
    const { page } = await retailer.client.query(api.orders.outgoing, rows);
    expect(page).toMatchObject([{ _id: orderId, offer: { offerId, quantities: [6, 4, 0] } }]);
  });
});

describe("an offer", () => {
  it("[I-40] that is agreed to is applied exactly as it was shown, once, with one invoice", async () => {
    const { t, retailer, orderId, offer, lineStates, stocks } = await placed();
    const offerId = await offer([6, 4, 0]);
    const { invoiceId } = await retailer.client.mutation(api.offers.agree, { offerId });
    expect(await lineStates()).toEqual(["accepted 6", "accepted 4", "rejected 0"]);
    expect(await stocks()).toEqual([94, 96, 100]);
    const events = await retailer.client.query(api.orders.timeline, { orderId });
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
  ] as const)("%s leaves the order as it was", async (way, state, kind) => {
    const { retailer, distributor, orderId, offer, lineStates, stocks, answer } = await placed();
    const offerId = await offer([6, 4, 0]);
    const end = () =>
      way === "decline"
        ? retailer.client.mutation(api.offers.decline, { offerId })
        : distributor.client.mutation(api.offers.withdraw, { offerId });
    await end();
    await end();
    expect(await lineStates()).toEqual(["pending 10", "pending 4", "pending 6"]);
    expect(await stocks()).toEqual([90, 96, 94]);
    expect(await refusal(retailer.client.mutation(api.offers.agree, { offerId }))).toEqual({
      code: "OFFER_CLOSED",
      state,
    });
    const events = await retailer.client.query(api.orders.timeline, { orderId });
    expect(events.at(-1)?.kind).toBe(kind);
    expect((await answer([10, 4, 6])).invoiceId).not.toBeNull();
  });

  it("expires after 48 hours, by itself, and can't be agreed to from that moment on", async () => {
    const { t, retailer, order, offer } = await placed();
    const offeredAt = await settledTime(t);
    const offerId = await offer([6, 4, 0]);
    const agree = () => refusal(retailer.client.mutation(api.offers.agree, { offerId }));
    vi.setSystemTime(offeredAt + OFFER_LIFETIME_MS);
    expect(await agree()).toEqual({ code: "OFFER_CLOSED", state: "expired" });
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect((await order()).offer).toBeUndefined();
    expect(await agree()).toEqual({ code: "OFFER_CLOSED", state: "expired" });
  });

  it("ends before the day that it promises is over", async () => {
    const { answer, order } = await placed();
    await answer([6, 4, 0], dayAfter(0));
    const { offer } = await order();
    expect(offer?.expiresAt).toBe(Date.parse("2026-06-11T00:00:00+05:30"));
  });

  it("ends with its order at the latest", async () => {
    const { t, distributor, retailer, products, order } = await placed();
    const terms = { ...ANY_ORDERS, answerDays: 1 };
    await distributor.client.mutation(api.orders.saveTerms, { terms });
    const short = await placeOne(retailer, products[0]!, 5);
    await distributor.client.mutation(api.orders.accept, {
      ...{ orderId: short, lines: [{ line: 0, quantity: 2 }], deliveryBefore: dayAfter(3) },
    });
    const { offer, answerBy } = await requireOrder(t, short);
    expect(offer?.expiresAt).toBe(answerBy);
    expect(answerBy).toBeLessThan((await order()).answerBy);
  });

  it.each([
    ["cancel", "order"],
    ["cancel", "line"],
    ["reject", "order"],
    ["reject", "line"],
    ["accept", "order"],
  ] as const)("ends with another %s of the %s", async (way, what) => {
    const { retailer, distributor, orderId, lineIds, offer, order, answer } = await placed();
    const offerId = await offer([6, 4, 0]);
    const one = {
      ...{ orderIds: [what === "order" ? orderId : lineIds[0]!], reason: "Changed plans" },
    };
    if (way === "cancel") await retailer.client.mutation(api.orders.cancel, one);
    else if (way === "reject") await distributor.client.mutation(api.orders.reject, one);
    else await answer([10, 4, 6]);
    expect((await order()).offer).toBeUndefined();
    expect(await refusal(retailer.client.mutation(api.offers.agree, { offerId }))).toEqual({
      code: "OFFER_CLOSED",
      state: way === "cancel" ? "declined" : "withdrawn",
    });
    const events = await retailer.client.query(api.orders.timeline, { orderId });
    expect(events.map(({ kind }) => kind)).toContain(
      way === "cancel" ? "offerDeclined" : "offerWithdrawn",
    );
    const paginationOpts = FIRST_PAGE;
    for (const { client } of [retailer, distributor])
      expect((await client.query(api.offers.mine, { paginationOpts })).page).toEqual([]);
  });

  it("of an order with a line less is agreed to without that line", async () => {
    const { t, retailer, distributor, lineIds, offer, lineStates, stocks } = await placed();
    await retailer.client.mutation(api.orders.cancel, { orderIds: [lineIds[0]!], reason: "r" });
    const offerId = await offer([0, 2, 6]);
    const own = { paginationOpts: FIRST_PAGE };
    for (const { client } of [retailer, distributor]) {
      const [open] = (await client.query(api.offers.mine, own)).page;
      expect(open?.lines.map(({ lineId }) => lineId)).toEqual(lineIds.slice(1));
    }
    await retailer.client.mutation(api.offers.agree, { offerId });
    expect(await lineStates()).toEqual(["cancelled 0", "accepted 2", "accepted 6"]);
    expect(await stocks()).toEqual([100, 98, 94]);
    const before = await everything(t);
    await retailer.client.mutation(api.offers.agree, { offerId });
    expect(await everything(t)).toBe(before);
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
