/** The documents of a month: whose they are, of which days, each exactly once, with the figures that were stored. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gstr1 } from "../../domain/gst/return/gstr1";
import { api } from "../_generated/api";
import { invoicedPair, NIL, SELLER, SHOP, TAXED } from "../creditNotes/notes.setup";
import { joinAdmin, joinDistributor, type Person, refusal, stopTimeAt } from "../market.setup";
import type { MonthDocument } from "./view";

const BUYER = { ...SHOP, gstin: "27AAGCB7383J1Z8" } as const;

function setTime(at: string): void {
  vi.setSystemTime(Date.parse(`${at}+05:30`));
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ["Date"] });
  setTime("2026-03-10T10:00:00");
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Page = { page: MonthDocument[]; isDone: boolean; continueCursor: string };
const QUERIES = { invoices: api.monthEnd.invoices, creditNotes: api.monthEnd.creditNotes };

/** All pages of a month, a few rows each. */
async function read(
  { client }: Person,
  of: keyof typeof QUERIES,
  month = "2026-03",
  numItems = 2,
): Promise<MonthDocument[]> {
  const documents: MonthDocument[] = [];
  let cursor: string | null = null;
  for (;;) {
    const asked = { month, paginationOpts: { numItems, cursor } };
    const answer: Page = await client.query(QUERIES[of], asked);
    documents.push(...answer.page);
    if (answer.isDone) return documents;
    cursor = answer.continueCursor;
  }
}

const GOODS = [
  { quantity: 10, pricePaise: 118_00, ...TAXED },
  { quantity: 4, pricePaise: 50_00, ...NIL },
] as const;

function taxedPair(buyer: object = BUYER) {
  return invoicedPair(GOODS, { seller: SELLER, buyer });
}

describe("[MONTH2] the documents of a month", () => {
  it("are those of its days in India: 31 March, 23:59 belongs to March", async () => {
    setTime("2026-02-10T10:00:00");
    const { t, distributor, invoice, issue } = await taxedPair();
    const made = new Map<string, string>();
    for (const at of [
      ...["2026-02-28T23:59:59.999", "2026-03-01T00:00:00.000"],
      ...["2026-03-31T23:59:59.999", "2026-04-01T00:00:00.000"],
    ]) {
      await stopTimeAt(t, Date.parse(`${at}+05:30`));
      const { invoiceId, lineIds } = await invoice();
      await issue({ lines: [{ lineId: lineIds[0]!, quantity: 1 }] }, invoiceId);
      made.set(at.slice(0, 10), invoiceId);
    }
    for (const of of ["invoices", "creditNotes"] as const) {
      const days = (await read(distributor, of)).map(({ day }) => day);
      expect(days).toEqual(["2026-03-01", "2026-03-31"]);
      const first = of === "invoices" ? ["2026-02-10"] : [];
      expect((await read(distributor, of, "2026-02")).map(({ day }) => day)).toEqual([
        ...first,
        "2026-02-28",
      ]);
      expect((await read(distributor, of, "2026-04")).map(({ day }) => day)).toEqual([
        "2026-04-01",
      ]);
    }
    const [march] = await read(distributor, "invoices");
    expect(march?._id).toBe(made.get("2026-03-01"));
  });

  it("have a credit note in its own month, against an invoice of the one before", async () => {
    const { distributor, issue, invoiceId } = await taxedPair();
    setTime("2026-04-02T10:00:00");
    const noteId = await issue();
    expect(await read(distributor, "creditNotes", "2026-03")).toEqual([]);
    expect(await read(distributor, "invoices", "2026-04")).toEqual([]);
    const [note, ...others] = await read(distributor, "creditNotes", "2026-04");
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{ _id: noteId, day: "2026-04-02", printedNumber: "CN/26-27/00001" },
      against: { _id: invoiceId, day: "2026-03-10", payablePaise: 1_380_00 },
    });
  });

  it("are each on one page, however short the pages are", async () => {
    const { distributor, invoice, issue } = await taxedPair();
    for (let n = 0; n < 6; n += 1) {
      const { invoiceId, lineIds } = await invoice();
      await issue({ lines: [{ lineId: lineIds[0]!, quantity: 1 }] }, invoiceId);
    }
    for (const [of, count] of [
      ["invoices", 7],
      ["creditNotes", 6],
    ] as const) {
      for (const size of [1, 3, 500]) {
        const documents = await read(distributor, of, "2026-03", size);
        expect(documents).toHaveLength(count);
        expect(new Set(documents.map(({ _id }) => _id)).size).toBe(count);
      }
    }
  });

  it("are read a dozen credit notes at once, since each brings its invoice along", async () => {
    const { distributor, invoice, issue } = await taxedPair();
    for (let n = 0; n < 13; n += 1) {
      const { invoiceId, lineIds } = await invoice();
      await issue({ lines: [{ lineId: lineIds[0]!, quantity: 1 }] }, invoiceId);
    }
    const asked = { month: "2026-03", paginationOpts: { numItems: 500, cursor: null } };
    const { page, isDone } = await distributor.client.query(api.monthEnd.creditNotes, asked);
    expect([page.length, isDone]).toEqual([12, false]);
  });

  it("are the caller's own, and a distributor's alone", async () => {
    const one = await taxedPair();
    await one.issue();
    const stranger = await joinDistributor(one.t, {
      name: "Other",
      companyName: "Other",
      ...SELLER,
    });
    for (const of of ["invoices", "creditNotes"] as const) {
      expect(await read(one.distributor, of)).toHaveLength(1);
      expect(await read(stranger, of)).toEqual([]);
    }
    const admin = await joinAdmin(one.t);
    const visitor = one.t.withIdentity({ subject: "x|y" });
    for (const query of Object.values(QUERIES)) {
      const asked = { month: "2026-03", paginationOpts: { numItems: 5, cursor: null } };
      for (const { client } of [one.retailer, admin])
        expect(await refusal(client.query(query, asked))).toEqual({ code: "FORBIDDEN" });
      expect(await refusal(visitor.query(query, asked))).toEqual({ code: "UNAUTHENTICATED" });
    }
  });

  it("have the figures that were stored, with the parties of the day of issue", async () => {
    const { distributor, retailer, t, issue, lineIds } = await taxedPair();
    await issue({ lines: [{ lineId: lineIds[0]!, quantity: 3 }] });
    await t.run(async (ctx) => {
      await ctx.db.patch("users", distributor.user._id, { companyName: "Another name" });
      await ctx.db.patch("users", retailer.user._id, { gstin: undefined });
    });
    const [invoice] = await read(distributor, "invoices");
    expect(invoice).toMatchObject({
      ...{ type: "invoice", kind: "taxInvoice", number: 1, day: "2026-03-10" },
      ...{ placeOfSupply: "27", isInterState: false, payablePaise: 1_380_00, roundOffPaise: 0 },
      ...{ taxablePaise: 1_000_00, untaxedPaise: 200_00, cgstPaise: 90_00, sgstPaise: 90_00 },
      seller: { business: "Asha Wholesale", gstin: SELLER.gstin },
      buyer: { gstin: BUYER.gstin, stateCode: "27", pincode: "400001" },
    });
    const [note] = await read(distributor, "creditNotes");
    expect(note).toMatchObject({
      ...{ type: "creditNote", kind: "taxInvoice", number: 1, payablePaise: 354_00 },
      ...{ taxablePaise: 300_00, cgstPaise: 27_00, roundOffPaise: 0 },
      buyer: { gstin: BUYER.gstin },
      against: { printedNumber: invoice?.printedNumber, payablePaise: 1_380_00 },
      lines: [{ quantity: 3, hsn: TAXED.hsn, gstRateBp: 1800 }],
    });
    expect(JSON.stringify(invoice)).not.toContain("imageId");
  });

  it("[I-47] add up to the rows of the database in the tables of the return", async () => {
    const { distributor, t, invoice, issue } = await taxedPair({ ...SHOP, stateCode: "29" });
    const { invoiceId, lineIds } = await invoice();
    await issue({ lines: lineIds.map((lineId) => ({ lineId, quantity: 2 })) }, invoiceId);
    const documents = [
      ...(await read(distributor, "invoices")),
      ...(await read(distributor, "creditNotes")),
    ];
    const { rows } = gstr1(documents, SELLER.gstin);
    const stored = await t.run(async (ctx) => ({
      invoices: await ctx.db.query("invoices").take(10),
      notes: await ctx.db.query("creditNotes").take(10),
    }));
    const net = (part: "taxablePaise" | "untaxedPaise" | "igstPaise") =>
      stored.invoices.reduce((sum, row) => sum + (row[part] ?? 0), 0) -
      stored.notes.reduce((sum, row) => sum + (row[part] ?? 0), 0);
    expect(rows.b2cs).toMatchObject([
      { placeOfSupply: "29", taxablePaise: net("taxablePaise"), taxPaise: net("igstPaise") },
    ]);
    expect(rows.exemp[2]).toMatchObject({ nilPaise: net("untaxedPaise"), exemptPaise: 0 });
  });

  it("have bills of a distributor without a GSTIN, as bills", async () => {
    const { distributor, issue } = await invoicedPair();
    await issue();
    const [[bill], [note]] = [
      await read(distributor, "invoices"),
      await read(distributor, "creditNotes"),
    ];
    expect(bill).toMatchObject({ payablePaise: 1_180_00, taxablePaise: 0, roundOffPaise: 0 });
    expect(bill?.kind).toBeUndefined();
    expect(note).toMatchObject({ payablePaise: 118_00, taxablePaise: 0, roundOffPaise: 0 });
  });
});
