import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { ORDER_EVENTS_MAX } from "../../domain/limits";
import { lineIdOf } from "../../domain/orderLines";
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
  placeLines,
  placeOne,
} from "../market.setup";

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse("2026-06-10T06:30:00Z"));
});

/** An order of several lines, accepted after `between` was done to it. */
async function invoiced(
  quantities: readonly number[],
  sent: readonly number[] = quantities,
  between: (retailer: Retailer, orderId: Id<"orders">) => Promise<unknown> = () =>
    Promise.resolve(),
) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: "asha@bank" });
  const retailer = await joinRetailer(t);
  const lines: { productId: Id<"products">; quantity: number }[] = [];
  for (const quantity of quantities)
    lines.push({ productId: await listProduct(t, distributor), quantity });
  const orderId = await placeLines(retailer, lines);
  vi.advanceTimersByTime(1000);
  await between(retailer, orderId);
  vi.advanceTimersByTime(1000);
  const { invoiceId, offerId } = await distributor.client.mutation(api.orders.accept, {
    ...{ orderId, lines: sent.map((quantity, line) => ({ line, quantity })) },
    deliveryBefore: todayIst(Date.now() + 3 * DAY_MS),
  });
  vi.advanceTimersByTime(1000);
  const lineIds = lines.map((_, at) => lineIdOf({ _id: orderId, lines }, at));
  return { t, distributor, retailer, orderId, lineIds, invoiceId, offerId };
}

type Retailer = Awaited<ReturnType<typeof joinRetailer>>;

describe("[TIMELINE3] the timeline of an invoice", () => {
  it("has the very entries of its order, each with the lines that it is about", async () => {
    const change = async (retailer: Retailer, orderId: Id<"orders">) => {
      await retailer.client.mutation(api.orders.updateMessage, { orderId, msg: "Ring twice" });
      vi.advanceTimersByTime(1000);
      const cancelled = { orderIds: [`${orderId}-3`], reason: "Ordered twice" };
      await retailer.client.mutation(api.orders.cancel, cancelled);
    };
    const stage = await invoiced([10, 4, 5], [10, 4, 0], change);
    const { distributor, retailer, orderId, lineIds, invoiceId } = stage;
    const [first, second, third] = lineIds;
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    for (const { client } of [retailer, distributor]) {
      const events = await client.query(api.invoices.timeline, { invoiceId: invoiceId! });
      expect(events).toMatchObject([
        {
          ...{ kind: "placed", by: "retailer", msg: "Please deliver soon." },
          lines: [
            { lineId: first, productName: "Steel Tumbler", quantity: 10 },
            { lineId: second, quantity: 4 },
            { lineId: third, quantity: 5 },
          ],
        },
        { kind: "messageChanged", by: "retailer", msg: "Ring twice", lines: [] },
        {
          ...{ kind: "linesRefused", by: "retailer", from: "pending", to: "pending" },
          ...{ reason: "Ordered twice", lines: [{ lineId: third }] },
        },
        {
          ...{ kind: "accepted", by: "distributor", from: "pending", to: "accepted" },
          lines: [
            { lineId: first, quantity: 10 },
            { lineId: second, quantity: 4 },
            { lineId: third, quantity: 0, askedQuantity: 5 },
          ],
        },
        { kind: "completed", by: "distributor", lines: [] },
      ]);
      expect(await client.query(api.orders.timeline, { orderId })).toEqual(events);
    }
  });

  it("tells pieces asked and agreed, of lines that were not sent, too", async () => {
    const { retailer, lineIds, offerId } = await invoiced([10, 4], [6, 0]);
    const { invoiceId } = await retailer.client.mutation(api.offers.agree, { offerId: offerId! });
    const events = await retailer.client.query(api.invoices.timeline, { invoiceId: invoiceId! });
    const lines = [
      { lineId: lineIds[0], quantity: 6, askedQuantity: 10 },
      { lineId: lineIds[1], quantity: 0, askedQuantity: 4 },
    ];
    expect(events).toMatchObject([
      { kind: "placed", lines: [{ quantity: 10 }, { quantity: 4 }] },
      { kind: "offered", by: "distributor", lines },
      { kind: "accepted", by: "retailer", lines },
    ]);
  });

  it("is empty for whoever is no party, and for what is no invoice", async () => {
    const { t, retailer, orderId, lineIds, invoiceId } = await invoiced([2, 1]);
    const others = [await joinAdmin(t), await joinRetailer(t), await joinDistributor(t)];
    for (const { client } of others)
      expect(await client.query(api.invoices.timeline, { invoiceId: invoiceId! })).toEqual([]);
    for (const none of ["../x", orderId, lineIds[0]!])
      expect(await retailer.client.query(api.invoices.timeline, { invoiceId: none })).toEqual([]);
  });

  it("reads so many events of its order at most, the latest", async () => {
    const { t, retailer, orderId, invoiceId } = await invoiced([1, 1]);
    await t.run(async (ctx) => {
      const event = { orderId, kind: "messageChanged", to: "accepted" } as const;
      for (let at = 1; at <= ORDER_EVENTS_MAX + 1; at += 1)
        await ctx.db.insert("orderEvents", { ...event, at });
    });
    const events = await retailer.client.query(api.invoices.timeline, { invoiceId: invoiceId! });
    expect(events.map(({ at }) => at)).toEqual(
      Array.from({ length: ORDER_EVENTS_MAX }, (_, n) => n + 2),
    );
    expect(events.every((event) => "lines" in event && event.lines.length === 0)).toBe(true);
  });
});

describe("[MONEY4] payments in the timeline of an invoice", () => {
  const REFERENCE = "412345678901";

  /** An invoice of 10 pieces, and calls of its two parties that pay it. */
  async function openInvoice() {
    const stage = await invoiced([10]);
    const { retailer, distributor } = stage;
    const invoiceId = stage.invoiceId!;
    const told = { paidOn: todayIst(Date.now()), invoiceIds: [invoiceId], paymentKey: "" };
    const claim = async (amountPaise: number, reference = REFERENCE) => {
      const asked = {
        ...told,
        amountPaise,
        reference,
        method: "upi",
        paymentKey: newKey(),
      } as const;
      const partnerId = distributor.user._id;
      return (await retailer.client.mutation(api.payments.claim, { ...asked, partnerId }))
        .paymentId;
    };
    const record = (amountPaise: number, invoiceIds: readonly Id<"invoices">[]) =>
      distributor.client.mutation(api.payments.record, {
        ...{ ...told, amountPaise, method: "cash", paymentKey: newKey(), isAdvanceMeant: true },
        ...{ partnerId: retailer.user._id, invoiceIds: [...invoiceIds] },
      });
    const steps = async ({ client }: Pick<Retailer, "client"> = retailer) => {
      const events = await client.query(api.invoices.timeline, { invoiceId });
      return events.filter((event) => "payment" in event);
    };
    return { ...stage, invoiceId, claim, record, steps };
  }

  it("has each step of a claim that named it, for both parties, whatever became of it", async () => {
    const { retailer, distributor, claim, steps } = await openInvoice();
    const [first, second] = [await claim(100), await claim(200, "412345678902")];
    vi.advanceTimersByTime(1000);
    const reason = "No such money came";
    await distributor.client.mutation(api.payments.dispute, { paymentId: first, reason });
    vi.advanceTimersByTime(1000);
    await retailer.client.mutation(api.payments.withdraw, { paymentId: second });
    const payment = { amountPaise: 100, method: "upi", reference: REFERENCE, paidPaise: 0 };
    for (const person of [retailer, distributor])
      expect(await steps(person)).toMatchObject([
        { kind: "claimed", by: "retailer", payment },
        { kind: "claimed", by: "retailer", payment: { amountPaise: 200 } },
        { kind: "disputed", by: "distributor", reason, payment },
        { kind: "withdrawn", by: "retailer", payment: { amountPaise: 200 } },
      ]);
  });

  it("has a payment that paid a part of it without its name, with that part, and its reversal", async () => {
    const { retailer, distributor, invoiceId, record, steps } = await openInvoice();
    const open = async () =>
      (await retailer.client.query(api.invoices.one, { invoiceId }))!.openPaise;
    const whole = await open();
    const { paymentId } = await record(whole + 500, []);
    expect(await open()).toBe(0);
    expect(await steps()).toMatchObject([
      {
        ...{ kind: "confirmed", by: "distributor" },
        payment: { recordedBy: "distributor", amountPaise: whole + 500, paidPaise: whole },
      },
    ]);
    vi.advanceTimersByTime(1000);
    await distributor.client.mutation(api.payments.reverse, { paymentId, reason: "Bounced" });
    expect(await open()).toBe(whole);
    expect(await steps()).toMatchObject([
      { kind: "confirmed", payment: { paidPaise: 0 } },
      { kind: "reversed", reason: "Bounced", payment: { paidPaise: 0 } },
    ]);
  });

  it("has none that was for another invoice", async () => {
    const { claim, steps, t, distributor, retailer, invoiceId } = await openInvoice();
    const productId = await listProduct(t, distributor);
    const other = await distributor.client.mutation(api.orders.accept, {
      orderId: await placeOne(retailer, productId),
      deliveryBefore: todayIst(Date.now() + 3 * DAY_MS),
    });
    await claim(100);
    const events = await retailer.client.query(api.invoices.timeline, {
      invoiceId: other.invoiceId!,
    });
    expect(events.filter((event) => "payment" in event)).toEqual([]);
    expect(await steps()).toHaveLength(1);
    expect(invoiceId).not.toBe(other.invoiceId);
  });

  it("is in the list of invoices as what is open", async () => {
    const { retailer, distributor, claim } = await openInvoice();
    const paymentId = await claim(100);
    const paginationOpts = { numItems: 5, cursor: null };
    const row = async () =>
      (await retailer.client.query(api.invoices.mine, { paginationOpts })).page[0]!;
    const { openPaise, netAmountPaise } = await row();
    expect(openPaise).toBe(netAmountPaise);
    await distributor.client.mutation(api.payments.confirm, { paymentId });
    expect((await row()).openPaise).toBe(netAmountPaise - 100);
  });

  it("names the partner in whose khata it stands, of either side", async () => {
    const { retailer, distributor, invoiceId } = await openInvoice();
    const partner = async ({ client }: Pick<Retailer, "client">) =>
      (await client.query(api.payments.ofInvoice, { invoiceId }))?.partnerId;
    expect(await partner(retailer)).toBe(distributor.user._id);
    expect(await partner(distributor)).toBe(retailer.user._id);
  });
});
