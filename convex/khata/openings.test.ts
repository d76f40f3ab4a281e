/** Opening balances: proposed by the distributor, counted by the retailer's word or its silence. And who may have a word in a khata at all. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, DAY_MS, todayIst } from "../../domain/dates";
import { LEDGER_SUM_MAX_PAISE, OPENING_DAYS_MAX, OPENINGS_MAX } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  everything,
  FIRST_PAGE,
  foldEffects,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  type Person,
  placeOne,
  refusal,
  settledTime,
} from "../market.setup";
import { khataTables, khataViolations } from "./khataRows.setup";

const NOON = Date.parse("2026-06-10T06:30:00Z");
const PRICE = 10_000;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const today = () => todayIst(Date.now());
const day = (days: number) => addDays(today(), days);

async function stage({ isConnected = true } = {}) {
  const t = openMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  if (isConnected) await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor, { pricePaise: PRICE, stock: 1_000 });
  const [retailerId, distributorId] = [retailer.user._id, distributor.user._id];
  const propose = (paise: number, since = day(-40)) =>
    distributor.client.mutation(api.khata.openWith, { retailerId, paise, day: since });
  const view = ({ client }: Person = retailer) =>
    client.query(api.khata.account, {
      partnerId: client === retailer.client ? distributorId : retailerId,
    });
  const openingId = async () => (await view()).opening!._id;
  const agree = async (id?: string) =>
    retailer.client.mutation(api.khata.agreeToOpening, { openingId: id ?? (await openingId()) });
  const object = async (reason = "It was less.", id?: string) =>
    retailer.client.mutation(api.khata.objectToOpening, {
      ...{ openingId: id ?? (await openingId()), reason },
    });
  const withdraw = async (id?: string) =>
    distributor.client.mutation(api.khata.withdrawOpening, {
      openingId: id ?? (await openingId()),
    });
  const invoice = async () => {
    const orderId = await placeOne(retailer, productId);
    return acceptOne(distributor, { orderId, deliveryBefore: day(3) });
  };
  /** Lets days pass, with what is scheduled for them. */
  const pass = async (days: number) => {
    await vi.advanceTimersByTimeAsync(days * DAY_MS);
    await t.finishInProgressScheduledFunctions();
  };
  const faults = async () => {
    await foldEffects(t);
    return khataViolations(await t.run(khataTables));
  };
  const kindsOf = async ({ client }: Person) =>
    (
      await client.query(api.notifications.list, { filter: "all", paginationOpts: FIRST_PAGE })
    ).page.map(({ kind, answer, isRead }) => `${kind} ${answer ?? ""} ${isRead}`);
  const people = { t, distributor, retailer, retailerId, distributorId, productId };
  return {
    ...{ ...people, propose, view, openingId, agree, object, withdraw, invoice },
    ...{ pass, faults, kindsOf },
  };
}

describe("a proposed opening balance", () => {
  it("[OPENING1] is in no balance, due, entry, statement, ageing, figure, list or export", async () => {
    const { t, propose, view, retailer, distributor, distributorId, faults, retailerId } =
      await stage();
    const now = await settledTime(t);
    await propose(5 * PRICE);
    const counts = { state: "proposed", paise: 5 * PRICE, day: day(-40) };
    for (const [person, partnerId] of [
      [retailer, distributorId],
      [distributor, retailerId],
    ] as const) {
      const { client } = person;
      expect(await view(person)).toMatchObject({
        ...{ balancePaise: 0, hasEntries: false },
        opening: { ...counts, proposedAt: now, countsAt: now + 14 * DAY_MS },
      });
      const asked = { partnerId, today: today() };
      expect((await client.query(api.khata.ageing, asked)).dues).toEqual([]);
      const period = { partnerId, from: day(-50), to: today() };
      expect(await client.query(api.khata.statement, period)).toEqual({
        ...{ openingPaise: 0, closingPaise: 0 },
      });
      const page = { paginationOpts: FIRST_PAGE };
      expect((await client.query(api.khata.entries, { partnerId, ...page })).page).toEqual([]);
      const span = { from: day(-50), to: today(), ...page };
      expect((await client.query(api.exports.ledger, span)).page).toEqual([]);
      expect((await client.query(api.khata.accounts, page)).page).toMatchObject([
        { balancePaise: 0, oldestDueOn: null },
      ]);
      expect(await client.query(api.khata.money, { today: today() })).toMatchObject({
        ...{ openPaise: 0, overduePaise: 0, dues: [] },
      });
    }
    expect(await faults()).toEqual([]);
  });

  it("[OPENING1] takes no credit until it counts, and stops no order as overdue", async () => {
    const { propose, agree, distributor, retailer, retailerId, productId } = await stage();
    await propose(5 * PRICE);
    const terms = { terms: "onDelivery" as const, creditLimitPaise: 5 * PRICE };
    const setTerms = { retailerId, ...terms, blockOverdueDays: 0 };
    await distributor.client.mutation(api.khata.setTerms, setTerms);
    await placeOne(retailer, productId);
    await agree();
    expect(await refusal(placeOne(retailer, productId))).toMatchObject({ code: "CREDIT_LIMIT" });
    await distributor.client.mutation(api.khata.setTerms, { retailerId, terms: "onDelivery" });
    await distributor.client.mutation(api.khata.setTerms, {
      ...{ retailerId, terms: "onDelivery", blockOverdueDays: 0 },
    });
    expect(await refusal(placeOne(retailer, productId))).toMatchObject({ code: "OVERDUE" });
  });

  it("[OPENING2] counts once the retailer agrees, since its day, and is paid like an invoice", async () => {
    const { propose, agree, view, retailer, distributor, distributorId, kindsOf, faults, ...here } =
      await stage();
    await propose(5 * PRICE);
    expect(await kindsOf(retailer)).toEqual(["openingProposed  false"]);
    const now = await settledTime(here.t);
    await agree();
    await agree();
    for (const person of [retailer, distributor])
      expect(await view(person)).toMatchObject({
        ...{ balancePaise: 5 * PRICE, hasEntries: true },
        opening: { state: "agreed", answeredAt: now },
      });
    const asked = { partnerId: distributorId, today: today() };
    const { ageing } = await retailer.client.query(api.khata.ageing, asked);
    expect(ageing).toMatchObject({ to60: 5 * PRICE });
    expect(await kindsOf(distributor)).toEqual(["openingAnswered agreed false"]);
    expect(await kindsOf(retailer)).toEqual(["openingProposed  true"]);
    expect(await refusal(here.object())).toEqual({ code: "OPENING_CLOSED", state: "agreed" });
    expect(await refusal(here.withdraw())).toEqual({ code: "OPENING_CLOSED", state: "agreed" });
    await here.pass(15);
    await distributor.client.mutation(api.payments.record, {
      ...{ partnerId: here.retailerId, amountPaise: 5 * PRICE, method: "cash" },
      ...{ invoiceIds: [], paidOn: today(), paymentKey: newKey() },
    });
    expect(await view()).toMatchObject({ balancePaise: 0, hasEntries: true });
    expect(await faults()).toEqual([]);
  });

  it("[OPENING3] counts after 14 days without an objection, told to the distributor; both sides see which", async () => {
    const { propose, pass, view, retailer, distributor, kindsOf, faults, object, ...here } =
      await stage();
    await propose(5 * PRICE);
    await pass(13.9);
    expect(await view()).toMatchObject({ balancePaise: 0, opening: { state: "proposed" } });
    await pass(0.2);
    for (const person of [retailer, distributor])
      expect(await view(person)).toMatchObject({
        ...{ balancePaise: 5 * PRICE, opening: { state: "unopposed" } },
      });
    expect(await kindsOf(distributor)).toEqual(["openingAnswered expired false"]);
    expect(await kindsOf(retailer)).toEqual(["openingProposed  true"]);
    expect(await refusal(here.agree())).toMatchObject({ code: "OPENING_CLOSED" });
    // A late objection changes no balance; both see it.
    await object("I was away.");
    await object("I was away.");
    expect(await refusal(object("Again."))).toMatchObject({ code: "OPENING_CLOSED" });
    expect(await view(distributor)).toMatchObject({
      balancePaise: 5 * PRICE,
      opening: { state: "unopposed", objection: "I was away." },
    });
    expect(await faults()).toEqual([]);
  });

  it("[OPENING4] never counts once it was objected to, with the retailer's words", async () => {
    const { propose, object, pass, view, retailer, distributor, kindsOf, faults, ...here } =
      await stage();
    await propose(5 * PRICE);
    expect(await refusal(object(" "))).toEqual({ code: "NO_REASON" });
    await object();
    await object();
    await pass(30);
    for (const person of [retailer, distributor])
      expect(await view(person)).toMatchObject({
        ...{ balancePaise: 0, hasEntries: false },
        opening: { state: "objected", objection: "It was less." },
      });
    expect(await kindsOf(distributor)).toEqual(["openingAnswered declined false"]);
    expect(await refusal(here.agree())).toMatchObject({ code: "OPENING_CLOSED" });
    expect(await faults()).toEqual([]);
  });

  it("[OPENING4] can be corrected after an objection, also once orders were accepted since", async () => {
    const { propose, object, agree, invoice, view, faults } = await stage();
    await propose(5 * PRICE);
    await object();
    await invoice();
    await propose(3 * PRICE);
    await agree();
    expect(await view()).toMatchObject({ balancePaise: 4 * PRICE });
    expect(await faults()).toEqual([]);
  });

  it("[OPENING5] is replaced by another one, whose agreement never counts the first", async () => {
    const { propose, agree, openingId, pass, view, retailer, kindsOf, faults } = await stage();
    await propose(5 * PRICE);
    const first = await openingId();
    await propose(5 * PRICE);
    expect(await openingId()).toBe(first);
    await pass(10);
    await propose(2 * PRICE);
    expect(await openingId()).not.toBe(first);
    expect(await refusal(agree(first))).toEqual({ code: "OPENING_CLOSED", state: "withdrawn" });
    expect(await kindsOf(retailer)).toEqual(["openingProposed  false", "openingProposed  true"]);
    await pass(10);
    expect(await view()).toMatchObject({ balancePaise: 0 });
    await pass(5);
    expect(await view()).toMatchObject({ balancePaise: 2 * PRICE });
    expect(await faults()).toEqual([]);
  });

  it("[OPENING4] can be objected to also once the connection has ended", async () => {
    const { t, propose, object, view, distributor } = await stage();
    await propose(5 * PRICE);
    await t.run(async (ctx) => {
      const connection = await ctx.db.query("connections").first();
      await ctx.db.delete("connections", connection!._id);
    });
    await object();
    expect(await view(distributor)).toMatchObject({ opening: { state: "objected" } });
  });

  it("[OPENING5] can be taken back by its distributor", async () => {
    const { propose, withdraw, pass, view, retailer, kindsOf } = await stage();
    await propose(5 * PRICE);
    await withdraw();
    await withdraw();
    await pass(20);
    expect(await view()).toMatchObject({ balancePaise: 0, opening: { state: "withdrawn" } });
    expect(await kindsOf(retailer)).toEqual(["openingProposed  true"]);
  });

  it("below zero is an advance once it counts", async () => {
    const { propose, agree, invoice, retailer, faults } = await stage();
    await propose(-2 * PRICE);
    await agree();
    const { invoiceId } = await invoice();
    const money = await retailer.client.query(api.payments.ofInvoice, { invoiceId });
    expect(money?.openPaise).toBe(0);
    expect(await faults()).toEqual([]);
  });

  it("comes before the first entry, and counts once", async () => {
    const one = await stage();
    await one.propose(PRICE);
    await one.agree();
    expect(await refusal(one.propose(PRICE))).toEqual({ code: "LEDGER_STARTED" });
    const other = await stage();
    await other.invoice();
    expect(await refusal(other.propose(PRICE))).toEqual({ code: "LEDGER_STARTED" });
  });

  it("is proposed a few times at most, however often it is objected to", async () => {
    const { propose, object } = await stage();
    for (let n = 1; n <= OPENINGS_MAX; n += 1) {
      await propose(n * PRICE);
      await object();
    }
    expect(await refusal(propose(9 * PRICE))).toEqual({
      ...{ code: "TOO_MANY_OPENINGS", max: OPENINGS_MAX },
    });
  });

  it("is owed since the oldest day at most, and since no day to come", async () => {
    const { propose, agree, retailer, distributorId } = await stage();
    for (const since of [day(-OPENING_DAYS_MAX - 1), day(1)])
      expect(await refusal(propose(PRICE, since))).toEqual({ code: "BAD_OPENING_DAY" });
    await propose(PRICE, today());
    await propose(PRICE, day(-OPENING_DAYS_MAX));
    await agree();
    const asked = { partnerId: distributorId, today: today() };
    const { ageing, dues } = await retailer.client.query(api.khata.ageing, asked);
    expect(ageing).toMatchObject({ over90: PRICE });
    expect(dues).toMatchObject([{ dueOn: day(-OPENING_DAYS_MAX) }]);
  });

  it("[OPENING6] is of no more than the largest sum, so that sums over partners stay exact", async () => {
    const { t, retailer, propose } = await stage();
    for (const paise of [LEDGER_SUM_MAX_PAISE + 1, -LEDGER_SUM_MAX_PAISE - 1])
      expect(await refusal(propose(paise))).toEqual({ code: "BAD_AMOUNT" });
    let total = 0n;
    for (let n = 0; n < 12; n += 1) {
      const distributor = await joinDistributor(t);
      await connectPair(t, retailer, distributor);
      const paise = LEDGER_SUM_MAX_PAISE - n;
      await distributor.client.mutation(api.khata.openWith, {
        ...{ retailerId: retailer.user._id, paise, day: today() },
      });
      const partnerId = distributor.user._id;
      const { opening } = await retailer.client.query(api.khata.account, { partnerId });
      await retailer.client.mutation(api.khata.agreeToOpening, { openingId: opening!._id });
      total += BigInt(paise);
    }
    await foldEffects(t);
    const money = await retailer.client.query(api.khata.money, { today: today() });
    expect(BigInt(money.openPaise)).toBe(total);
    expect(LEDGER_SUM_MAX_PAISE * 9_000).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});

/** Calls about a retailer's khata that only a distributor with dealings may make. */
function wordsOf({ distributor, retailerId }: Awaited<ReturnType<typeof stage>>) {
  const { client } = distributor;
  return {
    opening: () => client.mutation(api.khata.openWith, { retailerId, paise: 1, day: today() }),
    terms: () => client.mutation(api.khata.setTerms, { retailerId, terms: "advance" }),
    allowance: () => client.mutation(api.khata.allowOnce, { retailerId, paise: 1 }),
    record: () =>
      client.mutation(api.payments.record, {
        ...{ partnerId: retailerId, amountPaise: 1, method: "cash", invoiceIds: [] },
        ...{ paidOn: today(), paymentKey: newKey(), isAdvanceMeant: true },
      }),
  };
}
const WORDS = ["opening", "terms", "allowance", "record"] as const;

describe.each(WORDS)("[OPENING7] the distributor's %s", (word) => {
  it("needs a connection or an accepted order: one that came to nothing is none", async () => {
    const here = await stage({ isConnected: false });
    const { t, retailer, productId } = here;
    const speak = wordsOf(here)[word];
    const refused = async (code: string) => {
      const before = await everything(t);
      expect(await refusal(speak())).toEqual({ code });
      expect(await everything(t)).toBe(before);
    };
    await refused("NOT_FOUND");
    const orderId = await placeOne(retailer, productId);
    await refused("NOT_PARTNERS");
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "No." });
    await refused("NOT_PARTNERS");
    await here.invoice();
    if (word === "opening") await refused("LEDGER_STARTED");
    else await speak();
  });

  it.each(["retailer", "distributor"] as const)("ends with a block of the %s's", async (side) => {
    const here = await stage();
    const { t, retailer, distributor } = here;
    await here.invoice();
    const [own, other] = side === "retailer" ? [retailer, distributor] : [distributor, retailer];
    await own.client.mutation(api.network.block, { userId: other.user._id });
    const before = await everything(t);
    expect(await refusal(wordsOf(here)[word]())).toEqual({
      code: side === "retailer" ? "NOT_AVAILABLE" : "YOU_BLOCKED",
    });
    expect(await everything(t)).toBe(before);
  });
});

describe("[OPENING7] across a block, a proposal", () => {
  it.each(["retailer", "distributor"] as const)(
    "can't be agreed to, and never counts by silence: of the %s's",
    async (side) => {
      const { retailer, distributor, propose, agree, object, pass, view, faults } = await stage();
      await propose(PRICE);
      const [own, other] = side === "retailer" ? [retailer, distributor] : [distributor, retailer];
      await own.client.mutation(api.network.block, { userId: other.user._id });
      expect(await refusal(agree())).toEqual({
        code: side === "retailer" ? "YOU_BLOCKED" : "NOT_AVAILABLE",
      });
      await pass(15);
      expect(await view()).toMatchObject({ balancePaise: 0, opening: { state: "withdrawn" } });
      expect(await refusal(object())).toMatchObject({ code: "OPENING_CLOSED" });
      expect(await faults()).toEqual([]);
    },
  );

  it("is objected to without words", async () => {
    const { retailer, distributor, propose, object, view } = await stage();
    await propose(PRICE);
    await retailer.client.mutation(api.network.block, { userId: distributor.user._id });
    await object("You are a liar.");
    expect(await view(distributor)).toMatchObject({
      opening: { state: "objected", objection: "No reason given" },
    });
  });

  it("never counts once an account is closed", async () => {
    const { t, retailerId, propose, pass } = await stage();
    await propose(PRICE);
    await t.run((ctx) => ctx.db.patch("users", retailerId, { deactivatedAt: Date.now() }));
    await pass(15);
    const [opening] = await t.run((ctx) => ctx.db.query("openings").take(2));
    expect(opening).toMatchObject({ state: "withdrawn" });
  });

  it("that ended is left alone by the run of its day", async () => {
    const { t, propose, openingId, object, view } = await stage();
    await propose(PRICE);
    await object();
    const counted = { openingId: await openingId() };
    await t.mutation(internal.khata.internal.countOpening, counted);
    expect(await view()).toMatchObject({ balancePaise: 0, opening: { state: "objected" } });
  });
});
