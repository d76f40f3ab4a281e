/** Payments over REST: claims, what a distributor records, and what becomes of them, in rupees. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { LEDGER_SUM_MAX_PAISE, NAMED_INVOICES_MAX, PAID_DAYS_MAX } from "../../domain/limits";
import { PNG } from "../auth/visitor.setup";
import type { Id } from "../_generated/dataModel";
import {
  acceptOne,
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  settledTime,
} from "../market.setup";
import { ask, bearerOf, earlierAddress, refused, type SentHeaders } from "./rest.setup";

const NOON = Date.parse("2026-11-24T12:00:00+05:30");
const TODAY = "2026-11-24";
const UTR = "412345678901";

type Payment = Record<string, unknown> & { _id: string };

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The retailer owes ₹201.00. */
async function openTrade() {
  const t = openMarket();
  const retailer = await joinRetailer(t);
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const productId = await listProduct(t, distributor, { pricePaise: 100_50, stock: 1_000 });
  const orderId = await placeOne(retailer, productId, 2);
  const { invoiceId } = await acceptOne(distributor, { orderId, deliveryBefore: TODAY });
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const told = { amount: 100, method: "upi", reference: UTR, paidOn: TODAY };
  const post = (headers: SentHeaders, path: string, body?: object) =>
    ask(t, `POST /api/payments${path}`, body === undefined ? { headers } : { headers, body });
  const claim = (body: object = {}, headers: object = {}) =>
    post({ ...asRetailer, ...headers }, "", {
      ...{ ...told, partnerId: distributor.user._id, ...body },
    });
  const record = (body: object = {}, headers: object = {}) =>
    post({ ...asDistributor, ...headers }, "", {
      ...{ ...told, partnerId: retailer.user._id, ...body },
    });
  const move = async (sent: ReturnType<typeof claim>, path: string, body?: object) => {
    const { payment } = (await sent).body as { payment: Payment };
    const by = /withdraw|object/.test(path) ? asRetailer : asDistributor;
    return { id: payment._id, answer: await post(by, `/${payment._id}/${path}`, body) };
  };
  const balance = async () => {
    const path = `GET /api/khata/${distributor.user._id}`;
    const { body } = await ask(t, path, { headers: asRetailer });
    return (body as { balance: number }).balance;
  };
  const people = { retailer, distributor, asRetailer, asDistributor };
  return { t, ...people, invoiceId, post, claim, record, move, balance };
}

describe("telling of a payment", () => {
  it("names the bank of a cheque, by which its number is compared", async () => {
    const trade = await openTrade();
    const cheque = { method: "cheque", reference: "000001", advance: true };
    for (const bank of ["HDFC Bank", "Axis Bank"])
      expect((await trade.claim({ ...cheque, bank })).body).toMatchObject({ payment: { bank } });
    expect(await trade.claim({ ...cheque, bank: "hdfc" })).toMatchObject({
      ...{ status: 409, body: { code: "DUPLICATE_REFERENCE" } },
    });
    expect(await trade.claim({ bank: "HDFC Bank" })).toMatchObject({
      ...{ status: 400, body: { code: "BAD_CHEQUE_BANK" } },
    });
  });

  it("answers the documented fields: a retailer's is a claim, a distributor's is confirmed", async () => {
    const { t, retailer, distributor, asRetailer, asDistributor, invoiceId, ...trade } =
      await openTrade();
    const claimedAt = await settledTime(t);
    const answer = await trade.claim({ reference: " 4123-4567 8901 ", invoiceIds: [invoiceId] });
    const payment = {
      _id: expect.any(String) as string,
      state: "claimed",
      amount: 100,
      method: "upi",
      reference: UTR,
      paidOn: TODAY,
      invoiceIds: [invoiceId],
      recordedBy: "retailer",
      createdAt: new Date(claimedAt).toISOString(),
      reason: null,
      objection: null,
      proof: null,
      distributorName: distributor.user.name,
      distributorEmail: distributor.user.email,
      userName: retailer.user.name,
      userEmail: retailer.user.email,
      shopName: "Corner Shop",
    };
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({ payment });
    expect(await trade.balance()).toBe(201);
    for (const headers of [asRetailer, asDistributor])
      expect((await ask(t, "GET /api/payments", { headers })).body).toEqual([payment]);
    const recorded = await trade.record({ method: "cash", reference: null, amount: 50.25 });
    expect(recorded).toMatchObject({
      status: 201,
      body: { payment: { state: "confirmed", recordedBy: "distributor", reference: null } },
    });
    expect(await trade.balance()).toBe(150.75);
    const { payment: cash } = recorded.body as { payment: Payment };
    const withPartner = `GET /api/payments?partnerId=${retailer.user._id}`;
    expect((await ask(t, withPartner, { headers: asDistributor })).body).toEqual([cash, payment]);
    const firstPage = await ask(t, `${withPartner}&limit=1`, { headers: asDistributor });
    expect(firstPage.body).toEqual([cash]);
    const next = /^<(.+)>; rel="next"$/.exec(firstPage.headers.get("Link") ?? "")?.[1] ?? "";
    expect((await ask(t, `GET ${next}`, { headers: asDistributor })).body).toEqual([payment]);
  });

  it("with a key is one payment, however often it is sent, and with it another body is refused", async () => {
    const { t, claim } = await openTrade();
    const key = { "Idempotency-Key": "paid-1" };
    const first = await claim({ method: "cash", reference: undefined }, key);
    const before = await everything(t);
    for (let n = 0; n < 2; n += 1)
      expect(await claim({ method: "cash", reference: undefined }, key)).toMatchObject({
        status: 201,
        body: first.body as object,
      });
    expect(await claim({ method: "cash", reference: undefined, amount: 7 }, key)).toMatchObject({
      status: 422,
      body: { code: "KEY_REUSED" },
    });
    expect(await everything(t)).toBe(before);
  });

  it("says in rupees how much is an advance, and takes it where that is meant", async () => {
    const { claim, record } = await openTrade();
    for (const tell of [claim, record]) {
      const answer = await tell({ amount: 250.25 });
      expect(answer).toMatchObject({
        status: 409,
        body: { code: "ADVANCE_NOT_MEANT", advance: 49.25 },
      });
      expect(answer.body).not.toHaveProperty("advancePaise");
    }
    expect(await record({ amount: 250.25, advance: true })).toMatchObject({ status: 201 });
  });

  it("of a reference that is noted is refused", async () => {
    const { t, claim, record } = await openTrade();
    await claim();
    const before = await everything(t);
    const noted = refused(
      ...([409, "DUPLICATE_REFERENCE", "A payment with this reference is already noted."] as const),
    );
    expect(await claim({ amount: 5 })).toMatchObject(noted);
    expect(await record({ reference: "4123 4567 8901" })).toMatchObject(noted);
    expect(await claim({ method: "bank" })).toMatchObject(noted);
    expect(await record({ method: "bank" })).toMatchObject(noted);
    expect(await everything(t)).toBe(before);
  });

  it.each([
    [{ amount: 0 }, "BAD_AMOUNT"],
    [{ amount: -1 }, "BAD_AMOUNT"],
    [{ amount: 0.001 }, "BAD_AMOUNT"],
    [{ amount: "100" }, "BAD_AMOUNT"],
    [{ amount: null }, "BAD_AMOUNT"],
    [{ amount: 2 ** 53 }, "BAD_AMOUNT"],
    [{ amount: LEDGER_SUM_MAX_PAISE / 100 + 0.01 }, "BAD_AMOUNT"],
    [{ method: "card" }, "BAD_REQUEST"],
    [{ method: undefined }, "BAD_REQUEST"],
    [{ reference: "12345678901" }, "BAD_REFERENCE"],
    [{ reference: undefined }, "BAD_REFERENCE"],
    [{ reference: 412345678901 }, "BAD_REFERENCE"],
    [{ method: "cash" }, "BAD_REFERENCE"],
    [{ paidOn: "2026-11-25" }, "BAD_PAYMENT_DAY"],
    [{ paidOn: todayIst(NOON - (PAID_DAYS_MAX + 1) * DAY_MS) }, "BAD_PAYMENT_DAY"],
    [{ paidOn: undefined }, "BAD_PAYMENT_DAY"],
    [{ invoiceIds: Array(NAMED_INVOICES_MAX + 1).fill("x") }, "BAD_REQUEST"],
    [{ invoiceIds: Array(20_000).fill("x") }, "BAD_REQUEST"],
    [{ invoiceIds: "x" }, "BAD_REQUEST"],
    [{ imageId: "x" }, "NO_IMAGE"],
    [{ proof: "https://elsewhere.example/a.png" }, "NO_IMAGE"],
    [{ proof: 7 }, "NO_IMAGE"],
    [{ advance: "yes" }, "BAD_REQUEST"],
    [{ partnerId: 7 }, "BAD_REQUEST"],
    [{ partnerId: undefined }, "BAD_REQUEST"],
  ])("with %j is refused as %s, and nothing changes", async (body, code) => {
    const { t, claim } = await openTrade();
    const before = await everything(t);
    expect(await claim(body)).toMatchObject({ status: 400, body: { code } });
    expect(await everything(t)).toBe(before);
  });

  it("names nobody but a partner, and no invoice but the pair's own", async () => {
    const { t, claim, retailer, invoiceId, asRetailer } = await openTrade();
    const rival = await joinDistributor(t);
    const neighbour = await joinRetailer(t);
    const orderId = await placeOne(neighbour, await listProduct(t, rival));
    const foreign = await acceptOne(rival, { orderId, deliveryBefore: TODAY });
    const before = await everything(t);
    const missing = refused(404, "NOT_FOUND", "Not found.");
    for (const partnerId of [rival.user._id, neighbour.user._id, retailer.user._id, "x", ""])
      expect(await claim({ partnerId }), partnerId).toMatchObject(missing);
    for (const other of [foreign.invoiceId, orderId, "x", ""])
      expect(await claim({ invoiceIds: [invoiceId, other] }), other).toMatchObject(missing);
    for (const partnerId of [rival.user._id, "x"]) {
      const path = `GET /api/payments?partnerId=${partnerId}`;
      expect(await ask(t, path, { headers: asRetailer })).toMatchObject(missing);
    }
    expect(await everything(t)).toBe(before);
  });

  it("shows the caller's own upload as its proof, by address or id, and nobody else's", async () => {
    const { t, claim, record, asRetailer } = await openTrade();
    const form = new FormData();
    form.set("image", new Blob([PNG], { type: "image/png" }), "proof.png");
    const sent = { method: "POST", body: form, headers: asRetailer };
    const response = await t.fetch("/api/upload/image", sent);
    const upload = (await response.json()) as { url: string; imageId: Id<"_storage"> };
    const cash = { method: "cash", reference: undefined };
    for (const body of [{ proof: earlierAddress(upload.url) }, { imageId: upload.imageId }]) {
      expect(await record({ ...cash, ...body })).toMatchObject({
        status: 400,
        body: { code: "NO_IMAGE" },
      });
      expect(await claim({ ...cash, ...body })).toMatchObject({
        status: 201,
        body: { payment: { proof: upload.url } },
      });
    }
  });
});

describe("a claim", () => {
  it("is confirmed once: the same again changes nothing, anything else is too late", async () => {
    const { t, claim, move, post, balance, asRetailer, asDistributor } = await openTrade();
    const { id, answer } = await move(claim(), "confirm");
    expect(answer).toMatchObject({
      status: 200,
      body: { payment: { _id: id, state: "confirmed" } },
    });
    expect(await balance()).toBe(101);
    const before = await everything(t);
    expect(await post(asDistributor, `/${id}/confirm`)).toMatchObject({ body: answer.body });
    const late = { status: 409, body: { code: "PAYMENT_CLOSED", state: "confirmed" } };
    expect(await post(asDistributor, `/${id}/dispute`, { reason: "No." })).toMatchObject(late);
    expect(await post(asRetailer, `/${id}/withdraw`)).toMatchObject(late);
    expect(await post(asRetailer, `/${id}/object`, { reason: "No." })).toMatchObject(late);
    expect(await everything(t)).toBe(before);
  });

  it("is disputed or withdrawn without any change of the balance", async () => {
    const { claim, move, balance } = await openTrade();
    const disputed = await move(claim(), "dispute", { reason: "Nothing came." });
    expect(disputed.answer).toMatchObject({
      status: 200,
      body: { payment: { state: "disputed", reason: "Nothing came." } },
    });
    const withdrawn = await move(claim(), "withdraw");
    expect(withdrawn.answer).toMatchObject({
      status: 200,
      body: { payment: { state: "withdrawn", reason: null } },
    });
    expect(await balance()).toBe(201);
  });
});

describe("a payment that a distributor recorded", () => {
  it("is objected to once, which changes no balance", async () => {
    const { t, record, move, post, balance, asRetailer } = await openTrade();
    const { id, answer } = await move(record(), "object", { reason: "I paid 120." });
    expect(answer).toMatchObject({
      status: 200,
      body: { payment: { state: "confirmed", objection: "I paid 120." } },
    });
    expect(await balance()).toBe(101);
    const before = await everything(t);
    expect(await post(asRetailer, `/${id}/object`, { reason: "I paid 120." })).toMatchObject({
      status: 200,
    });
    expect(await post(asRetailer, `/${id}/object`, { reason: "Or 130." })).toMatchObject({
      status: 409,
      body: { code: "PAYMENT_CLOSED" },
    });
    expect(await everything(t)).toBe(before);
  });

  it("is reversed with a reason, and owed again", async () => {
    const { record, move, balance } = await openTrade();
    const { answer } = await move(record(), "reverse", { reason: "It bounced." });
    expect(answer).toMatchObject({
      status: 200,
      body: { payment: { state: "reversed", reason: "It bounced." } },
    });
    expect(await balance()).toBe(201);
  });
});

it.each([
  ["claim", "dispute"],
  ["record", "reverse"],
  ["record", "object"],
] as const)("a %s needs a reason to %s it", async (tell, path) => {
  const trade = await openTrade();
  const sent = trade[tell]();
  for (const body of [
    {},
    { reason: null },
    { reason: " " },
    { reason: 7 },
    { reason: "\u202eno" },
  ]) {
    const { answer } = await trade.move(sent, path, body);
    expect(answer, JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: "NO_REASON" },
    });
  }
});
