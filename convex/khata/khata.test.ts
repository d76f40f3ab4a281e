/** The ledger of a pair: entries, dues, advances and credit, through the public functions. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ageingOf } from "../../domain/ageing";
import type { CreditTerms } from "../../domain/fields/creditTerms";
import { addDays, DAY_MS, todayIst } from "../../domain/dates";
import {
  AGED_DUES_MAX,
  DUES_PER_SETTLEMENT,
  HOME_DUES_MAX,
  LEDGER_SUM_MAX_PAISE,
} from "../../domain/limits";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  everything,
  FIRST_PAGE,
  foldEffects,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  settledTime,
} from "../market.setup";
import { khataTables, khataViolations } from "./khataRows.setup";

const NOON = Date.parse("2026-06-10T06:30:00Z");
const PRICE = 10_000;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers();
  vi.setSystemTime(NOON);
});

const today = () => todayIst(Date.now());
const day = (days: number) => addDays(today(), days);

type Payment = { amountPaise: number; invoiceIds?: Id<"invoices">[]; isAdvanceMeant?: boolean };

/** A pair that trades one product at ₹100.00. */
async function pair(terms?: CreditTerms) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor, { pricePaise: PRICE, stock: 100_000 });
  const [retailerId, distributorId] = [retailer.user._id, distributor.user._id];
  const setTerms = (asked: CreditTerms) =>
    distributor.client.mutation(api.khata.setTerms, { retailerId, ...asked });
  if (terms !== undefined) await setTerms(terms);
  const order = (quantity = 1) => placeOne(retailer, productId, quantity);
  const accept = (orderId: Id<"orders">, deliveryBefore = day(3)) =>
    acceptOne(distributor, { orderId, deliveryBefore });
  /** Orders and accepts; returns the invoice. */
  const invoice = async (quantity = 1, deliveryBefore = day(3)) =>
    (await accept(await order(quantity), deliveryBefore)).invoiceId;
  const record = async ({ amountPaise, invoiceIds = [], isAdvanceMeant = true }: Payment) => {
    const payment = { amountPaise, invoiceIds, isAdvanceMeant, paidOn: today() };
    const { paymentId } = await distributor.client.mutation(api.payments.record, {
      ...{ ...payment, partnerId: retailerId, method: "cash", paymentKey: newKey() },
    });
    return paymentId;
  };
  const reverse = (paymentId: Id<"payments">, reason = "Bounced") =>
    distributor.client.mutation(api.payments.reverse, { paymentId, reason });
  const account = () => retailer.client.query(api.khata.account, { partnerId: distributorId });
  const openOf = async (invoiceId: Id<"invoices">) =>
    (await retailer.client.query(api.payments.ofInvoice, { invoiceId }))?.openPaise;
  const entries = async () =>
    (
      await retailer.client.query(api.khata.entries, {
        ...{ partnerId: distributorId, paginationOpts: FIRST_PAGE },
      })
    ).page;
  return {
    ...{ t, distributor, retailer, retailerId, distributorId, productId, setTerms },
    ...{ order, accept, invoice, record, reverse, account, openOf, entries },
  };
}

/** Returns every violation of the khata's rules in the rows of the market. */
async function faults({ t }: Pick<Awaited<ReturnType<typeof pair>>, "t">): Promise<string[]> {
  await foldEffects(t);
  return khataViolations(await t.run(khataTables));
}

describe("the balance", () => {
  it("[I-41] grows with an acceptance, by exactly its invoice, and not with an order", async () => {
    const market = await pair();
    const { order, accept, account, entries } = market;
    const orderId = await order(3);
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 3 * PRICE });
    expect(await entries()).toEqual([]);
    const { invoiceId } = await accept(orderId);
    expect(await account()).toMatchObject({ balancePaise: 3 * PRICE, openOrdersPaise: 0 });
    expect(await entries()).toMatchObject([
      { kind: "invoice", paise: 3 * PRICE, balanceAfterPaise: 3 * PRICE, invoiceId, day: today() },
    ]);
    expect(await faults(market)).toEqual([]);
  });

  it("counts what is accepted with fewer pieces as what is sent", async () => {
    const market = await pair();
    const { distributor, retailer, productId, account } = market;
    const { orderId } = await retailer.client.mutation(api.orders.place, {
      ...{ orderKey: newKey(), msg: "Please.", shortageRule: "sendLess" },
      lines: [{ productId, quantity: 10 }],
    });
    await distributor.client.mutation(api.orders.accept, {
      ...{ orderId, lines: [{ line: 0, quantity: 4 }], deliveryBefore: day(1) },
    });
    expect(await account()).toMatchObject({ balancePaise: 4 * PRICE, openOrdersPaise: 0 });
  });

  it("counts of a pending order what no party took out of it", async () => {
    const market = await pair();
    const { distributor, retailer, productId, account, accept } = market;
    const lines = [1, 2, 4].map((quantity) => ({ productId, quantity }));
    const orderId = await placeLines(retailer, lines);
    const refuse = (line: number) => ({ orderIds: [`${orderId}-${line}`], reason: "No" });
    expect(await account()).toMatchObject({ openOrdersPaise: 7 * PRICE });
    await retailer.client.mutation(api.orders.cancel, refuse(1));
    expect(await account()).toMatchObject({ openOrdersPaise: 6 * PRICE });
    await distributor.client.mutation(api.orders.reject, refuse(3));
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 2 * PRICE });
    expect(await faults(market)).toEqual([]);
    await accept(orderId);
    expect(await account()).toMatchObject({ balancePaise: 2 * PRICE, openOrdersPaise: 0 });
    expect(await faults(market)).toEqual([]);
  });

  it.each([
    ["rejected", "orders.reject"],
    ["cancelled", "orders.cancel"],
  ] as const)("has nothing of an order that is %s", async (_, name) => {
    const { distributor, retailer, order, account } = await pair();
    const asked = { orderIds: [await order(2)], reason: "No" };
    if (name === "orders.reject") await distributor.client.mutation(api.orders.reject, asked);
    else await retailer.client.mutation(api.orders.cancel, asked);
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 0 });
  });

  it("is the same for both sides, and adds up on their home pages", async () => {
    const { t, distributor, retailer, retailerId, invoice, record } = await pair();
    await invoice(5);
    await record({ amountPaise: PRICE });
    const seen = { partnerId: retailerId };
    const balancePaise = 4 * PRICE;
    expect(await distributor.client.query(api.khata.account, seen)).toMatchObject({ balancePaise });
    await foldEffects(t);
    for (const { client } of [retailer, distributor])
      expect(await client.query(api.khata.money, { today: today() })).toMatchObject({
        openPaise: balancePaise,
        overduePaise: 0,
      });
    const [later, last] = [day(3), day(4)];
    const money = await retailer.client.query(api.khata.money, { today: later });
    expect(money).toMatchObject({ todayPaise: balancePaise, overduePaise: 0 });
    expect(await retailer.client.query(api.khata.money, { today: last })).toMatchObject({
      ...{ todayPaise: 0, overduePaise: balancePaise, hasMore: false },
      dues: [{ business: "Big Wholesale", openPaise: balancePaise, dueOn: later }],
    });
  });

  it("falls by invoiced goods that a closed account leaves undelivered", async () => {
    const market = await pair();
    const { distributor, retailer, order, account, t, distributorId } = market;
    const orderIds = [await order(2), await order(1)];
    for (const orderId of orderIds)
      await acceptOne(distributor, { orderId, deliveryBefore: day(3) });
    const admin = await joinAdmin(t);
    await admin.client.mutation(api.admin.removeDistributor, { userId: distributorId });
    await retailer.client.mutation(api.orders.cancel, {
      orderIds: [orderIds[0]!],
      reason: "Gone",
    });
    expect(await account()).toMatchObject({ balancePaise: PRICE, isClosed: true });
    expect(await faults(market)).toEqual([]);
  });
});

describe("a payment", () => {
  it("pays the oldest due first, whatever came first", async () => {
    const market = await pair();
    const { invoice, record, openOf } = market;
    const late = await invoice(2, day(9));
    const soon = await invoice(2, day(2));
    await record({ amountPaise: 3 * PRICE });
    expect([await openOf(soon), await openOf(late)]).toEqual([0, PRICE]);
    expect(await faults(market)).toEqual([]);
  });

  it("pays the invoices that it names before the oldest", async () => {
    const market = await pair();
    const { invoice, record, openOf } = market;
    const soon = await invoice(2, day(2));
    const late = await invoice(2, day(9));
    await record({ amountPaise: 3 * PRICE, invoiceIds: [late] });
    expect([await openOf(soon), await openOf(late)]).toEqual([PRICE, 0]);
  });

  it("of more than is owed is an advance, which the next invoices use up", async () => {
    const market = await pair();
    const { invoice, record, openOf, account } = market;
    await record({ amountPaise: 3 * PRICE });
    expect(await account()).toMatchObject({ balancePaise: -3 * PRICE });
    const [first, second] = [await invoice(2), await invoice(2)];
    expect([await openOf(first), await openOf(second)]).toEqual([0, PRICE]);
    expect(await account()).toMatchObject({ balancePaise: PRICE });
    expect(await faults(market)).toEqual([]);
  });

  it("is reversed with a reason, and opens again exactly what it paid", async () => {
    const market = await pair();
    const { invoice, record, reverse, openOf, account, entries } = market;
    const [first, second] = [await invoice(2), await invoice(2)];
    const earlier = await record({ amountPaise: PRICE });
    const bounced = await record({ amountPaise: 2 * PRICE });
    await reverse(bounced, "The cheque came back");
    expect([await openOf(first), await openOf(second)]).toEqual([PRICE, 2 * PRICE]);
    expect(await account()).toMatchObject({ balancePaise: 3 * PRICE });
    const reason = "The cheque came back";
    expect((await entries())[0]).toMatchObject({ kind: "reversal", paise: 2 * PRICE, reason });
    await reverse(earlier);
    expect(await openOf(first)).toBe(2 * PRICE);
    expect(await faults(market)).toEqual([]);
  });

  it("that was partly an advance is reversed also where later invoices used it", async () => {
    const market = await pair();
    const { invoice, record, reverse, openOf, account } = market;
    const paid = await record({ amountPaise: 5 * PRICE });
    const first = await invoice(2);
    await reverse(paid);
    expect(await openOf(first)).toBe(2 * PRICE);
    expect(await account()).toMatchObject({ balancePaise: 2 * PRICE });
    expect(await faults(market)).toEqual([]);
    // Nothing of it is left for the next invoice.
    expect(await openOf(await invoice(1))).toBe(PRICE);
  });

  it(`settles more than ${DUES_PER_SETTLEMENT} dues, in several transactions`, async () => {
    const market = await pair();
    const { t, retailerId, distributorId, record, account } = market;
    await t.run(async (ctx) => {
      const own = { retailerId, distributorId };
      const balance = {
        balancePaise: 450,
        advancePaise: 0,
        openOrdersPaise: 0,
        openLines: 0,
        openPieces: 0,
        latestOrders: [],
      };
      await ctx.db.insert("creditAccounts", { ...own, terms: "onDelivery", ...balance });
      for (const ownerId of [retailerId, distributorId])
        await ctx.db.insert("counters", { counter: "khata.open", ownerId, count: 450 });
      for (let n = 1; n <= 450; n += 1) {
        const entry = { ...own, kind: "opening" as const, paise: 1, balanceAfterPaise: n };
        await ctx.db.insert("ledgerEntries", {
          ...{ ...entry, at: NOON, day: today(), actorId: distributorId },
        });
        const sums = { totalPaise: 1, openPaise: 1, isOpen: true, remindOn: day(1) };
        await ctx.db.insert("dues", { ...own, dueOn: day(3), ...sums });
      }
    });
    const paid = await record({ amountPaise: 440 });
    // Until the next transaction a rest of the payment stands beside open dues; all sums are right.
    expect(await faults(market)).toEqual([expect.stringContaining("unused beside an open due")]);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await faults(market)).toEqual([]);
    expect(await account()).toMatchObject({ balancePaise: 10 });
    expect(await t.run((ctx) => ctx.db.query("advances").take(1))).toEqual([]);
    await market.reverse(paid);
    expect(await faults(market)).toEqual([]);
    expect(await account()).toMatchObject({ balancePaise: 450 });
  });
});

describe("the payment link of an invoice", () => {
  async function linked() {
    const market = await pair();
    const invoiceId = await market.invoice(3);
    const links = async () => {
      const [page, money] = [
        await market.retailer.client.query(api.invoices.one, { invoiceId }),
        await market.retailer.client.query(api.payments.ofInvoice, { invoiceId }),
      ];
      expect(page?.upiLink).toBe(money?.upiLink);
      return page?.upiLink;
    };
    const setUpiId = (upiId: string | undefined) =>
      market.t.run((ctx) => ctx.db.patch("users", market.distributorId, { upiId }));
    return { ...market, invoiceId, links, setUpiId };
  }

  it("is for what is open, with the same reference, and gone when nothing is", async () => {
    const { record, links } = await linked();
    const whole = await links();
    expect(whole).toContain("am=300.00&");
    await record({ amountPaise: PRICE + 1 });
    expect(await links()).toBe(whole?.replace("am=300.00", "am=199.99"));
    await record({ amountPaise: 2 * PRICE - 1 });
    expect(await links()).toBeUndefined();
  });

  it("pays to the UPI ID of today, and is gone without one", async () => {
    const { links, setUpiId } = await linked();
    await setUpiId("new@upi");
    expect(await links()).toContain("pa=new@upi&");
    await setUpiId(undefined);
    expect(await links()).toBeUndefined();
  });

  it("has its UPI ID in the khata too, but not before anything was accepted", async () => {
    const { order, accept, account, distributor } = await pair();
    const { upiId } = distributor.user;
    expect(upiId).toBeDefined();
    const orderId = await order();
    expect((await account()).upiId).toBeUndefined();
    await accept(orderId);
    expect((await account()).upiId).toBe(upiId);
  });

  it("gives way to a picture that was chosen", async () => {
    const { t, invoiceId, links } = await linked();
    await t.run(async (ctx) => {
      const qrImageId = await ctx.storage.store(new Blob(["picture"]));
      await ctx.db.patch("invoices", invoiceId, { qrImageId });
    });
    expect(await links()).toBeUndefined();
  });
});

it("payments beyond what is counted exactly are refused, and nothing stays of them", async () => {
  const market = await pair();
  const { record, account } = market;
  await record({ amountPaise: LEDGER_SUM_MAX_PAISE });
  expect(await refusal(record({ amountPaise: 1 }))).toEqual({ code: "BAD_AMOUNT" });
  expect(await account()).toMatchObject({ balancePaise: -LEDGER_SUM_MAX_PAISE });
  expect(await faults(market)).toEqual([]);
});

describe("the due day", () => {
  it.each([
    [{ terms: "onDelivery" }, 3],
    [{ terms: "credit", creditDays: 30 }, 30],
    [{ terms: "advance" }, 0],
  ] as const)("follows from the terms of the day: %o", async (terms, days) => {
    const { retailer, distributorId, invoice } = await pair(terms);
    await invoice(1, day(3));
    const asked = { partnerId: distributorId, today: today() };
    const { dues } = await retailer.client.query(api.khata.ageing, asked);
    expect(dues.map(({ dueOn }) => dueOn)).toEqual([day(days)]);
  });

  it("says so where more is open than ageing reads", async () => {
    const { t, retailer, distributorId, invoice } = await pair();
    await invoice(1, day(1));
    const asked = { partnerId: distributorId, today: today() };
    expect(await retailer.client.query(api.khata.ageing, asked)).not.toHaveProperty("isOfOldest");
    await t.run(async (ctx) => {
      const { _id, _creationTime, ...due } = (await ctx.db.query("dues").first())!;
      for (let n = 1; n < AGED_DUES_MAX; n += 1) await ctx.db.insert("dues", due);
    });
    expect(await retailer.client.query(api.khata.ageing, asked)).not.toHaveProperty("isOfOldest");
    await invoice(1, day(2));
    const { ageing, isOfOldest } = await retailer.client.query(api.khata.ageing, asked);
    expect(isOfOldest).toBe(true);
    expect(ageing.notDue).toBe(AGED_DUES_MAX * PRICE);
  });

  it("says on the home that more is overdue only where more is than it adds up", async () => {
    const { t, retailer, invoice } = await pair();
    await invoice(1, day(1));
    const insertDues = (count: number) =>
      t.run(async (ctx) => {
        const { _id, _creationTime, ...due } = (await ctx.db.query("dues").first())!;
        for (let n = 0; n < count; n += 1) await ctx.db.insert("dues", due);
      });
    const money = () => retailer.client.query(api.khata.money, { today: day(2) });
    const overduePaise = HOME_DUES_MAX * PRICE;
    await insertDues(HOME_DUES_MAX - 1);
    expect(await money()).toMatchObject({ overduePaise, hasMore: false });
    await insertDues(1);
    expect(await money()).toMatchObject({ overduePaise, hasMore: true });
  });

  it("[I-44] sorts what is open by age, and the ages add up to it", async () => {
    const { t, retailer, distributorId, invoice } = await pair();
    for (const days of [1, 2, 3]) await invoice(days, day(days));
    const all = await t.run((ctx) => ctx.db.query("dues").take(10));
    for (const ahead of [0, 1, 2, 3, 16, 17, 18, 34, 93, 94, 400]) {
      const asked = { partnerId: distributorId, today: day(ahead) };
      const { ageing } = await retailer.client.query(api.khata.ageing, asked);
      expect(ageing).toEqual(ageingOf(all, day(ahead)));
      expect(Object.values(ageing).reduce((sum, paise) => sum + paise)).toBe(6 * PRICE);
    }
  });
});

describe("a credit limit", () => {
  const LIMIT = { terms: "credit", creditDays: 30, creditLimitPaise: 10 * PRICE } as const;

  it("[I-42] refuses the order that goes beyond it, with the figures, and nothing stays of it", async () => {
    const { t, invoice, order } = await pair(LIMIT);
    await invoice(4);
    await order(4);
    await foldEffects(t);
    const before = await everything(t);
    expect(await refusal(order(3))).toEqual({
      code: "CREDIT_LIMIT",
      ...{ limitPaise: 10 * PRICE, usedPaise: 8 * PRICE, neededPaise: 3 * PRICE },
    });
    expect(await everything(t)).toBe(before);
    await order(2);
    expect(await refusal(order(1))).toMatchObject({ code: "CREDIT_LIMIT", usedPaise: 10 * PRICE });
  });

  it("[I-42] lets exactly ten of 64 orders through that are sent at once", async () => {
    const { order, account } = await pair(LIMIT);
    const all = await Promise.allSettled(Array.from({ length: 64 }, () => order(1)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await account()).toMatchObject({ openOrdersPaise: 10 * PRICE });
  });

  it("has room again after a confirmed payment, and not after a claim", async () => {
    const { retailer, distributor, distributorId, invoice, order } = await pair(LIMIT);
    await invoice(10);
    const { paymentId } = await retailer.client.mutation(api.payments.claim, {
      ...{ partnerId: distributorId, amountPaise: 2 * PRICE, method: "upi", paidOn: today() },
      ...{ reference: "412345678901", invoiceIds: [], paymentKey: newKey() },
    });
    expect(await refusal(order(1))).toMatchObject({ code: "CREDIT_LIMIT" });
    await distributor.client.mutation(api.payments.confirm, { paymentId });
    await order(2);
    expect(await refusal(order(1))).toMatchObject({ code: "CREDIT_LIMIT" });
  });

  it("is none with payment in advance, and none where nothing is set", async () => {
    const { setTerms, order } = await pair(LIMIT);
    await setTerms({ terms: "advance", creditLimitPaise: PRICE });
    await order(50);
    await setTerms({ terms: "onDelivery" });
    await order(50);
  });

  it("gives way once to an allowance, for a day", async () => {
    const { t, distributor, retailerId, invoice, order } = await pair(LIMIT);
    await invoice(10);
    const allow = (paise: number) =>
      distributor.client.mutation(api.khata.allowOnce, { retailerId, paise });
    await allow(2 * PRICE);
    expect(await refusal(order(3))).toMatchObject({ code: "CREDIT_LIMIT" });
    await order(2);
    expect(await refusal(order(1))).toMatchObject({ code: "CREDIT_LIMIT" });
    const allowedAt = await settledTime(t);
    await allow(5 * PRICE);
    vi.setSystemTime(allowedAt + DAY_MS);
    expect(await refusal(order(1))).toMatchObject({ code: "CREDIT_LIMIT" });
  });

  it("keeps an allowance that an order does not need", async () => {
    const { distributor, retailerId, order } = await pair(LIMIT);
    await distributor.client.mutation(api.khata.allowOnce, { retailerId, paise: PRICE });
    await order(10);
    await order(1);
    expect(await refusal(order(1))).toMatchObject({ code: "CREDIT_LIMIT" });
  });
});

describe("an overdue sum", () => {
  const RULE = { terms: "credit", creditDays: 1, blockOverdueDays: 5 } as const;

  it("stops orders from the day that the terms say, unless it is small enough", async () => {
    const { setTerms, invoice, order } = await pair(RULE);
    await invoice(2);
    vi.setSystemTime(NOON + 6 * DAY_MS);
    await order(1);
    vi.setSystemTime(NOON + 7 * DAY_MS);
    expect(await refusal(order(1))).toEqual({
      ...{ code: "OVERDUE", openPaise: 2 * PRICE, dueOn: "2026-06-11" },
    });
    await setTerms({ ...RULE, overduePaiseIgnored: 2 * PRICE });
    await order(1);
  });

  it("gives way once to an allowance for the whole order", async () => {
    const { distributor, retailerId, invoice, order } = await pair(RULE);
    await invoice(2);
    vi.setSystemTime(NOON + 30 * DAY_MS);
    await distributor.client.mutation(api.khata.allowOnce, { retailerId, paise: PRICE });
    expect(await refusal(order(2))).toMatchObject({ code: "OVERDUE" });
    await order(1);
    expect(await refusal(order(1))).toMatchObject({ code: "OVERDUE" });
  });
});

it("an order that is beyond the limit and overdue needs an allowance for the whole of it", async () => {
  const terms = { terms: "credit", creditDays: 1, creditLimitPaise: 3 * PRICE } as const;
  const { distributor, retailerId, invoice, order } = await pair({
    ...{ ...terms, blockOverdueDays: 5 },
  });
  await invoice(2);
  vi.setSystemTime(NOON + 30 * DAY_MS);
  const allow = (paise: number) =>
    distributor.client.mutation(api.khata.allowOnce, { retailerId, paise });
  await allow(PRICE);
  expect(await refusal(order(2))).toMatchObject({ code: "OVERDUE" });
  await allow(2 * PRICE);
  await order(2);
});

describe("a statement", () => {
  it("closes with what the next one opens with", async () => {
    const { retailer, distributorId, invoice, record } = await pair();
    await invoice(3);
    vi.setSystemTime(NOON + 2 * DAY_MS);
    await record({ amountPaise: PRICE });
    vi.setSystemTime(NOON + 5 * DAY_MS);
    await invoice(4);
    const balances = (from: number, to: number) => {
      const first = todayIst(NOON);
      const period = { from: addDays(first, from), to: addDays(first, to) };
      return retailer.client.query(api.khata.statement, { partnerId: distributorId, ...period });
    };
    expect(await balances(-5, -1)).toEqual({ openingPaise: 0, closingPaise: 0 });
    expect(await balances(0, 1)).toEqual({ openingPaise: 0, closingPaise: 3 * PRICE });
    expect(await balances(2, 4)).toEqual({ openingPaise: 3 * PRICE, closingPaise: 2 * PRICE });
    expect(await balances(5, 9)).toEqual({ openingPaise: 2 * PRICE, closingPaise: 6 * PRICE });
    const period = { from: todayIst(NOON), to: addDays(todayIst(NOON), 4) };
    const { page } = await retailer.client.query(api.khata.statementEntries, {
      ...{ partnerId: distributorId, ...period, paginationOpts: FIRST_PAGE },
    });
    expect(page.map(({ kind, paise }) => [kind, paise])).toEqual([
      ["invoice", 3 * PRICE],
      ["payment", -PRICE],
    ]);
  });
});

describe("a khata", () => {
  it("is of its two sides alone: nobody else can tell that there is one", async () => {
    const { t, retailerId, distributorId, invoice } = await pair();
    await invoice(1);
    const [otherRetailer, otherDistributor] = [await joinRetailer(t), await joinDistributor(t)];
    const read = (person: typeof otherRetailer, partnerId: string) =>
      refusal(person.client.query(api.khata.account, { partnerId }));
    expect(await read(otherRetailer, distributorId)).toEqual({ code: "NOT_FOUND" });
    expect(await read(otherDistributor, retailerId)).toEqual({ code: "NOT_FOUND" });
    expect(await read(otherRetailer, retailerId)).toEqual({ code: "NOT_FOUND" });
    expect(await read(await joinAdmin(t), retailerId)).toEqual({ code: "FORBIDDEN" });
  });

  it("stays when the connection ends", async () => {
    const { t, invoice, account } = await pair();
    await invoice(1);
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("connections").take(10))
        await ctx.db.patch("connections", _id, { status: "rejected" });
    });
    expect(await account()).toMatchObject({ balancePaise: PRICE });
  });

  it("lists the partner whose payment is late for longest first, then by balance, on pages of any size", async () => {
    const { t, distributor, productId, invoice, record, retailerId } = await pair();
    await invoice(2, day(1));
    const owing = async (quantity: number) => {
      const other = await joinRetailer(t);
      const orderId = await placeOne(other, productId, quantity);
      await acceptOne(distributor, { orderId, deliveryBefore: day(2) });
      return other.user._id;
    };
    const [less, more] = [await owing(1), await owing(5)];
    const list = async (cursor: string | null = null): Promise<Id<"users">[]> => {
      const paginationOpts = { numItems: 1, cursor };
      const result = await distributor.client.query(api.khata.accounts, { paginationOpts });
      const partners = result.page.map(({ partnerId }) => partnerId);
      return result.isDone ? partners : [...partners, ...(await list(result.continueCursor))];
    };
    expect(await list()).toEqual([retailerId, more, less]);
    await record({ amountPaise: 2 * PRICE });
    expect(await list()).toEqual([more, less, retailerId]);
  });

  it("is settled on by the scheduler without harm when there is nothing to settle", async () => {
    const { t, retailerId, distributorId } = await pair();
    await t.mutation(internal.khata.internal.settle, { retailerId, distributorId });
  });
});
