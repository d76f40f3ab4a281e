/**
 * The largest orders that there may be: of a hundred lines with the longest names, descriptions and message, all but one of them refused
 * with reasons as long as they may be together. Every command and every query stays within what one transaction may read and write.
 */
import type { FunctionArgs } from "convex/server";
import { getDocumentSize } from "convex/values";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, DAY_MS, todayIst } from "../domain/dates";
import * as limits from "../domain/limits";
import { LIST_OF_STATUS, ORDER_LISTS, type OrderStatus } from "../domain/orderLifecycle";
import { EVENTS_OF_ROLE } from "../domain/webhooks";
import { api, internal } from "./_generated/api";
import type { Doc, Id } from "./_generated/dataModel";
import { RECORD_SECTIONS } from "../domain/recordSections";
import { ORDERS_PER_SWEEP } from "./orders/sweep";
import {
  ANY_ORDERS,
  connectPair,
  fieldsOf,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  offerOne,
  openLimitedMarket,
  type Person,
  placeLines,
  refusal,
  requireOrder,
  stockOf,
} from "./market.setup";

/** Three bytes each, and one UTF-16 unit. */
const longest = (characters: number) => "घ".repeat(characters);
const STOCK = 100_000;
/** Convex keeps no larger document. */
const DOCUMENT_BYTES_MAX = 2 ** 20;
/** Convex answers a call with no more. */
const ANSWER_BYTES_MAX = 16 * 2 ** 20;

beforeAll(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  return () => vi.unstubAllEnvs();
});
beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

type Stage = {
  readonly t: Market;
  readonly retailer: Person;
  readonly distributor: Person;
  readonly products: readonly Id<"products">[];
};

const DETAILS = { name: longest(limits.NAME_MAX), address: longest(limits.ADDRESS_MAX) };

async function stage(): Promise<Stage> {
  const t = openLimitedMarket();
  const [retailer, distributor] = [
    await joinRetailer(t, { ...DETAILS, shopName: longest(limits.NAME_MAX) }),
    await joinDistributor(t, {
      ...{ ...DETAILS, companyName: longest(limits.NAME_MAX), orderTerms: ANY_ORDERS },
    }),
  ];
  await connectPair(t, retailer, distributor);
  const product = {
    name: longest(limits.PRODUCT_NAME_MAX),
    description: longest(limits.PRODUCT_DESCRIPTION_MAX),
    stock: STOCK,
  };
  const products: Id<"products">[] = [];
  for (let n = 0; n < limits.ORDER_LINES_MAX; n += 1)
    products.push(await listProduct(t, distributor, product));
  return { t, retailer, distributor, products };
}

/** As many webhooks as both parties may have, which listen to everything. */
async function listen({ t, retailer, distributor }: Stage): Promise<void> {
  const webhook = { url: "https://shop.example/", secret: "whsec_secret" };
  await t.run(async (ctx) => {
    for (const { user } of [retailer, distributor]) {
      await ctx.db.patch("users", user._id, { hasWebhooks: true });
      for (let n = 0; n < limits.WEBHOOKS_MAX; n += 1) {
        const events = [...EVENTS_OF_ROLE[user.role === "retailer" ? "retailer" : "distributor"]];
        await ctx.db.insert("webhooks", { ...webhook, userId: user._id, events });
      }
    }
  });
}

const msg = longest(limits.MESSAGE_MAX);
const reason = longest(limits.REASON_MAX);
const tomorrow = () => todayIst(Date.now() + DAY_MS);

async function place({ retailer, products }: Stage): Promise<Id<"orders">> {
  const lines = products.map((productId) => ({ productId, quantity: 2 }));
  const order = { orderKey: newKey(), msg, lines };
  return (await retailer.client.mutation(api.orders.place, order)).orderId;
}

/** Ids of all lines but the first. */
const otherLines = (orderId: Id<"orders">): string[] =>
  Array.from({ length: limits.ORDER_LINES_MAX - 1 }, (_, at) => `${orderId}-${at + 2}`);

/** Refuses all lines but one, with the longest reason that so many may have. */
async function refuseMost({ retailer }: Stage, orderId: Id<"orders">): Promise<void> {
  const orderIds = otherLines(orderId);
  const shared = longest(Math.floor(limits.LINE_REASONS_MAX / orderIds.length));
  await retailer.client.mutation(api.orders.cancel, { orderIds, reason: shared });
}

async function sizeOf({ t }: Stage, orderId: Id<"orders">): Promise<number> {
  return getDocumentSize(await requireOrder(t, orderId));
}

describe("one of the largest orders, to which ten webhooks listen,", () => {
  it("is placed, accepted and completed, and its rows are no larger than they may be", async () => {
    const here = await stage();
    await listen(here);
    const { t, distributor, retailer, products } = here;
    const orderId = await place(here);
    expect(await sizeOf(here, orderId)).toBeLessThan(70_000);
    const events = await t.run((ctx) => ctx.db.query("orderEvents").take(9));
    expect(events).toHaveLength(1);
    expect(getDocumentSize(events[0]!)).toBeLessThan(DOCUMENT_BYTES_MAX);
    const answer = { orderId, deliveryBefore: tomorrow() };
    await distributor.client.mutation(api.orders.accept, answer);
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    expect((await requireOrder(t, orderId)).status).toBe("completed");
    await retailer.client.mutation(api.orders.hide, { orderIds: [orderId] });
    expect(await stockOf(t, products[99]!)).toBe(STOCK - 2);
    const sent = await t.run((ctx) => ctx.db.query("webhookEvents").take(9_999));
    expect(sent).toHaveLength(3 * limits.ORDER_LINES_MAX);
    for (const by of [retailer, distributor])
      expect(await by.client.query(api.orders.timeline, { orderId })).toHaveLength(3);
  });

  it("is offered with a piece less of each line, agreed to, and cancelled with a closed account", async () => {
    const here = await stage();
    await listen(here);
    const { t, distributor, retailer, products } = here;
    const orderId = await place(here);
    const lines = products.map((_, line) => ({ line, quantity: 1 }));
    const { offerId } = await distributor.client.mutation(api.orders.accept, {
      ...{ orderId, lines, deliveryBefore: tomorrow() },
    });
    await retailer.client.mutation(api.offers.agree, { offerId: offerId! });
    expect((await requireOrder(t, orderId)).status).toBe("accepted");
    await t.run((ctx) => ctx.db.patch("orders", orderId, { closedParty: "distributor" }));
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason });
    expect(await stockOf(t, products[99]!)).toBe(STOCK);
  });

  it("is refused line by line, to the last one", async () => {
    const here = await stage();
    await listen(here);
    const { t, distributor, products } = here;
    const orderId = await place(here);
    await offerOne(distributor, orderId);
    await refuseMost(here, orderId);
    const order = await requireOrder(t, orderId);
    // The same call again, as after a lost answer: each of its ids names the order, whose row is large by now.
    await refuseMost(here, orderId);
    expect(await requireOrder(t, orderId)).toEqual(order);
    expect(order.status).toBe("pending");
    expect(getDocumentSize(order)).toBeLessThan(125_000);
    expect(await stockOf(t, products[99]!)).toBe(STOCK);
    await distributor.client.mutation(api.orders.reject, { orderIds: [`${orderId}-1`], reason });
    expect((await requireOrder(t, orderId)).status).toBe("rejected");
    expect(await stockOf(t, products[0]!)).toBe(STOCK);
  });

  it.each(["reject", "cancel"] as const)(
    "comes to nothing as a whole, and never two of them with one call: %s",
    async (move) => {
      const here = await stage();
      await listen(here);
      const { t, distributor, retailer, products } = here;
      const [one, other] = [await place(here), await place(here)];
      const { client } = move === "reject" ? distributor : retailer;
      const both = client.mutation(api.orders[move], { orderIds: [one, other], reason });
      expect(await refusal(both)).toEqual({ code: "BAD_LINES" });
      for (const orderId of [one, other])
        await client.mutation(api.orders[move], { orderIds: [orderId], reason });
      expect(await stockOf(t, products[99]!)).toBe(STOCK);
    },
  );

  it("is ordered again by two clicks, and usual after the second time", async () => {
    const here = await stage();
    const { retailer } = here;
    const orderId = await place(here);
    await place(here);
    const { added } = await retailer.client.mutation(api.basket.addOrdered, { orderId });
    expect(added).toHaveLength(limits.ORDER_LINES_MAX);
    const [usual] = await retailer.client.query(api.basket.usual, {});
    expect(usual?.lines).toHaveLength(limits.USUAL_LINES_MAX);
  });
});

describe("a call for several orders", () => {
  it.each(["complete", "hide"] as const)(
    "takes as many lines together as one order has, to which ten webhooks listen: %s",
    async (move) => {
      const here = await stage();
      await listen(here);
      const { t, distributor, products } = here;
      const linesOf = (count: number) =>
        products.slice(0, count).map((productId) => ({ productId, quantity: 1 }));
      const orderIds: Id<"orders">[] = [];
      for (const count of [50, 50, 1]) {
        const orderId = await placeLines(here.retailer, linesOf(count));
        const answer = { orderId, deliveryBefore: tomorrow() };
        if (move === "complete") await distributor.client.mutation(api.orders.accept, answer);
        else await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason });
        orderIds.push(orderId);
      }
      const call = (ids: string[]) =>
        distributor.client.mutation(api.orders[move], { orderIds: ids });
      expect(await refusal(call(orderIds))).toEqual({ code: "BAD_LINES" });
      await call(orderIds.slice(0, 2));
      const order = await requireOrder(t, orderIds[1]!);
      expect(order.distributorList).toBe(move === "complete" ? "completed" : "removed");
    },
  );
});

/** The number of orders on each list, like one that was placed and of which all lines but one were refused. */
const ON_A_LIST = 100;
const STATUSES = ["pending", "accepted", "rejected", "completed"] as const satisfies OrderStatus[];

/** Of each status, and accepted ones for each group of days. */
async function fillLists(here: Stage): Promise<Doc<"orders">> {
  const { t } = here;
  const orderId = await place(here);
  const whole = fieldsOf(await requireOrder(t, orderId));
  await refuseMost(here, orderId);
  const largest = await requireOrder(t, orderId);
  const fields = fieldsOf(largest);
  let keys = 0;
  const write = (status: OrderStatus, extra: Partial<Doc<"orders">>) =>
    t.run(async (ctx) => {
      const list = LIST_OF_STATUS[status];
      const lists = { retailerList: list, distributorList: list };
      const made = { ...fields, ...extra, ...lists, status, sweepAt: undefined };
      // As many as one transaction may write of them.
      for (let n = 0; n < ON_A_LIST / 2; n += 1) {
        const once = { ...made.once, key: `copy ${(keys += 1)}` };
        const copyId = await ctx.db.insert("orders", { ...made, once });
        const { retailerId, deliveryBefore: day } = made;
        if (day !== undefined)
          await ctx.db.insert("deliveries", { retailerId, day, orderId: copyId });
      }
    });
  const today = todayIst(Date.now());
  for (const half of [0, 1]) {
    // Late, of today, of tomorrow and of this week.
    for (const days of [-3, 0, 1, 4]) {
      const { lines } = half === 0 ? whole : fields;
      await write("accepted", { lines, deliveryBefore: addDays(today, days) });
    }
    for (const status of STATUSES) if (status !== "accepted") await write(status, {});
  }
  // More than are counted: beside them, some may be on offer.
  await write("pending", {});
  return largest;
}

/** Writes `count` of the largest orders, of which every second one had all lines but one refused. */
async function writePending(here: Stage, count: number, extra: Partial<Doc<"orders">>) {
  const { t } = here;
  const orderId = await place(here);
  const whole = fieldsOf(await requireOrder(t, orderId));
  await refuseMost(here, orderId);
  const rows = [whole, fieldsOf(await requireOrder(t, orderId))];
  await t.run((ctx) => ctx.db.patch("orders", orderId, extra));
  for (let n = 0; n < count; n += 1)
    await t.run(async (ctx) => {
      const row = rows[n % 2]!;
      const once = { ...row.once, key: `copy ${n}` };
      await ctx.db.insert("orders", { ...row, ...extra, once });
    });
}

it("the sweep reminds of many of the largest orders, and ends them, each in its turn", async () => {
  const here = await stage();
  const { t, distributor, products } = here;
  const answerBy = Date.now() + 2 * DAY_MS;
  await writePending(here, ORDERS_PER_SWEEP + 2, { answerBy, sweepAt: answerBy - DAY_MS });
  const stock = await stockOf(t, products[0]!);
  for (const at of [answerBy - DAY_MS, answerBy + 60_000]) {
    vi.setSystemTime(at);
    await t.mutation(internal.orders.sweep.run, {});
    await t.finishAllScheduledFunctions(() => vi.runAllTimers(), 1_000);
  }
  expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(0);
  // Two pieces of each order, as of the one that was placed.
  expect(await stockOf(t, products[0]!)).toBe(stock + 2 * (ORDERS_PER_SWEEP + 3));
}, 60_000);

describe("a hundred of the largest orders on each list", () => {
  it("are counted, searched, listed and exported within what one query may read", async () => {
    const here = await stage();
    const { t, retailer, distributor } = here;
    await fillLists(here);
    const admin = await joinAdmin(t);
    const today = todayIst(Date.now());
    const sides = [retailer.client, distributor.client];
    const page = { paginationOpts: { numItems: limits.PAGE_ROWS_MAX, cursor: null } };
    const ask = async <Answer>(name: string, call: Promise<Answer>): Promise<Answer> => {
      const answer = await call;
      const bytes = new TextEncoder().encode(JSON.stringify(answer)).length;
      expect(bytes, name).toBeLessThan(ANSWER_BYTES_MAX);
      return answer;
    };
    await ask("pendingCount", distributor.client.query(api.orders.pendingCount, {}));
    await ask("home.toAnswer", distributor.client.query(api.home.toAnswer, {}));
    await ask("home.waiting", retailer.client.query(api.home.waiting, {}));
    await ask("home.toDeliver", distributor.client.query(api.home.toDeliver, { today }));
    await ask("home.arriving", retailer.client.query(api.home.arriving, { today }));
    await ask("usual", retailer.client.query(api.basket.usual, {}));
    await ask(
      "incoming by delivery",
      distributor.client.query(api.orders.incoming, {
        ...{ ...page, list: "accepted", delivery: {}, text: "nothing" },
      }),
    );
    for (const client of sides) {
      await ask("openCounts", client.query(api.orders.openCounts, {}));
      await ask("search", client.query(api.search.orders, { text: "घघ" }));
      const period = { from: addDays(today, -1), to: today };
      let cursor: string | null = null;
      for (let n = 0; n < 3; n += 1) {
        const asked: FunctionArgs<typeof api.exports.orders> = {
          ...{ ...period, paginationOpts: { numItems: limits.EXPORT_PAGE_ROWS, cursor } },
        };
        const rows = await ask("exports", client.query(api.exports.orders, asked));
        expect(rows.page.length).toBeGreaterThanOrEqual(limits.ORDER_LINES_MAX);
        cursor = rows.continueCursor;
      }
      for (const section of RECORD_SECTIONS)
        await ask(`records ${section}`, client.query(api.account.records, { section, ...page }));
      for (const list of ORDER_LISTS)
        await ask(`partners ${list}`, client.query(api.orders.partners, { list }));
    }
    for (const list of ORDER_LISTS) {
      for (const text of [undefined, "घघ", "nothing"]) {
        const asked = { ...page, list, ...(text !== undefined && { text }) };
        const name = `of ${list} with ${text}`;
        await ask(`incoming ${name}`, distributor.client.query(api.orders.incoming, asked));
        await ask(`outgoing ${name}`, retailer.client.query(api.orders.outgoing, asked));
      }
    }
    for (const status of STATUSES)
      await ask("admin", admin.client.query(api.admin.orders, { ...page, status }));
  }, 60_000);
});
