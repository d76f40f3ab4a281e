/** Cancellations of accepted goods: on tax documents a credit note, on bills without GST an entry of the khata. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CREDIT_REASON_TEXTS } from "../../domain/creditNotes";
import { gstr1 } from "../../domain/gst/return/gstr1";
import { CREDIT_NOTES_MAX } from "../../domain/limits";
import type { TradeRole } from "../../domain/roles";
import { api } from "../_generated/api";
import { placeOne, refusal } from "../market.setup";
import { deactivate } from "../account/deactivate";
import { invoicedPair, NIL, SELLER, SHOP, TAXED } from "./notes.setup";

const GOODS = [
  { quantity: 10, pricePaise: 118_00, ...TAXED },
  { quantity: 4, pricePaise: 50_00, ...NIL },
  { quantity: 3, pricePaise: 9_99, ...TAXED, gstRateBp: 500 },
] as const;
const MONTH = { month: "2026-11", paginationOpts: { numItems: 100, cursor: null } };

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-11-25T12:00:00+05:30"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A pair with an invoice, whose `closed` side has closed its account. */
async function closedPair(closed: TradeRole, seller: object = SELLER) {
  const pair = await invoicedPair(GOODS, { seller, buyer: SHOP });
  const { t, retailer, distributor } = pair;
  const close = async () => {
    const userId = closed === "retailer" ? pair.retailerId : pair.distributorId;
    await t.run((ctx) => deactivate(ctx, { userId, role: closed }, Date.now()));
  };
  const end = () => {
    const asked = { orderIds: [pair.orderId], reason: "Gone" };
    return closed === "retailer"
      ? distributor.client.mutation(api.orders.reject, asked)
      : retailer.client.mutation(api.orders.cancel, asked);
  };
  const left = closed === "retailer" ? distributor : retailer;
  const entries = async () => {
    const rows = await t.run((ctx) => ctx.db.query("ledgerEntries").take(100));
    return rows.map(({ kind, paise }) => [kind, paise]);
  };
  return { ...pair, close, end, left, entries };
}

describe.each(["retailer", "distributor"] as const)(
  "[NOTE15] accepted goods on a tax document, after the %s's account was closed,",
  (closed) => {
    it("are given back by one note with its number, taxes and reason, once", async () => {
      const { close, end, notes, stock, entries, faults, left, t } = await closedPair(closed);
      await close();
      await end();
      const [note, ...others] = await notes();
      expect(others).toEqual([]);
      expect(note).toMatchObject({
        ...{ printedNumber: "CN/26-27/00001", number: 1, reason: "cancelled", restocks: true },
        ...{ taxablePaise: 1_000_00 + 28_55, untaxedPaise: 200_00, totalPaise: 1_409_97 },
        ...{ cgstPaise: 90_00 + 71, sgstPaise: 90_00 + 71, igstPaise: 0 },
        lines: [{ quantity: 10 }, { quantity: 4 }, { quantity: 3 }],
      });
      expect(await Promise.all([stock(0), stock(1), stock(2)])).toEqual(Array(3).fill(1_000_000));
      expect(await entries()).toEqual([
        ["invoice", 1_409_97],
        ["creditNote", -1_409_97],
      ]);
      const account = await t.run((ctx) => ctx.db.query("creditAccounts").first());
      expect(account).toMatchObject({ balancePaise: 0, openOrdersPaise: 0, advancePaise: 0 });
      expect(await faults()).toEqual([]);
      await end();
      expect(await notes()).toHaveLength(1);
      const seen = await left.client.query(api.creditNotes.one, { noteId: note!._id });
      expect(seen).toMatchObject({ title: "Credit Note", reason: "cancelled" });
      expect(CREDIT_REASON_TEXTS.cancelled).toBe("Order cancelled");
    });

    it("have their notes beside those that were asked for, also beyond their greatest number", async () => {
      const { close, end, issue, notes, lineIds, stock, faults, t, invoiceId } =
        await closedPair(closed);
      const [first, , third] = lineIds;
      await issue({ lines: [{ lineId: first!, quantity: 4 }], restocks: false });
      await issue({ lines: [{ lineId: third!, quantity: 3 }] });
      await close();
      await t.run(async (ctx) => {
        const row = await ctx.db.query("invoiceCredits").first();
        await ctx.db.patch("invoiceCredits", row!._id, { notes: CREDIT_NOTES_MAX });
      });
      await end();
      await end();
      expect((await notes()).map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([
        ...[[4], [3], [6, 4]],
      ]);
      expect(await Promise.all([stock(0), stock(2)])).toEqual([999_996, 1_000_000]);
      const credits = await t.run((ctx) => ctx.db.query("invoiceCredits").first());
      expect(credits).toMatchObject({ invoiceId, pieces: [10, 4, 3], paise: 1_409_97 });
      expect(await faults()).toEqual([]);
    });
  },
);

describe("[NOTE15] a cancellation of accepted goods", () => {
  it("without GST is an entry of the khata alone, as ever", async () => {
    for (const closed of ["retailer", "distributor"] as const) {
      const { close, end, notes, stock, entries, faults } = await closedPair(closed, {});
      await close();
      await end();
      expect(await notes()).toEqual([]);
      expect(await entries()).toEqual([
        ["invoice", 1_409_97],
        ["cancellation", -1_409_97],
      ]);
      expect(await Promise.all([stock(0), stock(1), stock(2)])).toEqual(Array(3).fill(1_000_000));
      expect(await faults()).toEqual([]);
    }
  });

  it("issues no note for a move that is refused, or of orders that were only placed", async () => {
    const { end, notes, retailer, products } = await closedPair("distributor");
    expect(await refusal(end())).toMatchObject({ code: "ILLEGAL_MOVE" });
    const pending = await placeOne(retailer, products[0]!);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [pending], reason: "Changed" });
    expect(await notes()).toEqual([]);
  });

  it("tells the party that is left, and stands in the invoice's timeline", async () => {
    const { close, end, retailer, invoiceId } = await closedPair("distributor");
    await close();
    await end();
    const { page } = await retailer.client.query(api.notifications.list, {
      ...{ filter: "all", paginationOpts: MONTH.paginationOpts },
    });
    expect(page.map(({ kind }) => kind)).toContain("creditNoteIssued");
    const events = await retailer.client.query(api.invoices.timeline, { invoiceId });
    expect(events.filter((event) => "creditNote" in event)).toMatchObject([
      { creditNote: { printedNumber: "CN/26-27/00001", totalPaise: 1_409_97 } },
    ]);
  });

  it("[I-47] leaves the month's return with what is sold and owed", async () => {
    const pair = await closedPair("retailer");
    const { close, end, lineIds, distributor, retailerId, issue, invoice } = pair;
    await issue({ lines: [{ lineId: lineIds[2]!, quantity: 1 }] });
    // Delivered: the closing leaves it as it is.
    const sold = await invoice();
    await distributor.client.mutation(api.orders.complete, { orderIds: [sold.orderId] });
    await issue({ lines: [{ lineId: sold.lineIds[0]!, quantity: 10 }] }, sold.invoiceId);
    await close();
    await end();
    const documents = [
      ...(await distributor.client.query(api.monthEnd.invoices, MONTH)).page,
      ...(await distributor.client.query(api.monthEnd.creditNotes, MONTH)).page,
    ];
    const owed = documents.reduce(
      (sum, { type, payablePaise }) => sum + (type === "invoice" ? payablePaise : -payablePaise),
      0,
    );
    const balance = await distributor.client.query(api.khata.account, { partnerId: retailerId });
    expect(balance.balancePaise).toBe(owed);
    expect(owed).toBe(200_00 + 3 * 9_99);
    const { rows } = gstr1(documents, SELLER.gstin);
    // Of the goods at 18 % nothing is left, of those at 5 % three pieces.
    const taxed = rows.b2cs.filter(({ taxablePaise, taxPaise }) => taxablePaise + taxPaise !== 0);
    expect(taxed.reduce((sum, row) => sum + row.taxablePaise + row.taxPaise, 0)).toBe(3 * 9_99);
    expect(rows.exemp.reduce((sum, { nilPaise }) => sum + nilPaise, 0)).toBe(200_00);
  });
});
