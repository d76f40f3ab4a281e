import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import {
  FIRST_PAGE,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  acceptOne,
  openMarket,
  placeOne,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

function acceptOf(distributor: Person, orderId: string) {
  const deliveryBefore = todayIst(Date.now() + 2 * DAY_MS);
  return acceptOne(distributor, { orderId, deliveryBefore });
}

async function invoiceRow(t: Market, id: Id<"invoices">): Promise<Doc<"invoices">> {
  const invoice = await t.run((ctx) => ctx.db.get("invoices", id));
  if (invoice === null) throw new Error("There is no such invoice");
  return invoice;
}

async function smallMarket(extra: Partial<Doc<"users">> = {}) {
  const t = openMarket();
  const distributor = await joinDistributor(t, extra);
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 1000, pricePaise: 115 });
  return { t, distributor, retailer, productId };
}

describe("an issued invoice", () => {
  it("[INVOICE5] [FAILURE18] names both parties, the goods, the exact sum and the dates", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const orderId = await placeOne(retailer, productId, 100);
    const { invoiceId } = await acceptOf(distributor, orderId);
    const invoice = await retailer.client.query(api.invoices.one, { invoiceId });
    const order = await t.run((ctx) => ctx.db.get("orders", orderId));
    expect(invoice).toMatchObject({
      invoiceNo: "1",
      createdAt: order?.acceptedAt,
      orderDate: order?.placedAt,
      acceptedAt: order?.acceptedAt,
      deliveryBefore: todayIst(Date.now() + 2 * DAY_MS),
      orderStatus: "accepted",
      distributor: {
        name: distributor.user.name,
        email: distributor.user.email,
        phone: distributor.user.phone,
        address: distributor.user.address,
        companyName: "Big Wholesale",
      },
      retailer: {
        name: retailer.user.name,
        email: retailer.user.email,
        phone: retailer.user.phone,
        address: retailer.user.address,
        shopName: "Corner Shop",
      },
      lines: [
        {
          productName: "Steel Tumbler",
          quantity: 100,
          pricePaise: 115,
          totalPaise: 11_500,
          description: "Holds 300 ml.",
        },
      ],
      netAmountPaise: 11_500,
      qrImageUrl: null,
      authorizedSignature: distributor.user.name,
    });
    expect(invoice?.printedNumber).toMatch(/^BIG\/\d\d-\d\d\/00001$/);
    expect(invoice?.upiLink).toContain("am=115.00&cu=INR");
    expect(invoice?.upiLink).toContain(encodeURIComponent(invoice?.printedNumber ?? "?"));
  });

  it("[I-15] stays as issued whatever happens to the product, the parties and the order; only the status follows", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const orderId = await placeOne(retailer, productId);
    const { invoiceId } = await acceptOf(distributor, orderId);
    const before = await invoiceRow(t, invoiceId);
    await distributor.client.mutation(api.products.edit, {
      productId,
      changes: { name: "New", pricePaise: 1 },
    });
    await distributor.client.mutation(api.products.archive, { productId });
    await retailer.client.mutation(api.orders.updateMessage, { orderId, msg: "New message" });
    await t.run((ctx) =>
      ctx.db.patch("users", distributor.user._id, {
        name: "New",
        companyName: "New",
        upiId: "new@upi",
      }),
    );
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    await retailer.client.mutation(api.orders.hide, { orderIds: [orderId] });
    expect(await invoiceRow(t, invoiceId)).toEqual(before);
    expect(await retailer.client.query(api.invoices.one, { invoiceId })).toMatchObject({
      orderStatus: "completed",
    });
  });

  it("is readable by its two parties only", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const { invoiceId } = await acceptOf(distributor, await placeOne(retailer, productId));
    for (const { client } of [distributor, retailer]) {
      expect(await client.query(api.invoices.one, { invoiceId })).toMatchObject({ _id: invoiceId });
      const { page } = await client.query(api.invoices.mine, { paginationOpts: FIRST_PAGE });
      expect(page).toMatchObject([
        { _id: invoiceId, invoiceNo: "1", netAmountPaise: 115, productName: "Steel Tumbler" },
      ]);
    }
    const admin = await joinAdmin(t);
    for (const { client } of [await joinDistributor(t), await joinRetailer(t), admin]) {
      expect(await client.query(api.invoices.one, { invoiceId })).toBeNull();
    }
    const asked = { paginationOpts: FIRST_PAGE };
    expect((await (await joinRetailer(t)).client.query(api.invoices.mine, asked)).page).toEqual([]);
    expect(await refusal(admin.client.query(api.invoices.mine, asked))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await retailer.client.query(api.invoices.one, { invoiceId: "../x" })).toBeNull();
  });

  it("is first in the list when it is the newest", async () => {
    const { distributor, retailer, productId } = await smallMarket();
    for (let n = 0; n < 3; n += 1) await acceptOf(distributor, await placeOne(retailer, productId));
    const { page } = await retailer.client.query(api.invoices.mine, { paginationOpts: FIRST_PAGE });
    expect(page.map((invoice) => invoice.invoiceNo)).toEqual(["3", "2", "1"]);
  });
});

describe("[I-15] the numbers of invoices", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => vi.useRealTimers());

  it("run 1..n without a gap or a double when 32 orders are accepted at once", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const orders: Id<"orders">[] = [];
    for (let n = 0; n < 32; n += 1) orders.push(await placeOne(retailer, productId));
    await Promise.all(orders.map((orderId) => acceptOf(distributor, orderId)));
    const invoices = await t.run((ctx) => ctx.db.query("invoices").take(100));
    expect(invoices.map((invoice) => invoice.number)).toEqual(
      Array.from({ length: 32 }, (_, n) => n + 1),
    );
  });

  it("begin again with the financial year, at midnight of 1 April in India", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    vi.setSystemTime(Date.parse("2027-03-31T12:00:00+05:30"));
    const orders: Id<"orders">[] = [];
    for (let n = 0; n < 4; n += 1) orders.push(await placeOne(retailer, productId));
    const printed: string[] = [];
    for (const [index, at] of [
      "2027-03-31T23:59:58",
      "2027-03-31T23:59:59",
      "2027-04-01T00:00:00",
      "2027-04-01T00:00:01",
    ].entries()) {
      vi.setSystemTime(Date.parse(`${at}+05:30`));
      const { invoiceId } = await acceptOf(distributor, orders[index]!);
      printed.push((await invoiceRow(t, invoiceId)).printedNumber);
    }
    expect(printed).toEqual([
      "BIG/26-27/00001",
      "BIG/26-27/00002",
      "BIG/27-28/00001",
      "BIG/27-28/00002",
    ]);
  });

  it("[INVOICE6] are each distributor's own", async () => {
    const { t, distributor, retailer, productId } = await smallMarket({ invoicePrefix: "AB" });
    const other = await joinDistributor(t);
    const first = await acceptOf(distributor, await placeOne(retailer, productId));
    const second = await acceptOf(other, await placeOne(retailer, await listProduct(t, other)));
    expect(await invoiceRow(t, first.invoiceId)).toMatchObject({ number: 1 });
    expect((await invoiceRow(t, first.invoiceId)).printedNumber).toMatch(/^AB\//);
    expect(await invoiceRow(t, second.invoiceId)).toMatchObject({ number: 1 });
  });

  it("are not used up by a refused acceptance", async () => {
    const { t, distributor, retailer, productId } = await smallMarket({ upiId: undefined });
    const orderId = await placeOne(retailer, productId);
    expect(await refusal(acceptOf(distributor, orderId))).toMatchObject({ code: "NO_QR" });
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { upiId: "big@upi" }));
    const { invoiceId } = await acceptOf(distributor, orderId);
    expect(await invoiceRow(t, invoiceId)).toMatchObject({ number: 1 });
  });

  it("[INVOICE6] end below 1,000,000: 999,999 is given, and nothing after it", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const [last, tooLate] = [
      await placeOne(retailer, productId),
      await placeOne(retailer, productId),
    ];
    const first = await acceptOf(distributor, await placeOne(retailer, productId));
    const { financialYear } = await invoiceRow(t, first.invoiceId);
    await t.run(async (ctx) => {
      const series = await ctx.db
        .query("invoiceCounters")
        .withIndex("by_series", (q) =>
          q.eq("distributorId", distributor.user._id).eq("financialYear", financialYear),
        )
        .unique();
      if (series !== null) await ctx.db.patch("invoiceCounters", series._id, { last: 999_998 });
    });
    const { invoiceId } = await acceptOf(distributor, last);
    const invoice = await retailer.client.query(api.invoices.one, { invoiceId });
    expect(invoice?.invoiceNo).toBe("999999");
    expect(invoice?.printedNumber).toMatch(/^.{1,9}\/999999$/);
    expect(await refusal(acceptOf(distributor, tooLate))).toMatchObject({
      code: "INVOICE_SERIES_FULL",
    });
  });
});
