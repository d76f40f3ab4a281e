/** Credit notes: what they give back, their numbers, the khata, the stock, and what is refused. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CREDIT_SENTENCE } from "../../domain/gst/creditDeadline";
import { CREDIT_NOTES_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  newKey,
  refusal,
  settledTime,
} from "../market.setup";
import { invoicedPair, NIL, SELLER, SHOP, TAXED } from "./notes.setup";

const PRICE = 118_00;
const EACH = { quantity: 10, pricePaise: PRICE };

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-11-25T12:00:00+05:30"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("[NOTE2] a credit note", () => {
  it("has its number, the invoice's number and day, the parties, the sum in words and no tax of a bill", async () => {
    const { t, distributor, issue, read, invoiceId, lineIds } = await invoicedPair();
    const invoiceIssuedAt = await settledTime(t);
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId });
    await distributor.client.mutation(api.account.save, {
      ...{ name: "Another", phone: "+919876543210", address: "Elsewhere", business: "New name" },
    });
    const lines = [{ lineId: lineIds[0]!, quantity: 3 }];
    const note = await read(await issue({ lines, reason: "other", text: " Too late " }));
    expect(note).toMatchObject({
      ...{ printedNumber: "CN/26-27/00001", noteNo: "1", title: "Credit Note" },
      ...{ invoiceId, invoiceNumber: invoice?.printedNumber, invoiceIssuedAt },
      ...{ distributor: invoice?.distributor, retailer: invoice?.retailer },
      ...{ reason: "other", reasonText: "Too late", totalPaise: 3 * PRICE },
      lines: [{ quantity: 3, pricePaise: PRICE, totalPaise: 3 * PRICE }],
      amountInWords: "Rupees Three Hundred Fifty Four Only",
    });
    expect(note).not.toHaveProperty("tax");
    expect(note).not.toHaveProperty("sentence");
    expect(note.lines[0]).not.toHaveProperty("taxablePaise");
  });

  it("gives tax back line by line, with the recipient's duty", async () => {
    const goods = [
      { ...EACH, ...TAXED },
      { quantity: 4, pricePaise: 50_00, ...NIL },
    ];
    const { issue, read, lineIds } = await invoicedPair(goods, { seller: SELLER, buyer: SHOP });
    const lines = lineIds.map((lineId) => ({ lineId, quantity: 2 }));
    expect(await read(await issue({ lines }))).toMatchObject({
      ...{ totalPaise: 2 * PRICE + 100_00, sentence: CREDIT_SENTENCE },
      tax: {
        ...{ title: "Credit Note", placeOfSupply: "27", taxablePaise: 200_00 },
        ...{ untaxedPaise: 100_00, cgstPaise: 18_00, sgstPaise: 18_00, igstPaise: 0 },
        amountInWords: "Rupees Three Hundred Thirty Six Only",
      },
      lines: [
        { hsn: "190531", cgstPaise: 18_00 },
        { hsn: "040120", untaxedPaise: 100_00 },
      ],
    });
    const untaxed = await read(await issue({ lines: [lines[1]!] }));
    expect(untaxed).not.toHaveProperty("sentence");
  });

  it("of a supply by composition has no tax and the line above", async () => {
    const seller = { ...SELLER, gstScheme: "composition" as const };
    const pair = await invoicedPair([{ ...EACH, ...TAXED }], { seller, buyer: SHOP });
    const note = await pair.read(await pair.issue());
    expect(note.tax).toMatchObject({ kind: "billOfSupply", untaxedPaise: PRICE, cgstPaise: 0 });
    expect(note.tax?.firstLine).toContain("not eligible to collect tax");
    expect(note).not.toHaveProperty("sentence");
  });

  it("is listed with its invoice, the newest first, with what is credited and left", async () => {
    const { issue, rows, state, lineIds, distributor, invoiceId } = await invoicedPair();
    const [lineId] = lineIds;
    const invoiceOf = () => distributor.client.query(api.invoices.one, { invoiceId });
    expect(await invoiceOf()).not.toHaveProperty("creditedPaise");
    await issue();
    await issue({ lines: [{ lineId: lineId!, quantity: 4 }] });
    expect(await rows()).toMatchObject([
      { printedNumber: "CN/26-27/00002", totalPaise: 4 * PRICE },
      { printedNumber: "CN/26-27/00001", totalPaise: PRICE },
    ]);
    expect(await state()).toEqual({
      creditedPaise: 5 * PRICE,
      lines: [{ lineId, credited: 5, left: 5 }],
    });
    expect(await invoiceOf()).toMatchObject({
      ...{ creditedPaise: 5 * PRICE, openPaise: 5 * PRICE, payablePaise: 10 * PRICE },
    });
  });

  it("is told to the retailer, once", async () => {
    const { retailer, issue } = await invoicedPair();
    const noteKey = newKey();
    const noteId = await issue({ noteKey });
    await issue({ noteKey });
    const { page } = await retailer.client.query(api.notifications.list, {
      ...{ filter: "all", paginationOpts: { numItems: 50, cursor: null } },
    });
    expect(page.filter(({ kind }) => kind === "creditNoteIssued")).toMatchObject([
      { partnerName: "Asha Wholesale", paise: PRICE, path: `/creditnote/${noteId}` },
    ]);
  });
});

describe("[NOTE3] the khata", () => {
  it("owes less of the invoice, by an entry of the note", async () => {
    const { issue, entries, openPaise, account, faults, invoiceId } = await invoicedPair();
    const noteId = await issue();
    expect(await openPaise()).toBe(9 * PRICE);
    expect(await account()).toMatchObject({ balancePaise: 9 * PRICE });
    const [entry] = await entries();
    expect(entry).toMatchObject({
      ...{ kind: "creditNote", paise: -PRICE, printedNumber: "CN/26-27/00001" },
      ...{ creditNoteId: noteId, invoiceId },
    });
    expect(await faults()).toEqual([]);
  });

  it("pays the invoice first, then the oldest due, and keeps the rest as an advance", async () => {
    const pair = await invoicedPair();
    const { distributor, issue, invoice, account, faults, openPaise, lineIds, retailerId } = pair;
    await distributor.client.mutation(api.payments.record, {
      ...{ partnerId: retailerId, amountPaise: 9 * PRICE, method: "cash", paidOn: "2026-11-25" },
      ...{ invoiceIds: [pair.invoiceId], paymentKey: newKey() },
    });
    const other = await invoice();
    await issue({ lines: [{ lineId: lineIds[0]!, quantity: 10 }] });
    expect(await openPaise()).toBe(0);
    const later = await distributor.client.query(api.payments.ofInvoice, {
      invoiceId: other.invoiceId,
    });
    expect(later?.openPaise).toBe(PRICE);
    await issue({ lines: [{ lineId: other.lineIds[0]!, quantity: 5 }] }, other.invoiceId);
    expect(await account()).toMatchObject({ balancePaise: -4 * PRICE });
    expect(await faults()).toEqual([]);
  });

  it("leaves an older due as it is while the note's own invoice is open", async () => {
    const { distributor, issue, invoice, openPaise, faults } = await invoicedPair();
    const later = await invoice();
    await issue({ lines: [{ lineId: later.lineIds[0]!, quantity: 1 }] }, later.invoiceId);
    const { invoiceId } = later;
    const money = await distributor.client.query(api.payments.ofInvoice, { invoiceId });
    expect([await openPaise(), money?.openPaise]).toEqual([10 * PRICE, 9 * PRICE]);
    expect(await faults()).toEqual([]);
  });

  it("keeps what credit notes gave back when a payment is reversed", async () => {
    const { distributor, issue, openPaise, faults, invoiceId, retailerId } = await invoicedPair();
    const { paymentId } = await distributor.client.mutation(api.payments.record, {
      ...{ partnerId: retailerId, amountPaise: 2 * PRICE, method: "cash", paidOn: "2026-11-25" },
      ...{ invoiceIds: [invoiceId], paymentKey: newKey() },
    });
    await issue();
    await distributor.client.mutation(api.payments.reverse, { paymentId, reason: "Bounced" });
    expect(await openPaise()).toBe(9 * PRICE);
    expect(await faults()).toEqual([]);
  });
});

describe("[NOTE4] the stock", () => {
  it("gets the pieces back where the distributor says so, also of an archived product", async () => {
    const { distributor, issue, stock, products } = await invoicedPair();
    expect(await stock()).toBe(999_990);
    await issue({ restocks: false });
    expect(await stock()).toBe(999_990);
    await issue({ restocks: true });
    expect(await stock()).toBe(999_991);
    await distributor.client.mutation(api.products.archive, { productId: products[0]! });
    await issue();
    expect(await stock()).toBe(999_992);
  });

  it("and the khata get of an order that is cancelled later only what no note gave back", async () => {
    const pair = await invoicedPair();
    const { t, retailer, distributorId, orderId, lineIds, issue, stock, account, faults, state } =
      pair;
    await issue({ lines: [{ lineId: lineIds[0]!, quantity: 3 }] });
    await issue({ lines: [{ lineId: lineIds[0]!, quantity: 2 }], restocks: false });
    const admin = await joinAdmin(t);
    await admin.client.mutation(api.admin.removeDistributor, { userId: distributorId });
    await retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Gone" });
    // Two pieces were spoilt: they are neither sold nor in stock.
    expect(await stock()).toBe(999_998);
    expect(await account()).toMatchObject({ balancePaise: 0 });
    expect(await state()).toMatchObject({ lines: [{ credited: 5, left: 0 }] });
    expect(await faults()).toEqual([]);
  });
});

describe("[NOTE5] refused, with nothing written:", () => {
  it("more than is left, over all notes of the invoice", async () => {
    const { t, issue, lineIds } = await invoicedPair();
    const lineId = lineIds[0]!;
    await issue({ lines: [{ lineId, quantity: 8 }] });
    const before = await everything(t);
    expect(await refusal(issue({ lines: [{ lineId, quantity: 3 }] }))).toEqual({
      ...{ code: "CREDITED_TOO_MUCH", productName: "Steel Tumbler", left: 2 },
      detail: "Of Steel Tumbler it is 2.",
    });
    expect(await everything(t)).toBe(before);
    await issue({ lines: [{ lineId, quantity: 2 }] });
    expect(await refusal(issue())).toMatchObject({ code: "CREDITED_TOO_MUCH", left: 0 });
  });

  it("a key that was used for another request; the same request is the same note", async () => {
    const { issue, notes, lineIds } = await invoicedPair();
    const noteKey = newKey();
    expect(await issue({ noteKey })).toBe(await issue({ noteKey }));
    const lines = [{ lineId: lineIds[0]!, quantity: 2 }];
    expect(await refusal(issue({ noteKey, lines }))).toEqual({ code: "KEY_REUSED" });
    expect(await notes()).toHaveLength(1);
  });

  it("ids that name no line of the invoice", async () => {
    const goods = [EACH, EACH];
    const { t, issue, orderId, lineIds } = await invoicedPair(goods);
    const before = await everything(t);
    for (const lineId of [
      orderId,
      `${orderId}-3`,
      `${orderId}-0`,
      "-1",
      "",
      lineIds[0]!.slice(0, -1),
    ])
      expect(await refusal(issue({ lines: [{ lineId, quantity: 1 }] }))).toEqual({
        ...{ code: "NOT_FOUND" },
      });
    const twice = [0, 0].map((n) => ({ lineId: lineIds[n]!, quantity: 1 }));
    expect(await refusal(issue({ lines: twice }))).toEqual({ code: "BAD_CREDIT_NOTE" });
    expect(await everything(t)).toBe(before);
    const single = await invoicedPair();
    const lines = [{ lineId: `${single.orderId}-1`, quantity: 1 }];
    expect(await refusal(single.issue({ lines }))).toEqual({ code: "NOT_FOUND" });
  });

  it("lines of another invoice, and goods of orders that came to nothing", async () => {
    const { t, issue, invoice, orderId } = await invoicedPair();
    const other = await invoice();
    const lines = [{ lineId: other.lineIds[0]!, quantity: 1 }];
    expect(await refusal(issue({ lines }))).toEqual({ code: "NOT_FOUND" });
    await t.run((ctx) => ctx.db.patch("orders", orderId, { status: "rejected" }));
    expect(await refusal(issue())).toMatchObject({ code: "CREDITED_TOO_MUCH", left: 0 });
  });

  it("one more than the greatest number of notes of an invoice", async () => {
    const { t, issue } = await invoicedPair([{ quantity: 200, pricePaise: PRICE }]);
    await issue();
    await t.run(async (ctx) => {
      const row = await ctx.db.query("invoiceCredits").first();
      await ctx.db.patch("invoiceCredits", row!._id, { notes: CREDIT_NOTES_MAX });
    });
    expect(await refusal(issue())).toEqual({ code: "TOO_MANY_CREDIT_NOTES" });
  });

  it("strangers, the retailer and admins, who see no more of it than of what is not there", async () => {
    const { t, retailer, invoiceId, lineIds, issue } = await invoicedPair();
    const noteId = await issue();
    const [rival, neighbour, admin] = [
      await joinDistributor(t),
      await joinRetailer(t),
      await joinAdmin(t),
    ];
    const before = await everything(t);
    const asked = {
      ...{ invoiceId, lines: [{ lineId: lineIds[0]!, quantity: 1 }], restocks: true },
      ...{ reason: "returned" as const, noteKey: newKey() },
    };
    for (const [{ client }, code] of [
      [rival, "NOT_FOUND"],
      [neighbour, "FORBIDDEN"],
      [retailer, "FORBIDDEN"],
      [admin, "FORBIDDEN"],
    ] as const)
      expect(await refusal(client.mutation(api.creditNotes.issue, asked))).toEqual({ code });
    const paginationOpts = { numItems: 10, cursor: null };
    for (const { client } of [rival, neighbour, admin]) {
      expect(await client.query(api.creditNotes.one, { noteId })).toBeNull();
      expect(await client.query(api.creditNotes.state, { invoiceId })).toBeNull();
      const rows = await client.query(api.creditNotes.ofInvoice, { invoiceId, paginationOpts });
      expect(rows.page).toEqual([]);
    }
    expect(await everything(t)).toBe(before);
  });
});

it("[NOTE14] the invoice's timeline has each note, in its place, for both parties", async () => {
  const { issue, read, retailer, distributor, invoiceId, orderId, lineIds } = await invoicedPair();
  vi.setSystemTime(Date.now() + 60_000);
  const first = await read(await issue());
  vi.setSystemTime(Date.now() + 60_000);
  await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
  vi.setSystemTime(Date.now() + 60_000);
  const second = await read(await issue({ lines: [{ lineId: lineIds[0]!, quantity: 2 }] }));
  const stepOf = ({ _id, issuedAt, printedNumber, totalPaise }: typeof first) => ({
    ...{ _id, by: "distributor", at: issuedAt, creditNote: { printedNumber, totalPaise } },
  });
  for (const { client } of [retailer, distributor]) {
    const events = await client.query(api.invoices.timeline, { invoiceId });
    expect(events.slice(-3)).toEqual([
      stepOf(first),
      expect.objectContaining({ kind: "completed" }),
      stepOf(second),
    ]);
  }
});

it("[NOTE1] notes of single pieces at one paisa have no negative part, and pay their invoice exactly", async () => {
  const goods = { quantity: 10, pricePaise: 1, ...TAXED, gstRateBp: 4000 };
  const { issue, notes, openPaise, faults } = await invoicedPair([goods], {
    ...{ seller: SELLER, buyer: SHOP },
  });
  for (let n = 0; n < goods.quantity; n += 1) await issue();
  const issued = await notes();
  expect(issued.map(({ totalPaise }) => totalPaise)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0, 2]);
  expect(issued.every(({ taxablePaise = -1 }) => taxablePaise >= 0)).toBe(true);
  expect(await openPaise()).toBe(0);
  expect(await faults()).toEqual([]);
});

describe("[I-46] [NOTE6] 64 credit notes at once", () => {
  it("never exceed their invoice, run 1..n without a gap, and return each piece once", async () => {
    const pair = await invoicedPair([{ quantity: 99, pricePaise: 99_99, ...TAXED }], {
      ...{ seller: SELLER, buyer: { ...SHOP, stateCode: "29" } },
    });
    const { lineIds, issue, notes, stock, openPaise, faults, distributor, invoiceId } = pair;
    const lines = [{ lineId: lineIds[0]!, quantity: 1 }];
    const keys = Array.from({ length: 64 }, () => newKey());
    // Each key is sent twice, and asks for one piece or three: more than there are.
    const sent = [...keys, ...keys].map((noteKey, n) =>
      issue({ noteKey, lines: n % 2 === 0 ? lines : [{ ...lines[0]!, quantity: 3 }] }).catch(
        async (error: unknown) => (await refusal(Promise.reject(error as Error)))["code"],
      ),
    );
    const outcomes = await Promise.all(sent);
    expect(new Set(outcomes.filter((each) => each === "CREDITED_TOO_MUCH"))).toEqual(
      new Set(["CREDITED_TOO_MUCH"]),
    );
    const issued = await notes();
    const pieces = issued
      .flatMap((note) => note.lines)
      .reduce((all, { quantity }) => all + quantity, 0);
    expect(issued.map(({ number }) => number)).toEqual(issued.map((_, n) => n + 1));
    expect(pieces).toBe(99);
    expect(await stock()).toBe(1_000_000);
    expect(await openPaise()).toBe(0);
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId });
    for (const part of ["taxablePaise", "igstPaise", "totalPaise"] as const) {
      const sum = issued
        .flatMap((note) => note.lines)
        .reduce((all, line) => all + (line[part] ?? 0), 0);
      expect(sum).toBe(invoice?.lines[0]?.[part]);
    }
    expect(await faults()).toEqual([]);
  });

  it.each([
    ["a prefix of its own", { invoicePrefix: "CN" }],
    ["a company of that name", { companyName: "C N" }],
  ])(
    "have other numbers than the bills of an unregistered distributor with %s",
    async (_, seller) => {
      const { issue, read, distributor, invoiceId } = await invoicedPair(undefined, { seller });
      const note = await read(await issue());
      const invoice = await distributor.client.query(api.invoices.one, { invoiceId });
      expect(invoice?.printedNumber).toMatch(/^INV.*00001$/);
      expect(note.printedNumber).toMatch(/^CN.*00001$/);
    },
  );

  it("begin again in the next financial year, beside invoices and bills of supply", async () => {
    const { issue, read, invoice } = await invoicedPair();
    const numberOf = async (noteId: Id<"creditNotes">) => (await read(noteId)).printedNumber;
    vi.setSystemTime(Date.parse("2027-03-31T23:59:59+05:30"));
    expect(await numberOf(await issue())).toBe("CN/26-27/00001");
    vi.setSystemTime(Date.parse("2027-04-01T00:00:00+05:30"));
    expect(await numberOf(await issue())).toBe("CN/27-28/00001");
    await invoice();
    expect(await numberOf(await issue())).toBe("CN/27-28/00002");
  });
});
