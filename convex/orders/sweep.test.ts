import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../domain/dates";
import { ANSWER_DAYS, ORDER_LINES_MAX } from "../../domain/limits";
import { DEFAULT_ORDER_TERMS } from "../../domain/orderTerms";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  connectPair,
  FIRST_PAGE,
  foldEffects,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  openLimitedMarket,
  openMarket,
  placeLines,
  placeOne,
  requireOrder,
  settledTime,
  stockOf,
} from "../market.setup";
import { LINES_PER_SWEEP, NOT_ANSWERED, ORDERS_PER_SWEEP } from "./sweep";

const BEGIN = Date.parse("2026-05-01T10:00:00+05:30");

beforeEach(() => vi.useFakeTimers({ now: BEGIN }));
afterEach(() => vi.useRealTimers());

async function stage(name = "Steel Tumbler") {
  const t = openMarket();
  const [distributor, retailer] = [await joinDistributor(t), await joinRetailer(t)];
  await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor, { stock: 1_000, name });
  return { t, distributor, retailer, productId };
}

async function sweepAt(t: Market, at: number): Promise<void> {
  vi.setSystemTime(at);
  await t.mutation(internal.orders.sweep.run, {});
  await t.finishAllScheduledFunctions(() => vi.runAllTimers());
}

const mails = (t: Market) => t.run((ctx) => ctx.db.query("outbox").take(1_000));
const statusOf = async (t: Market, id: Id<"orders">) => (await requireOrder(t, id)).status;

describe("a pending order that nobody answers", () => {
  it("is announced a day before, once, in its timeline and by mail to both parties", async () => {
    const { t, distributor, retailer, productId } = await stage(`<b>Lamp</b> & "co"`);
    const answerBy = (await settledTime(t)) + ANSWER_DAYS * DAY_MS;
    const orderId = await placeOne(retailer, productId, 3);
    expect(await retailer.client.query(api.orders.one, { orderId })).toMatchObject({ answerBy });
    await sweepAt(t, answerBy - DAY_MS - 1);
    expect(await mails(t)).toEqual([]);
    await sweepAt(t, answerBy - DAY_MS);
    await sweepAt(t, answerBy - DAY_MS + 3_600_000);
    const sent = await mails(t);
    expect(sent.map(({ to }) => to).sort()).toEqual(
      [distributor.user.email, retailer.user.email].sort(),
    );
    for (const { subject, text, html } of sent) {
      expect(subject).toBe("An order ends soon");
      expect(text).toContain(`3 × <b>Lamp</b> & "co"`);
      expect(html).not.toContain("<b>");
      expect(html).toContain("&lt;b&gt;Lamp&lt;/b&gt; &amp; &quot;co&quot;");
    }
    for (const { client } of [retailer, distributor]) {
      const events = await client.query(api.orders.timeline, { orderId });
      expect(events.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
        "placed by retailer",
        "reminded by market",
      ]);
    }
    expect(await statusOf(t, orderId)).toBe("pending");
  });

  it("is named in the mail by its first line that waits, and the number of the others", async () => {
    const { t, distributor, retailer, productId } = await stage();
    const lamp = await listProduct(t, distributor, { name: "Lamp" });
    const orderId = await placeLines(retailer, [
      { productId, quantity: 2 },
      { productId: lamp, quantity: 3 },
      { productId, quantity: 4 },
    ]);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [`${orderId}-1`], reason: "r" });
    await sweepAt(t, BEGIN + 20 * DAY_MS);
    const texts = (await mails(t)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain("- 3 × Lamp and 1 more, ");
  });

  it("is rejected by the market when its time is up, with its stock back", async () => {
    const { t, distributor, retailer, productId } = await stage();
    const answerBy = (await settledTime(t)) + ANSWER_DAYS * DAY_MS;
    const orderId = await placeOne(retailer, productId, 3);
    await sweepAt(t, answerBy - DAY_MS);
    await sweepAt(t, answerBy - 1);
    expect(await statusOf(t, orderId)).toBe("pending");
    await sweepAt(t, answerBy);
    expect(await requireOrder(t, orderId)).toMatchObject({
      status: "rejected",
      orderCancelReason: NOT_ANSWERED,
      rejectedAt: answerBy,
    });
    expect(NOT_ANSWERED).toBe("Not answered in time");
    expect(await stockOf(t, productId)).toBe(1_000);
    const events = await retailer.client.query(api.orders.timeline, { orderId });
    expect(events.at(-1)).toMatchObject({
      ...{ kind: "rejected", by: "market", reason: NOT_ANSWERED, from: "pending" },
    });
    await foldEffects(t);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(0);
    const page = { paginationOpts: FIRST_PAGE, list: "rejected" as const };
    for (const list of [
      await retailer.client.query(api.orders.outgoing, page),
      await distributor.client.query(api.orders.incoming, page),
    ])
      expect(list.page.map(({ _id }) => _id)).toEqual([orderId]);
    await sweepAt(t, answerBy + DAY_MS);
    expect(await stockOf(t, productId)).toBe(1_000);
  });

  it("is told to webhooks as a rejection", async () => {
    const { t, retailer, distributor, productId } = await stage();
    const answerBy = (await settledTime(t)) + ANSWER_DAYS * DAY_MS;
    const orderId = await placeOne(retailer, productId, 3);
    await t.run((ctx) =>
      ctx.db.insert("webhooks", {
        userId: distributor.user._id,
        url: "https://shop.example/hook",
        events: ["order.rejected"],
        secret: "s",
      }),
    );
    await sweepAt(t, answerBy - DAY_MS);
    vi.setSystemTime(answerBy);
    await t.mutation(internal.orders.sweep.run, {});
    const told = await t.run((ctx) => ctx.db.query("webhookEvents").take(10));
    expect(told.map(({ type, data }) => [type, JSON.parse(data) as unknown])).toMatchObject([
      ["order.rejected", { order: { _id: orderId, orderCancelReason: NOT_ANSWERED } }],
    ]);
  });

  it("waits as long as the distributor's terms of its day said", async () => {
    const { t, distributor, retailer, productId } = await stage();
    const terms = { ...DEFAULT_ORDER_TERMS, answerDays: 2 };
    await distributor.client.mutation(api.orders.saveTerms, { terms });
    const placedAt = await settledTime(t);
    const orderId = await placeOne(retailer, productId);
    await distributor.client.mutation(api.orders.saveTerms, { terms: null });
    await sweepAt(t, placedAt + DAY_MS);
    expect(await mails(t)).toHaveLength(2);
    await sweepAt(t, placedAt + 2 * DAY_MS);
    expect(await statusOf(t, orderId)).toBe("rejected");
  });

  it("has a whole day after the reminder, also where the market stood still at that time", async () => {
    const { t, retailer, productId } = await stage();
    const orderId = await placeOne(retailer, productId);
    const late = BEGIN + 40 * DAY_MS;
    await sweepAt(t, late);
    expect(await statusOf(t, orderId)).toBe("pending");
    expect(await requireOrder(t, orderId)).toMatchObject({ answerBy: late + DAY_MS });
    await sweepAt(t, late + DAY_MS - 1);
    expect(await statusOf(t, orderId)).toBe("pending");
    await sweepAt(t, late + DAY_MS);
    expect(await statusOf(t, orderId)).toBe("rejected");
  });

  it.each(["accept", "reject", "cancel"] as const)("is left alone after %s", async (move) => {
    const { t, distributor, retailer, productId } = await stage();
    const orderId = await placeOne(retailer, productId);
    if (move === "accept")
      await distributor.client.mutation(api.orders.accept, {
        ...{ orderId, deliveryBefore: "2026-05-09" },
      });
    else if (move === "reject")
      await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "r" });
    else await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "r" });
    const before = await requireOrder(t, orderId);
    expect(before.sweepAt).toBeUndefined();
    expect(await retailer.client.query(api.orders.one, { orderId })).not.toHaveProperty("answerBy");
    await sweepAt(t, BEGIN + 100 * DAY_MS);
    await sweepAt(t, BEGIN + 102 * DAY_MS);
    expect(await requireOrder(t, orderId)).toEqual(before);
    expect(await mails(t)).toEqual([]);
  });
});

const LINES = ORDER_LINES_MAX;

/** Four orders of as many lines as there may be, in a market that has the limits of Convex. */
async function largeOrders() {
  const t = openLimitedMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 1_000 });
  const lines = Array.from({ length: LINES }, () => ({ productId, quantity: 1 }));
  for (let n = 0; n < 4; n += 1) await placeLines(retailer, lines);
  // Each return deletes what is past its time.
  await t.run(async (ctx) => {
    const pair = { retailerId: retailer.user._id, distributorId: distributor.user._id };
    for (let n = 0; n < 1_500; n += 1)
      await ctx.db.insert("stockReturns", { productId, ...pair, quantity: 1, at: 0 });
  });
  const countOf = (status: string) =>
    t.run(async (ctx) => {
      const orders = await ctx.db.query("orders").take(100);
      return orders.filter((order) => order.status === status).length;
    });
  return { t, distributor, retailer, productId, countOf };
}

describe("many orders whose time is up", () => {
  it("end in batches, and a batch is one mail to each party", async () => {
    const { t, retailer, distributor, productId } = await stage();
    const answerBy = (await settledTime(t)) + ANSWER_DAYS * DAY_MS;
    for (let n = 0; n < 2 * ORDERS_PER_SWEEP + 10; n += 1) await placeOne(retailer, productId);
    await sweepAt(t, answerBy - DAY_MS);
    const sent = await mails(t);
    expect(sent).toHaveLength(2 * 3);
    const first = sent.find(({ to }) => to === distributor.user.email);
    expect(first?.text).toContain(`and ${ORDERS_PER_SWEEP - 20} more`);
    expect(first?.subject).toBe(`${ORDERS_PER_SWEEP} orders end soon`);
    // All batches but the first remind a millisecond later, and give as much longer.
    await sweepAt(t, answerBy + 1);
    const left = await t.run((ctx) => ctx.db.query("orders").take(1_000));
    expect(left.map(({ status }) => status)).toEqual(left.map(() => "rejected"));
    expect(await stockOf(t, productId)).toBe(1_000);
  });

  it("of many lines are as few to a batch as one transaction holds, and all end", async () => {
    const { t, distributor, retailer, productId, countOf } = await largeOrders();
    for (const { user } of [distributor, retailer])
      await t.run((ctx) =>
        ctx.db.insert("webhooks", {
          userId: user._id,
          url: "https://shop.example/hook",
          events: ["order.rejected"],
          secret: "s",
        }),
      );
    vi.setSystemTime(BEGIN + 20 * DAY_MS);
    await t.mutation(internal.orders.sweep.run, {});
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await mails(t)).toHaveLength(2 * 2);
    vi.setSystemTime(BEGIN + 22 * DAY_MS);
    const ended = [];
    for (let n = 0; n < 2; n += 1) {
      await t.mutation(internal.orders.sweep.run, {});
      ended.push(await countOf("rejected"));
    }
    expect(ended).toEqual([3, 4]);
    expect(3 * LINES).toBe(LINES_PER_SWEEP);
    expect(await stockOf(t, productId)).toBe(1_000);
  });
});

describe("orders of many lines whose party closes the account", () => {
  it.each([
    ["retailer", "cancelled"],
    ["distributor", "rejected"],
  ] as const)("%s: some end with the closing, the others after it", async (role, status) => {
    const { t, distributor, retailer, productId, countOf } = await largeOrders();
    const { client } = await joinAdmin(t);
    if (role === "retailer")
      await client.mutation(api.admin.deleteRetailer, { userId: retailer.user._id });
    else await client.mutation(api.admin.removeDistributor, { userId: distributor.user._id });
    expect(await countOf(status)).toBe(3);
    await t.finishAllScheduledFunctions(() => vi.runAllTimers());
    expect(await countOf(status)).toBe(4);
    expect(await stockOf(t, productId)).toBe(1_000);
    const [account] = await t.run((ctx) => ctx.db.query("creditAccounts").take(2));
    expect(account).toMatchObject({ openOrdersPaise: 0, balancePaise: 0 });
  });
});
