/** The khata over REST: balances, entries, statements and terms, in rupees. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  CREDIT_DAYS_MAX,
  LEDGER_SUM_MAX_PAISE,
  OPENING_DAYS_MAX,
  OVERDUE_DAYS_MAX,
} from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  connectPair,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
  settledTime,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

const NOON = Date.parse("2026-11-24T12:00:00+05:30");
const TODAY = "2026-11-24";
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
const ID = expect.any(String) as string;
const MAX_RUPEES = LEDGER_SUM_MAX_PAISE / 100;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function openTrade() {
  const t = openMarket();
  const retailer = await joinRetailer(t);
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor, { pricePaise: 100_50, stock: 1_000 });
  await placeOne(retailer, productId, 1);
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const [toRetailer, toDistributor] = [retailer.user._id, distributor.user._id].map(
    (id) => `/api/khata/${id}`,
  );
  /** As the distributor, to its khata with the retailer. */
  const settle = (call: string, body: object, headers: object = {}) => {
    const [method, path] = call.split(" ");
    const sent = { headers: { ...asDistributor, ...headers }, body };
    return ask(t, `${method ?? ""} ${toRetailer ?? ""}/${path ?? ""}`, sent);
  };
  const invoiced = async (quantity: number): Promise<Id<"invoices">> => {
    const orderId = await placeOne(retailer, productId, quantity);
    return (await acceptOne(distributor, { orderId, deliveryBefore: todayIst(Date.now()) }))
      .invoiceId;
  };
  const people = { retailer, distributor, asRetailer, asDistributor };
  return { t, ...people, productId, toRetailer, toDistributor, settle, invoiced };
}

describe("a khata", () => {
  it("has the documented fields, in rupees, for both sides", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor, asRetailer, asDistributor } = trade;
    const invoiceId = await trade.invoiced(2);
    const shared = {
      balance: 201,
      openOrders: 100.5,
      terms: "onDelivery",
      creditDays: null,
      creditLimit: null,
      blockOverdueDays: null,
      overdueIgnored: null,
      oldestDueOn: TODAY,
    };
    const seller = {
      partnerId: distributor.user._id,
      partnerName: distributor.user.name,
      business: "Big Wholesale",
    };
    const listed = await ask(t, "GET /api/khata", { headers: asRetailer });
    expect(listed).toMatchObject({ status: 200, body: [{ ...seller, ...shared }] });
    expect(Object.keys((listed.body as object[])[0] ?? {})).toHaveLength(11);
    const one = await ask(t, `GET ${trade.toDistributor ?? ""}`, { headers: asRetailer });
    const printedNumber = await t.run(
      async (ctx) => (await ctx.db.get("invoices", invoiceId))?.printedNumber,
    );
    const more = {
      isClosed: false,
      hasEntries: true,
      allowance: null,
      remindedOn: null,
      opening: null,
      upiId: "big@upi",
      ageing: { notDue: 201, to15: 0, to30: 0, to60: 0, to90: 0, over90: 0 },
      dues: [{ _id: ID, invoiceId, printedNumber, dueOn: TODAY, total: 201, open: 201 }],
    };
    expect(one).toMatchObject({ status: 200 });
    expect(one.body).toEqual({
      ...{ ...seller, ...shared, ...more },
      ...{ partnerEmail: distributor.user.email, partnerPhone: distributor.user.phone },
    });
    const other = await ask(t, `GET ${trade.toRetailer ?? ""}`, { headers: asDistributor });
    expect(other.body).toEqual({
      ...{ ...shared, ...more },
      ...{ partnerId: retailer.user._id, partnerName: retailer.user.name, business: "Corner Shop" },
      ...{ partnerEmail: retailer.user.email, partnerPhone: retailer.user.phone },
    });
  });

  it("has its open sums by age on today", async () => {
    const { t, asRetailer, invoiced, toDistributor } = await openTrade();
    await invoiced(2);
    vi.setSystemTime(NOON + 20 * DAY_MS);
    const { body } = await ask(t, `GET ${toDistributor ?? ""}`, { headers: asRetailer });
    expect(body).toMatchObject({ ageing: { notDue: 0, to15: 0, to30: 201 } });
  });

  it("has entries, the newest first, each with the balance after it, page by page", async () => {
    const trade = await openTrade();
    const { t, distributor, asRetailer, toDistributor = "" } = trade;
    const invoiceId = await trade.invoiced(2);
    await distributor.client.mutation(api.payments.record, {
      ...{ partnerId: trade.retailer.user._id, amountPaise: 50_25, method: "cheque" },
      ...{ reference: "12 34 56", paidOn: TODAY, invoiceIds: [], paymentKey: newKey() },
    });
    const nothing = { invoiceId: null, printedNumber: null, reason: null };
    const first = await ask(t, `GET ${toDistributor}/entries?limit=1`, { headers: asRetailer });
    expect(first.body).toEqual([
      {
        ...{ _id: ID, kind: "payment", amount: -50.25, balance: 150.75 },
        ...{ ...nothing, day: TODAY, createdAt: TIME },
        ...{ paymentId: ID, method: "cheque", reference: "123456" },
      },
    ]);
    const link = first.headers.get("Link") ?? "";
    const next = /^<(.+)>; rel="next"$/.exec(link)?.[1] ?? "";
    const second = await ask(t, `GET ${next}`, { headers: asRetailer });
    expect(second.body).toMatchObject([
      { kind: "invoice", amount: 201, balance: 201, invoiceId, paymentId: null, method: null },
    ]);
  });

  it("has statements whose closing is the opening of the day after, on every page", async () => {
    const { t, asRetailer, invoiced, toDistributor = "" } = await openTrade();
    await invoiced(1);
    vi.setSystemTime(NOON + DAY_MS);
    const tomorrow = todayIst(NOON + DAY_MS);
    await invoiced(2);
    await invoiced(3);
    const get = (query: string) =>
      ask(t, `GET ${toDistributor}/statement?${query}`, { headers: asRetailer });
    const yesterday = await get(`from=${TODAY}&to=${TODAY}`);
    expect(yesterday).toMatchObject({
      status: 200,
      body: { from: TODAY, to: TODAY, opening: 0, closing: 100.5, entries: [{ amount: 100.5 }] },
    });
    const page = await get(`from=${tomorrow}&to=${tomorrow}&limit=1`);
    const balances = { opening: 100.5, closing: 603 };
    expect(page.body).toMatchObject({ ...balances, entries: [{ amount: 201 }] });
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    const rest = await ask(t, `GET ${next}`, { headers: asRetailer });
    expect(rest.body).toMatchObject({ ...balances, entries: [{ amount: 301.5 }] });
  });

  it("has a statement of the calendar's last days, which no day follows", async () => {
    const { t, asRetailer, invoiced, toDistributor = "" } = await openTrade();
    await invoiced(1);
    const path = `${toDistributor}/statement?from=9998-12-30&to=9999-12-31`;
    expect(await ask(t, `GET ${path}`, { headers: asRetailer })).toMatchObject({
      status: 200,
      body: { opening: 100.5, closing: 100.5 },
    });
  });

  it.each([
    "",
    `from=${TODAY}`,
    `from=${TODAY}&to=2026-11-23`,
    "from=2025-11-01&to=2026-11-24",
    "from=yesterday&to=today",
    `from=${TODAY}&to=${"9".repeat(2_000)}`,
    "from=2026-02-30&to=2026-03-01",
  ])("has no statement of the period %s", async (query) => {
    const { t, asRetailer, toDistributor = "" } = await openTrade();
    expect(
      await ask(t, `GET ${toDistributor}/statement?${query}`, { headers: asRetailer }),
    ).toMatchObject(refused(400, "BAD_PERIOD", "Please choose a period of at most a year."));
  });

  it.each(["limit=0", "limit=1001", "limit=x"])("is refused with %s", async (query) => {
    const { t, asRetailer, toDistributor = "" } = await openTrade();
    const period = `from=${TODAY}&to=${TODAY}`;
    for (const path of ["/api/khata", `${toDistributor}/entries`, `${toDistributor}/statement`]) {
      const answer = await ask(t, `GET ${path}?${query}&${period}`, { headers: asRetailer });
      expect(answer, path).toMatchObject({ status: 400 });
    }
  });

  it("is nobody's for an id of no partner, of whatever kind", async () => {
    const { t, retailer, distributor, asRetailer, productId } = await openTrade();
    const others = [await joinRetailer(t), await joinDistributor(t)].map(({ user }) => user._id);
    for (const id of [...others, retailer.user._id, productId, "x", "__proto__"]) {
      for (const path of ["", "/entries", `/statement?from=${TODAY}&to=${TODAY}`])
        expect(
          await ask(t, `GET /api/khata/${id}${path}`, { headers: asRetailer }),
          id,
        ).toMatchObject(refused(404, "NOT_FOUND", "Not found."));
    }
    expect(
      await ask(t, `GET /api/khata/${distributor.user._id}`, { headers: asRetailer }),
    ).toMatchObject({ status: 200 });
  });
});

describe("credit terms", () => {
  const TERMS = {
    ...{ terms: "credit", creditDays: 30, creditLimit: 50_000.5 },
    ...{ blockOverdueDays: 7, overdueIgnored: 99.99 },
  };
  const NONE = {
    ...{ terms: "onDelivery", creditDays: null, creditLimit: null },
    ...{ blockOverdueDays: null, overdueIgnored: null },
  };

  it("are set as a whole, and those that are left out end", async () => {
    const { t, asRetailer, settle, toDistributor = "" } = await openTrade();
    expect(await settle("PUT terms", TERMS)).toMatchObject({ status: 200, body: TERMS });
    expect((await ask(t, `GET ${toDistributor}`, { headers: asRetailer })).body).toMatchObject(
      TERMS,
    );
    const before = await everything(t);
    expect(await settle("PUT terms", TERMS)).toMatchObject({ status: 200, body: TERMS });
    expect(await everything(t)).toBe(before);
    expect(await settle("PUT terms", NONE)).toMatchObject({ status: 200, body: NONE });
    await settle("PUT terms", TERMS);
    expect(await settle("PUT terms", { terms: "onDelivery" })).toMatchObject({ body: NONE });
  });

  it("take their greatest values", async () => {
    const { settle } = await openTrade();
    const greatest = {
      ...{ terms: "credit", creditDays: CREDIT_DAYS_MAX, creditLimit: MAX_RUPEES },
      ...{ blockOverdueDays: OVERDUE_DAYS_MAX, overdueIgnored: MAX_RUPEES },
    };
    expect(await settle("PUT terms", greatest)).toMatchObject({ status: 200, body: greatest });
  });

  it.each([
    { terms: "none" },
    { terms: undefined },
    { terms: "credit" },
    { terms: "onDelivery", creditDays: 3 },
    { terms: "credit", creditDays: 0 },
    { terms: "credit", creditDays: CREDIT_DAYS_MAX + 1 },
    { terms: "credit", creditDays: 1.5 },
    { terms: "credit", creditDays: "15" },
    { terms: "onDelivery", creditLimit: -1 },
    { terms: "onDelivery", creditLimit: 0.001 },
    { terms: "onDelivery", creditLimit: MAX_RUPEES + 1 },
    { terms: "onDelivery", creditLimit: 1e308 },
    { terms: "onDelivery", blockOverdueDays: OVERDUE_DAYS_MAX + 1 },
    { terms: "onDelivery", overdueIgnored: "much" },
  ])("of %j are refused, and nothing changes", async (body) => {
    const { t, settle } = await openTrade();
    const before = await everything(t);
    expect(await settle("PUT terms", body)).toMatchObject(
      refused(400, "BAD_CREDIT_TERMS", "Please enter whole numbers within the limits."),
    );
    expect(await everything(t)).toBe(before);
  });

  it("refuse an order beyond the limit with its figures in rupees, and an allowance lets one pass", async () => {
    const { t, asRetailer, settle, invoiced, productId } = await openTrade();
    await invoiced(2);
    await settle("PUT terms", { terms: "onDelivery", creditLimit: 350 });
    const place = () =>
      ask(t, "POST /api/orders/place", {
        headers: asRetailer,
        body: { productId, quantity: 1, msg: "One." },
      });
    const beyond = { status: 409, body: { code: "CREDIT_LIMIT" } };
    const figures = { limit: 350, used: 301.5, needed: 100.5 };
    const answer = await place();
    expect(answer).toMatchObject({ ...beyond, body: { ...beyond.body, ...figures } });
    expect(Object.keys(answer.body as object).join(" ")).not.toContain("aise");
    const until = new Date((await settledTime(t)) + DAY_MS).toISOString();
    const allowed = await settle("POST allowances", { amount: 52 });
    expect(allowed).toMatchObject({
      status: 201,
      body: { allowance: { amount: 52, until } },
    });
    expect(await place()).toMatchObject({ status: 201 });
    expect(await place()).toMatchObject(beyond);
  });

  it("refuse an order while a sum is overdue, in rupees", async () => {
    const { t, asRetailer, settle, invoiced, productId } = await openTrade();
    await invoiced(2);
    await settle("PUT terms", { terms: "onDelivery", blockOverdueDays: 0 });
    vi.setSystemTime(NOON + DAY_MS);
    const placed = await ask(t, "POST /api/orders/place", {
      headers: asRetailer,
      body: { productId, quantity: 1, msg: "One." },
    });
    expect(placed).toMatchObject({
      status: 409,
      body: { code: "OVERDUE", open: 201, dueOn: TODAY },
    });
    expect(placed.body).not.toHaveProperty("openPaise");
  });
});

describe("an opening balance", () => {
  it.each([
    [1250.5, { balance: 1250.5, dues: [{ invoiceId: null, total: 1250.5, open: 1250.5 }] }],
    [-300, { balance: -300, dues: [] }],
  ])("of %d is proposed, and entered once the retailer agrees", async (amount, shown) => {
    const { t, retailer, settle, asRetailer, toDistributor = "" } = await openTrade();
    const body = { amount, day: TODAY };
    const proposed = { _id: ID, amount, day: TODAY, state: "proposed", answeredAt: null };
    const now = await settledTime(t);
    const countsAt = new Date(now + 14 * DAY_MS).toISOString();
    const waiting = await settle("POST opening", body);
    expect(waiting).toMatchObject({
      ...{ status: 201, body: { balance: 0, dues: [], hasEntries: false } },
      body: { opening: { ...proposed, countsAt, proposedAt: new Date(now).toISOString() } },
    });
    const { _id: openingId } = (waiting.body as { opening: { _id: string } }).opening;
    const agree = (id: string, to = toDistributor) =>
      ask(t, `POST ${to}/opening/agree`, { headers: asRetailer, body: { openingId: id } });
    const stranger = await joinDistributor(t);
    await connectPair(t, retailer, stranger);
    expect(await agree("nothing")).toMatchObject({ status: 404 });
    expect(await agree(openingId, `/api/khata/${stranger.user._id}`)).toMatchObject({
      status: 404,
    });
    const answer = await agree(openingId);
    expect(answer).toMatchObject({
      ...{ status: 200, body: { ...shown, hasEntries: true, opening: { state: "agreed" } } },
    });
    expect(await agree(openingId)).toMatchObject({ status: 200, body: answer.body });
    const withdrawn = await settle("POST opening/withdraw", { openingId });
    expect(withdrawn).toMatchObject({
      ...{ status: 409, body: { code: "OPENING_CLOSED", state: "agreed" } },
    });
    const before = await everything(t);
    expect(await settle("POST opening", body)).toMatchObject(
      refused(409, "LEDGER_STARTED", "An opening balance comes before the first entry."),
    );
    expect(await everything(t)).toBe(before);
  });

  it("can be objected to, and be taken back", async () => {
    const { t, settle, asRetailer, toDistributor = "" } = await openTrade();
    const propose = async (amount: number) => {
      const { body } = await settle("POST opening", { amount, day: TODAY });
      return (body as { opening: { _id: string } }).opening._id;
    };
    const object = (body: object) =>
      ask(t, `POST ${toDistributor}/opening/object`, { headers: asRetailer, body });
    const openingId = await propose(5);
    expect(await object({ openingId })).toMatchObject({ status: 400, body: { code: "NO_REASON" } });
    expect(await object({ openingId, reason: "Paid." })).toMatchObject({
      status: 200,
      body: { balance: 0, opening: { state: "objected", objection: "Paid." } },
    });
    const another = await propose(4);
    expect(await settle("POST opening/withdraw", { openingId: another })).toMatchObject({
      ...{ status: 200, body: { balance: 0, opening: { state: "withdrawn" } } },
    });
    expect(await object({ openingId: another, reason: "No." })).toMatchObject({
      ...{ status: 409, body: { code: "OPENING_CLOSED", state: "withdrawn" } },
    });
  });

  it("of the same key is answered again, and of another body with it refused", async () => {
    const { settle } = await openTrade();
    const key = { "Idempotency-Key": "opening-1" };
    const body = { amount: 5, day: TODAY };
    const first = await settle("POST opening", body, key);
    expect(first.status).toBe(201);
    expect(await settle("POST opening", body, key)).toMatchObject({
      status: 201,
      body: first.body,
    });
    expect(await settle("POST opening", { ...body, amount: 6 }, key)).toMatchObject({
      status: 422,
      body: { code: "KEY_REUSED" },
    });
  });

  const NO_AMOUNT = "Please enter an amount in rupees, with at most two decimals.";
  const NO_DAY = "Please choose a day of the last five years.";
  it.each([
    [{ amount: 0 }, "BAD_AMOUNT", NO_AMOUNT],
    [{ amount: 0.001 }, "BAD_AMOUNT", NO_AMOUNT],
    [{ amount: "5" }, "BAD_AMOUNT", NO_AMOUNT],
    [{ amount: undefined }, "BAD_AMOUNT", NO_AMOUNT],
    [{ amount: 2 ** 53 }, "BAD_AMOUNT", NO_AMOUNT],
    [{ amount: MAX_RUPEES + 1 }, "BAD_AMOUNT", NO_AMOUNT],
    [{ amount: -MAX_RUPEES - 1 }, "BAD_AMOUNT", NO_AMOUNT],
    [{ day: "2026-11-25" }, "BAD_OPENING_DAY", NO_DAY],
    [{ day: todayIst(NOON - (OPENING_DAYS_MAX + 1) * DAY_MS) }, "BAD_OPENING_DAY", NO_DAY],
    [{ day: "soon" }, "BAD_OPENING_DAY", NO_DAY],
    [{ day: undefined }, "BAD_OPENING_DAY", NO_DAY],
  ])("with %j is refused, and nothing changes", async (wrong, code, text) => {
    const { t, settle } = await openTrade();
    const before = await everything(t);
    const body = { amount: 5, day: TODAY, ...wrong };
    expect(await settle("POST opening", body)).toMatchObject(refused(400, code, text));
    expect(await everything(t)).toBe(before);
  });
});

it.each([0, -5, 0.001, "5", null, 2 ** 53, MAX_RUPEES + 1])(
  "an allowance of %j is refused, and nothing changes",
  async (amount) => {
    const { t, settle } = await openTrade();
    const before = await everything(t);
    expect(await settle("POST allowances", { amount })).toMatchObject({
      status: 400,
      body: { code: "BAD_AMOUNT" },
    });
    expect(await everything(t)).toBe(before);
  },
);
