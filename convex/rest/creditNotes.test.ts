/** Credit notes over REST: issuing, once per key, and reading, in rupees. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS } from "../../domain/dates";
import { ORDER_LINES_MAX, REASON_MAX } from "../../domain/limits";
import { api, internal } from "../_generated/api";
import { invoicedPair, NIL, SELLER, SHOP, TAXED } from "../creditNotes/notes.setup";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  settledTime,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, refused, type SentHeaders } from "./rest.setup";

const NOON = Date.parse("2026-11-25T12:00:00+05:30");
const MISSING = refused(404, "NOT_FOUND", "Not found.");

type Note = Record<string, unknown> & { _id: string; noteNo: string };

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function openTrade(...pair: Parameters<typeof invoicedPair>) {
  const trade = await invoicedPair(...pair);
  const { t, retailer, distributor, invoiceId, lineIds } = trade;
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const asked = {
    ...{ lines: [{ orderId: lineIds[0]!, quantity: 3 }], reason: "damaged", text: "Wet." },
    restock: true,
  };
  const post = (body: object = {}, headers: object = {}, id: string = invoiceId) =>
    ask(t, `POST /api/invoices/${id}/credit-notes`, {
      headers: { ...asDistributor, ...headers },
      body: { ...asked, ...body },
    });
  const issued = async (body?: object, headers?: object) => {
    const answer = await post(body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { creditNote: Note }).creditNote;
  };
  const get = (path: string, headers: SentHeaders = asRetailer) =>
    ask(t, `GET ${path}`, { headers });
  const ofInvoice = `/api/invoices/${invoiceId}/credit-notes`;
  const credits = `/api/invoices/${invoiceId}/credits`;
  return { ...trade, ...{ asRetailer, asDistributor, post, issued, get, ofInvoice, credits } };
}

describe("[NOTE12] a credit note over REST", () => {
  it("is answered with the documented fields, in rupees, to both parties", async () => {
    const { t, issued, get, ofInvoice, credits, ...trade } = await openTrade();
    const { distributor, retailer, invoiceId, lineIds, products, asDistributor } = trade;
    const createdAt = new Date(await settledTime(t)).toISOString();
    const note = await issued();
    expect(note).toEqual({
      _id: expect.any(String) as string,
      noteNo: "1",
      printedNumber: "CN/26-27/00001",
      createdAt,
      invoiceId,
      invoiceNumber: "ASH/26-27/00001",
      invoiceCreatedAt: createdAt,
      reason: "damaged",
      text: "Wet.",
      restock: true,
      total: 354,
      distributorName: distributor.user.name,
      distributorEmail: distributor.user.email,
      distributorPhone: distributor.user.phone,
      distributorAddress: distributor.user.address,
      companyName: "Asha Wholesale",
      retailerName: retailer.user.name,
      retailerEmail: retailer.user.email,
      retailerPhone: retailer.user.phone,
      shopName: "Corner Shop",
      retailerAddress: retailer.user.address,
      lines: [
        {
          orderId: lineIds[0],
          productName: "Steel Tumbler",
          quantity: 3,
          price: 118,
          total: 354,
        },
      ],
    });
    expect(await stockOf(t, products[0]!)).toBe(999_993);
    const second = await issued({ text: undefined, reason: "short", restock: false });
    expect(second).toMatchObject({ noteNo: "2", text: null, restock: false });
    expect(await stockOf(t, products[0]!)).toBe(999_993);
    for (const headers of [undefined, asDistributor]) {
      expect((await get(`/api/credit-notes/${note._id}`, headers)).body).toEqual(note);
      expect((await get(ofInvoice, headers)).body).toEqual([second, note]);
      expect((await get(credits, headers)).body).toEqual({
        credited: 708,
        lines: [{ orderId: lineIds[0], credited: 6, left: 4 }],
      });
    }
    const khata = await get(`/api/khata/${distributor.user._id}`);
    expect(khata.body).toMatchObject({ balance: 472 });
    const entries = await get(`/api/khata/${distributor.user._id}/entries`);
    const [entry, , ofTheInvoice] = entries.body as object[];
    const ofNote = { kind: "creditNote", amount: -354, balance: 472 };
    expect(entry).toMatchObject({ ...ofNote, creditNoteId: second._id, invoiceId });
    expect(ofTheInvoice).not.toHaveProperty("creditNoteId");
  });

  it("has the taxes of its pieces if the invoice has them, and the last day that they can be lowered", async () => {
    const goods = [
      { quantity: 10, pricePaise: 118_00, ...TAXED },
      { quantity: 4, pricePaise: 50_00, ...NIL },
    ];
    const trade = await openTrade(goods, { seller: SELLER, buyer: SHOP });
    const lines = trade.lineIds.map((orderId) => ({ orderId, quantity: 1 }));
    const sums = { taxableValue: 100, untaxedValue: 50, cgst: 9, sgst: 9, igst: 0 };
    const { tax, total } = await trade.issued({ lines });
    expect(total).toBe(168);
    expect(tax).toEqual({
      ...{ kind: "invoiceCumBillOfSupply", placeOfSupply: "27" },
      ...{ distributor: SELLER, retailer: SHOP, ...sums, roundOff: 0 },
      lines: [
        {
          ...{ orderId: trade.lineIds[0], hsn: "190531", unit: "PCS", taxKind: "taxable" },
          ...{ ratePercent: 18, ...sums, untaxedValue: 0 },
        },
        {
          ...{ orderId: trade.lineIds[1], hsn: "040120", unit: "PCS", taxKind: "nil" },
          ...{ taxableValue: 0, untaxedValue: 50, cgst: 0, sgst: 0, igst: 0 },
        },
      ],
    });
    expect((await trade.get(trade.credits)).body).toMatchObject({ deadline: "2027-11-30" });
  });

  it("is listed a page at a time", async () => {
    const { issued, get, ofInvoice } = await openTrade();
    const [first, second] = [await issued(), await issued()];
    const page = await get(`${ofInvoice}?limit=1`);
    expect(page.body).toEqual([second]);
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("Link") ?? "")?.[1] ?? "";
    expect((await get(next)).body).toEqual([first]);
  });

  it("with a key is one note, on any later day, and with it another request is refused", async () => {
    const { t, issued, post } = await openTrade();
    const key = { "Idempotency-Key": "till-7" };
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => issued({}, key)));
    for (const other of others) expect(other).toEqual(first);
    vi.setSystemTime(NOON + 2 * DAY_MS);
    await t.mutation(internal.rest.once.sweep, {});
    const before = await everything(t);
    expect(await issued({}, key)).toEqual(first);
    expect(await post({ restock: false }, key)).toMatchObject({
      status: 422,
      body: { code: "KEY_REUSED" },
    });
    expect(await everything(t)).toBe(before);
    expect((await issued()).noteNo).toBe("2");
  });

  it("has its key beside the same key of another invoice", async () => {
    const { issued, invoice, post } = await openTrade();
    const key = { "Idempotency-Key": "1" };
    await issued({}, key);
    const other = await invoice();
    const lines = [{ orderId: other.lineIds[0]!, quantity: 1 }];
    expect(await post({ lines }, key, other.invoiceId)).toMatchObject({
      status: 201,
      body: { creditNote: { noteNo: "2", invoiceId: other.invoiceId } },
    });
  });

  it("of more pieces than are left is refused, with the pieces that are", async () => {
    const { t, issued, post, lineIds } = await openTrade();
    const lines = [{ orderId: lineIds[0]!, quantity: 8 }];
    await issued({ lines });
    const before = await everything(t);
    expect(await post()).toMatchObject({
      status: 409,
      body: {
        ...{ code: "CREDITED_TOO_MUCH", productName: "Steel Tumbler", left: 2 },
        error: "That is more than is left to credit.",
      },
    });
    expect(await everything(t)).toBe(before);
  });

  it.each([
    [{ lines: undefined }, "BAD_CREDIT_NOTE"],
    [{ lines: [] }, "BAD_CREDIT_NOTE"],
    [{ lines: {} }, "BAD_CREDIT_NOTE"],
    [{ lines: [null] }, "BAD_CREDIT_NOTE"],
    [{ lines: [{ orderId: "x" }] }, "BAD_CREDIT_NOTE"],
    [{ lines: [{ orderId: "x", quantity: "1" }] }, "BAD_CREDIT_NOTE"],
    [{ lines: [{ orderId: "x", quantity: 0 }] }, "BAD_CREDIT_NOTE"],
    [{ lines: [{ orderId: "x", quantity: -1 }] }, "BAD_CREDIT_NOTE"],
    [{ lines: [{ orderId: "x", quantity: 1.5 }] }, "BAD_CREDIT_NOTE"],
    [{ lines: [{ orderId: "x", quantity: 1e308 }] }, "BAD_CREDIT_NOTE"],
    [{ lines: Array(2).fill({ orderId: "x", quantity: 1 }) }, "BAD_CREDIT_NOTE"],
    [{ reason: undefined }, "BAD_REQUEST"],
    [{ reason: "because" }, "BAD_REQUEST"],
    [{ reason: "other", text: undefined }, "NO_CREDIT_TEXT"],
    [{ reason: "other", text: " " }, "NO_CREDIT_TEXT"],
    [{ text: 7 }, "NO_CREDIT_TEXT"],
    [{ restock: undefined }, "BAD_REQUEST"],
    [{ restock: "yes" }, "BAD_REQUEST"],
  ])("with %j is refused as %s, and nothing changes", async (body, code) => {
    const { t, post } = await openTrade();
    const before = await everything(t);
    expect(await post(body)).toMatchObject({ status: 400, body: { code } });
    expect(await everything(t)).toBe(before);
  });

  it.each([ORDER_LINES_MAX + 1, 20_000])("of %d lines is refused", async (count) => {
    const { t, post } = await openTrade();
    const before = await everything(t);
    const lines: unknown[] = Array(count).fill({ orderId: "x", quantity: 1 });
    expect(await post({ lines })).toMatchObject({ status: 400, body: { code: "BAD_CREDIT_NOTE" } });
    expect(await everything(t)).toBe(before);
  });

  it("with an overlong text, or a key that is none, is refused", async () => {
    const { t, post } = await openTrade();
    const before = await everything(t);
    expect(await post({ text: "x".repeat(REASON_MAX + 1) })).toMatchObject({
      ...{ status: 400, body: { code: "NO_CREDIT_TEXT" } },
    });
    expect(await post({}, { "Idempotency-Key": "two words" })).toMatchObject({
      ...{ status: 400, body: { code: "BAD_KEY" } },
    });
    expect(await everything(t)).toBe(before);
  });

  it("is its distributor's to issue and both parties' to read, and nobody else's", async () => {
    const { t, invoice, issued, post, get, ofInvoice, credits, asRetailer } = await openTrade();
    const note = await issued();
    const other = await invoice();
    const [rival, neighbour, admin] = [
      await bearerOf(t, await joinDistributor(t)),
      await bearerOf(t, await joinRetailer(t)),
      await bearerOf(t, await joinAdmin(t)),
    ];
    const before = await everything(t);
    for (const path of [ofInvoice, credits, `/api/credit-notes/${note._id}`]) {
      for (const headers of [rival, neighbour])
        expect(await get(path, headers), path).toMatchObject(MISSING);
      expect(await get(path, admin)).toMatchObject({ status: 403 });
    }
    expect(await post({}, rival)).toMatchObject(MISSING);
    for (const headers of [asRetailer, neighbour, admin])
      expect(await post({}, headers)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    for (const id of [note._id, "x"]) {
      expect(await post({}, {}, id)).toMatchObject(MISSING);
      expect(await get(`/api/invoices/${id}/credits`)).toMatchObject(MISSING);
      expect(await get(`/api/invoices/${id}/credit-notes`)).toMatchObject(MISSING);
    }
    expect(await get("/api/credit-notes/x")).toMatchObject(MISSING);
    const lines = [{ orderId: other.lineIds[0]!, quantity: 1 }];
    expect(await post({ lines })).toMatchObject(MISSING);
    expect(await everything(t)).toBe(before);
  });

  it("is held to the rate of the screen's commands", async () => {
    const { distributor, post } = await openTrade();
    vi.stubEnv("RATE_LIMITS", "on");
    for (let isAdmitted = true; isAdmitted;)
      isAdmitted = await distributor.client.mutation(api.tax.save, { details: null }).then(
        () => true,
        () => false,
      );
    const answer = await post();
    expect(answer).toMatchObject({ status: 429, body: { code: "TOO_MANY" } });
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
  });
});
