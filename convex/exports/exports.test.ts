/** The rows of exports: whose they are, of which days, and each exactly once. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  newKey,
  openMarket,
  type Person,
  placeLines,
  placeOne,
  refusal,
  stopTimeAt,
} from "../market.setup";

const DAY = "2026-04-01";
const PERIOD = { from: DAY, to: DAY };
const FIRST = { numItems: 500, cursor: null };

function momentOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}+05:30`);
}

function setTime(day: string, time: string): void {
  vi.setSystemTime(momentOf(day, time));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  setTime(DAY, "10:00:00");
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A pair that trades, with `mark` in every text of it. */
async function pair(t: Market, mark: string) {
  const distributor = await joinDistributor(t, {
    ...{ name: `${mark} seller`, companyName: `${mark} wholesale`, orderTerms: ANY_ORDERS },
  });
  const retailer = await joinRetailer(t, { name: `${mark} buyer`, shopName: `${mark} shop` });
  await connectPair(t, retailer, distributor);
  const product = { stock: 5_000, name: `${mark} lamp`, description: `${mark} light` };
  return { distributor, retailer, productId: await listProduct(t, distributor, product) };
}
type Pair = Awaited<ReturnType<typeof pair>>;

/** Places and accepts an order now. */
async function trade({ distributor, retailer, productId }: Pair, quantity = 1) {
  const orderId = await placeOne(retailer, productId, quantity);
  const deliveryBefore = addDays(todayIst(Date.now()), 3);
  await acceptOne(distributor, { orderId, deliveryBefore });
  return orderId;
}

function everyExport({ client }: Person, period = PERIOD) {
  const asked = { ...period, paginationOpts: FIRST };
  return {
    orders: client.query(api.exports.orders, asked),
    invoices: client.query(api.exports.invoices, asked),
    ledger: client.query(api.exports.ledger, asked),
  };
}

/** Rows of every export of a period. */
async function counts(person: Person, period = PERIOD) {
  const { orders, invoices, ledger } = everyExport(person, period);
  return [(await orders).page.length, (await invoices).page.length, (await ledger).page.length];
}

describe("[EXPORT2] a period", () => {
  it("has its days from midnight to midnight in India", async () => {
    setTime("2026-03-30", "10:00:00");
    const t = openMarket();
    const market = await pair(t, "zq");
    for (const [day, time] of [
      ["2026-03-31", "23:59:59.999"],
      ["2026-04-01", "00:00:00.000"],
      ["2026-04-01", "23:59:59.999"],
      ["2026-04-02", "00:00:00.000"],
    ] as const) {
      await stopTimeAt(t, momentOf(day, time));
      await trade(market);
    }
    for (const person of [market.retailer, market.distributor]) {
      expect(await counts(person)).toEqual([2, 2, 2]);
      expect(await counts(person, { from: "2026-03-31", to: "2026-03-31" })).toEqual([1, 1, 1]);
      expect(await counts(person, { from: "2026-03-31", to: "2026-04-02" })).toEqual([4, 4, 4]);
      expect(await counts(person, { from: "2026-04-03", to: "2026-04-30" })).toEqual([0, 0, 0]);
    }
  });

  it("is at most a year, in order", async () => {
    const { retailer } = await pair(openMarket(), "zq");
    for (const period of [
      { from: "2026-04-02", to: "2026-04-01" },
      { from: "2026-04-01", to: "2027-04-03" },
      { from: "", to: "2026-04-01" },
      { from: "2026-02-30", to: "2026-04-01" },
    ])
      for (const call of Object.values(everyExport(retailer, period)))
        expect(await refusal(call)).toEqual({ code: "BAD_PERIOD" });
  });
});

describe("[EXPORT4] pages", () => {
  it("have each order exactly once, to the last, while orders change and come between them", async () => {
    const t = openMarket();
    const market = await pair(t, "zq");
    const { distributor, retailer, productId } = market;
    const placed: string[] = [];
    // Two at the same moment, each.
    for (let n = 0; n < 11; n += 1) {
      setTime(DAY, `10:00:${String(n - (n % 2)).padStart(2, "0")}`);
      placed.push(await placeOne(retailer, productId));
    }
    const read: string[] = [];
    let cursor: string | null = null;
    let step = 0;
    for (;;) {
      const paginationOpts = { numItems: 2, cursor };
      const answer: Awaited<ReturnType<typeof everyExport>["orders"]> =
        await distributor.client.query(api.exports.orders, { ...PERIOD, paginationOpts });
      read.push(...answer.page.map(({ lineId }) => lineId));
      if (answer.isDone) break;
      cursor = answer.continueCursor;
      // Orders that were read and those that were not go to other lists; a new one comes at the end.
      const deliveryBefore = addDays(DAY, 3);
      for (const orderId of [placed[step]!, placed[9 - step]!])
        await acceptOne(distributor, { orderId, deliveryBefore }).catch(() => undefined);
      setTime(DAY, `10:01:${String(step).padStart(2, "0")}`);
      if (step < 3) placed.push(await placeOne(retailer, productId));
      step += 1;
    }
    expect(read).toEqual(placed);
  });

  it("have each invoice and entry exactly once", async () => {
    const t = openMarket();
    const market = await pair(t, "zq");
    const before = await counts(market.retailer);
    expect(before).toEqual([0, 0, 0]);
    for (let n = 1; n <= 7; n += 1) await trade(market, n);
    for (const reference of [api.exports.invoices, api.exports.ledger]) {
      const ids: string[] = [];
      let cursor: string | null = null;
      for (;;) {
        const asked = { ...PERIOD, paginationOpts: { numItems: 3, cursor } };
        const answer: { page: { _id: string }[]; isDone: boolean; continueCursor: string } =
          await market.retailer.client.query(reference, asked);
        ids.push(...answer.page.map(({ _id }) => _id));
        if (answer.isDone) break;
        cursor = answer.continueCursor;
      }
      expect(ids).toHaveLength(7);
      expect(new Set(ids).size).toBe(7);
    }
  });
});

describe("[EXPORT3] rows", () => {
  it("are those of the caller's own trade, never another tenant's", async () => {
    const t = openMarket();
    const [one, two] = [await pair(t, "zqone"), await pair(t, "zqtwo")];
    for (const market of [one, two]) {
      await trade(market);
      await placeOne(market.retailer, market.productId);
    }
    for (const [market, own, foreign] of [
      [one, "zqone", "zqtwo"],
      [two, "zqtwo", "zqone"],
    ] as const)
      for (const person of [market.retailer, market.distributor]) {
        for (const [name, call] of Object.entries(everyExport(person))) {
          const text = JSON.stringify(await call);
          expect(text, name).toContain(own);
          expect(text, name).not.toContain(foreign);
        }
        expect(await counts(person)).toEqual([2, 1, 1]);
      }
    const { page } = await one.distributor.client.query(api.exports.products, {
      paginationOpts: FIRST,
    });
    expect(page.map(({ name, stock }) => [name, stock])).toEqual([["zqone lamp", 4_998]]);
  });

  it("are no admin's, nor a visitor's; products are a distributor's alone", async () => {
    const t = openMarket();
    const { retailer } = await pair(t, "zq");
    const admin = await joinAdmin(t);
    for (const call of Object.values(everyExport(admin)))
      expect(await refusal(call)).toEqual({ code: "FORBIDDEN" });
    const visitor = { ...retailer, client: t.withIdentity({ subject: "x|y" }) };
    for (const call of Object.values(everyExport(visitor)))
      expect(await refusal(call)).toEqual({ code: "UNAUTHENTICATED" });
    for (const { client } of [retailer, admin]) {
      const call = client.query(api.exports.products, { paginationOpts: FIRST });
      expect(await refusal(call)).toEqual({ code: "FORBIDDEN" });
    }
  });

  it("leave out the orders that the caller took off its lists, for the other party they stay", async () => {
    const t = openMarket();
    const market = await pair(t, "zq");
    const { distributor, retailer, productId } = market;
    const orderId = await placeOne(retailer, productId);
    const kept = await trade(market);
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "None" });
    await distributor.client.mutation(api.orders.hide, { orderIds: [orderId] });
    const [own, others] = [everyExport(distributor), everyExport(retailer)];
    expect((await own.orders).page.map(({ lineId }) => lineId)).toEqual([kept]);
    expect((await others.orders).page.map(({ lineId }) => lineId)).toEqual([orderId, kept]);
  });

  it("are one for each line of an order, with what became of it", async () => {
    const t = openMarket();
    const { distributor, retailer, productId } = await pair(t, "zq");
    const lines = [2, 3, 4].map((quantity) => ({ productId, quantity }));
    const orderId = await placeLines(retailer, lines);
    await distributor.client.mutation(api.orders.reject, {
      ...{ orderIds: [`${orderId}-1`], reason: "None left" },
    });
    await retailer.client.mutation(api.orders.cancel, {
      ...{ orderIds: [`${orderId}-2`], reason: "Too many" },
    });
    const deliveryBefore = addDays(DAY, 3);
    await acceptOne(distributor, { orderId, deliveryBefore });
    for (const person of [retailer, distributor]) {
      const { page } = await everyExport(person).orders;
      const [rejected, cancelled, accepted] = page;
      expect(page.map(({ lineId }) => lineId)).toEqual([1, 2, 3].map((n) => `${orderId}-${n}`));
      expect(rejected).toMatchObject({
        ...{ orderId, status: "rejected", quantity: 2, orderCancelReason: "None left" },
      });
      expect(cancelled).toMatchObject({
        ...{ status: "cancelled", quantity: 3, orderCancelReason: "Too many" },
      });
      expect(accepted).toMatchObject({ status: "accepted", quantity: 4, deliveryBefore });
      for (const dropped of [rejected, cancelled])
        for (const field of ["deliveryBefore", "msg", "askedQuantity"])
          expect(dropped).not.toHaveProperty(field);
      expect(accepted).not.toHaveProperty("orderCancelReason");
    }
  });

  it("name the other party, and say what is open of an invoice now", async () => {
    const t = openMarket();
    const market = await pair(t, "zq");
    const { distributor, retailer } = market;
    await trade(market, 2);
    await distributor.client.mutation(api.payments.record, {
      ...{ partnerId: retailer.user._id, amountPaise: 5_00, method: "cash", paidOn: DAY },
      ...{ invoiceIds: [], paymentKey: newKey() },
    });
    const [seller, buyer] = [everyExport(distributor), everyExport(retailer)];
    const [sold, bought] = [(await seller.invoices).page[0], (await buyer.invoices).page[0]];
    expect(sold).toMatchObject({ partnerName: "zq buyer", business: "zq shop" });
    expect(bought).toMatchObject({ partnerName: "zq seller", business: "zq wholesale" });
    expect(bought).toMatchObject({ netAmountPaise: 105_00, openPaise: 100_00 });
    expect((await buyer.orders).page[0]).toMatchObject({ partnerName: "zq seller", quantity: 2 });
    expect((await seller.orders).page[0]).toMatchObject({ partnerName: "zq buyer" });
    const entries = (await seller.ledger).page;
    expect(entries.map(({ kind, paise, balanceAfterPaise }) => [kind, paise, balanceAfterPaise]))
      // The invoice first, then the payment.
      .toEqual([
        ["invoice", 105_00, 105_00],
        ["payment", -5_00, 100_00],
      ]);
    expect(entries[0]).toMatchObject({ business: "zq shop" });
  });

  it("of products leave out archived ones", async () => {
    const t = openMarket();
    const { distributor } = await pair(t, "zq");
    const productId = await listProduct(t, distributor, { name: "Gone" });
    await distributor.client.mutation(api.products.archive, { productId });
    const asked = { paginationOpts: FIRST };
    const { page } = await distributor.client.query(api.exports.products, asked);
    expect(page.map(({ name }) => name)).toEqual(["zq lamp"]);
  });
});
