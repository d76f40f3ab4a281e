/** Prices without tax, and sums in whole rupees: what is placed, owed, credited and given back. */
import type { FunctionReturnType } from "convex/server";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { errorText, toErrorData } from "../../domain/errors";
import { api } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { khataTables, khataViolations } from "../khata/khataRows.setup";
import { invoicedPair, NIL, SELLER, SHOP, TAXED } from "../creditNotes/notes.setup";
import {
  ANY_ORDERS,
  connectPair,
  FIRST_PAGE,
  joinDistributor,
  listProduct,
  newKey,
  openPair,
  refusal,
  requireOrder,
} from "../market.setup";

const BARE = { ...SELLER, pricesExcludeTax: true } as const;
const EACH = { quantity: 10, pricePaise: 100_00, ...TAXED } as const;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-11-25T12:00:00+05:30"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Line = { productId: string; quantity: number; pricePaise?: number; addedTaxBp?: number };

async function shop(seller: Partial<Doc<"users">> = BARE) {
  const { t, distributor, retailer } = await openPair({
    ...{ distributor: { orderTerms: ANY_ORDERS, ...seller }, retailer: SHOP },
  });
  await connectPair(t, retailer, distributor);
  const list = (fields: Partial<Doc<"products">>) =>
    listProduct(t, distributor, { stock: 10_000, pricePaise: 100_00, ...fields });
  const place = async (...lines: Line[]) => {
    const asked = { orderKey: newKey(), msg: "Please.", lines };
    return (await retailer.client.mutation(api.orders.place, asked)).orderId;
  };
  const save = (details: object) =>
    distributor.client.mutation(api.tax.save, { details: { ...SELLER, ...details } });
  /** Of lines that it gives no pieces of, all are sent. */
  const answer = (orderId: string, ...sent: number[]) =>
    distributor.client.mutation(api.orders.accept, {
      ...{ orderId, lines: sent.map((quantity, line) => ({ line, quantity })) },
      deliveryBefore: todayIst(Date.now() + DAY_MS),
    });
  const accept = async (orderId: string) => {
    const { invoiceId } = await answer(orderId);
    return distributor.client.query(api.invoices.one, { invoiceId: invoiceId! });
  };
  const account = () =>
    distributor.client.query(api.khata.account, { partnerId: retailer.user._id });
  const setTax = (productId: string, tax: object) =>
    distributor.client.mutation(api.products.edit, { productId, changes: { tax } });
  const limit = (creditLimitPaise: number) =>
    distributor.client.mutation(api.khata.setTerms, {
      ...{ retailerId: retailer.user._id, terms: "credit" as const, creditDays: 7 },
      creditLimitPaise,
    });
  const offers = async () =>
    (await retailer.client.query(api.offers.mine, { paginationOpts: FIRST_PAGE })).page;
  const agree = (offerId: string | null) =>
    retailer.client.mutation(api.offers.agree, { offerId: offerId! });
  const told = async () =>
    (
      await retailer.client.query(api.notifications.list, {
        filter: "all",
        paginationOpts: FIRST_PAGE,
      })
    ).page;
  const faults = async () => khataViolations(await t.run(khataTables));
  return {
    ...{ t, distributor, retailer, list, place, save, answer, accept, account },
    ...{ setTax, limit, offers, agree, told, faults },
  };
}

describe("[TAX6] prices without tax", () => {
  it("are invoiced with the tax on top, which the khata and the payment link ask for", async () => {
    const { distributor, invoiceId, account, openPaise, faults } = await invoicedPair([EACH], {
      ...{ seller: { ...BARE, upiId: "asha@upi" }, buyer: SHOP },
    });
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId });
    expect(invoice).toMatchObject({
      ...{ netAmountPaise: 1_000_00, payablePaise: 1_180_00, openPaise: 1_180_00 },
      tax: {
        ...{ taxablePaise: 1_000_00, cgstPaise: 90_00, sgstPaise: 90_00, igstPaise: 0 },
        amountInWords: "Rupees One Thousand One Hundred Eighty Only",
      },
      lines: [{ pricePaise: 100_00, totalPaise: 1_000_00, taxablePaise: 1_000_00 }],
    });
    expect(invoice?.upiLink).toContain("am=1180.00");
    expect(await openPaise()).toBe(1_180_00);
    expect(await account()).toMatchObject({ balancePaise: 1_180_00, openOrdersPaise: 0 });
    expect(await faults()).toEqual([]);
  });

  it("are owed with their tax while an order waits, and no longer once it came to nothing", async () => {
    const { distributor, list, place, account } = await shop();
    const orderId = await place({ productId: await list(TAXED), quantity: 3 });
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 354_00 });
    await distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "Gone" });
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 0 });
  });

  it("stay what they were for orders that are placed, whatever the setting becomes", async () => {
    const { list, place, save, accept } = await shop();
    const productId = await list(TAXED);
    const bare = await place({ productId, quantity: 1 });
    await save({ pricesExcludeTax: false });
    const whole = await place({ productId, quantity: 1 });
    expect(await accept(bare)).toMatchObject({ payablePaise: 118_00 });
    await save({ pricesExcludeTax: true });
    expect(await accept(whole)).toMatchObject({ netAmountPaise: 100_00, payablePaise: 100_00 });
  });

  it("add nothing to untaxed goods, also where these come first", async () => {
    const goods = [
      { quantity: 1, pricePaise: 100_00, ...NIL },
      { quantity: 1, pricePaise: 100_00, ...TAXED },
    ];
    const { t, openPaise, orderId } = await invoicedPair(goods, { seller: BARE, buyer: SHOP });
    expect(await openPaise()).toBe(218_00);
    const { lines } = await requireOrder(t, orderId);
    expect(lines.map(({ addedTaxBp }) => addedTaxBp)).toEqual([undefined, 1800]);
  });

  it("are refused where another price was seen", async () => {
    const { list, place, save } = await shop();
    const productId = await list(TAXED);
    const line = { productId, quantity: 1, pricePaise: 100_00 };
    expect(await refusal(place(line))).toEqual({
      ...{ code: "PRICE_CHANGED", pricePaise: 100_00, sentPricePaise: 100_00, addedTaxBp: 1800 },
    });
    expect(await refusal(place({ ...line, addedTaxBp: 500 }))).toMatchObject({ addedTaxBp: 1800 });
    expect(await place({ ...line, addedTaxBp: 1800 })).toEqual(expect.any(String));
    await save({ pricesExcludeTax: false });
    expect(await refusal(place({ ...line, addedTaxBp: 1800 }))).toEqual({
      ...{ code: "PRICE_CHANGED", pricePaise: 100_00, sentPricePaise: 100_00 },
    });
  });

  it("count with their tax towards the credit limit, and without it towards the smallest order", async () => {
    const terms = { ...ANY_ORDERS, minOrderPaise: 1_000_01 };
    const { distributor, retailer, list, place } = await shop({ ...BARE, orderTerms: terms });
    const productId = await list(TAXED);
    expect(await refusal(place({ productId, quantity: 10 }))).toMatchObject({ code: "MIN_ORDER" });
    await place({ productId, quantity: 11 });
    await distributor.client.mutation(api.khata.setTerms, {
      ...{ retailerId: retailer.user._id, terms: "credit" as const, creditDays: 7 },
      creditLimitPaise: 2_595_99,
    });
    expect(await refusal(place({ productId, quantity: 11 }))).toMatchObject({
      ...{ code: "CREDIT_LIMIT", usedPaise: 1_298_00, neededPaise: 1_298_00 },
    });
  });

  it("are shown with the rate, for goods that are taxed or may be", async () => {
    const { t, distributor, retailer, list, place } = await shop();
    const [taxed, unknown] = [await list(TAXED), await list({})];
    await list(NIL);
    const composition = await joinDistributor(t, { ...BARE, gstScheme: "composition" });
    await listProduct(t, composition, TAXED);
    const { page } = await retailer.client.query(api.products.all, {
      ...{ paginationOpts: FIRST_PAGE },
    });
    expect(page.map(({ addedTaxBp }) => addedTaxBp)).toEqual([1800, 0, undefined, undefined]);
    await retailer.client.mutation(api.basket.set, { productId: unknown, quantity: 1 });
    const basket = await retailer.client.query(api.basket.lines, {});
    expect(basket.lines).toMatchObject([{ addedTaxBp: 0 }]);
    const product = await retailer.client.query(api.products.one, { productId: taxed });
    expect(product).toMatchObject({ pricePaise: 100_00, addedTaxBp: 1800 });
    await place({ productId: taxed, quantity: 1 });
    const rows = await distributor.client.query(api.orders.incoming, {
      ...{ list: "pending", paginationOpts: FIRST_PAGE },
    });
    expect(rows.page).toMatchObject([{ lines: [{ pricePaise: 100_00, addedTaxBp: 1800 }] }]);
  });

  it("are what is paid where no tax is charged: without a GSTIN, and by composition", async () => {
    for (const seller of [
      { pricesExcludeTax: true },
      { ...BARE, gstScheme: "composition" as const },
    ]) {
      const { list, place, accept } = await shop(seller);
      const invoice = await accept(await place({ productId: await list(TAXED), quantity: 1 }));
      expect(invoice).toMatchObject({ payablePaise: 100_00, openPaise: 100_00 });
    }
  });

  it("are a setting of the regular scheme, kept by distributors alone", async () => {
    const { distributor, retailer, save } = await shop(SELLER);
    const me = async () => distributor.client.query(api.users.me, {});
    await save({ pricesExcludeTax: true, roundsToRupee: true });
    expect(await me()).toMatchObject({ pricesExcludeTax: true, roundsToRupee: true });
    await save({ pricesExcludeTax: true, gstScheme: "composition" });
    expect(await me()).not.toHaveProperty("pricesExcludeTax");
    expect(await me()).not.toHaveProperty("roundsToRupee");
    const details = { ...SHOP, pricesExcludeTax: true, roundsToRupee: true };
    await retailer.client.mutation(api.tax.save, { details });
    const shopkeeper = await retailer.client.query(api.users.me, {});
    expect(shopkeeper).not.toHaveProperty("pricesExcludeTax");
    expect(shopkeeper).not.toHaveProperty("roundsToRupee");
  });
});

const tax = (gstRateBp: number) => ({ ...TAXED, gstRateBp });
const AT_5 = tax(500);

describe("[TAX8] a price without tax that was agreed on", () => {
  it("has the rate of the day on its invoice: a higher one once it is agreed to, a lower one at once", async () => {
    const { list, place, setTax, answer, accept, agree, account, faults } = await shop();
    const productId = await list(AT_5);
    const [dearer, cheaper, untaxed] = [
      await place({ productId, quantity: 10 }),
      await place({ productId, quantity: 10 }),
      await place({ productId, quantity: 10 }),
    ];
    await setTax(productId, tax(4000));
    const { invoiceId, offerId } = await answer(dearer);
    expect(invoiceId).toBeNull();
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 3 * 1_050_00 });
    await agree(offerId);
    expect(await account()).toMatchObject({ balancePaise: 1_400_00 });
    await setTax(productId, AT_5);
    expect(await accept(cheaper)).toMatchObject({
      payablePaise: 1_050_00,
      lines: [{ taxKind: "taxable", gstRateBp: 500, cgstPaise: 25_00, sgstPaise: 25_00 }],
    });
    await setTax(productId, NIL);
    expect(await accept(untaxed)).toMatchObject({ payablePaise: 1_000_00 });
    expect(await account()).toMatchObject({ balancePaise: 3_450_00, openOrdersPaise: 0 });
    expect(await faults()).toEqual([]);
  });

  it("[I-40] is that of the offer, within the limit, and the sum that the retailer is told", async () => {
    const { list, place, limit, setTax, answer, offers, agree, account, distributor } =
      await shop();
    const productId = await list(AT_5);
    const orderId = await place({ productId, quantity: 10, pricePaise: 100_00, addedTaxBp: 500 });
    await limit(1_050_00);
    const { offerId } = await answer(orderId, 9);
    await setTax(productId, tax(4000));
    expect(await offers()).toMatchObject([{ lines: [{ quantity: 9, addedTaxBp: 500 }] }]);
    expect(await refusal(agree(offerId))).toMatchObject({
      ...{ code: "PRICE_CHANGED", addedTaxBp: 4000 },
    });
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 1_050_00 });
    await setTax(productId, AT_5);
    const { invoiceId } = await agree(offerId);
    expect(await account()).toMatchObject({ balancePaise: 945_00, openOrdersPaise: 0 });
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId: invoiceId! });
    expect(invoice).toMatchObject({ payablePaise: 945_00, lines: [{ gstRateBp: 500 }] });
  });

  it("is asked about before a rate that nobody had said is added, and told with it", async () => {
    const { list, place, setTax, answer, offers, agree, told, account, faults } = await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10, pricePaise: 100_00, addedTaxBp: 0 });
    await setTax(productId, TAXED);
    const { invoiceId, offerId } = await answer(orderId);
    expect(invoiceId).toBeNull();
    expect(await offers()).toMatchObject([
      {
        lines: [
          { quantity: 10, askedQuantity: 10, addedTaxBp: 1800, placedPrice: { addedTaxBp: 0 } },
        ],
      },
    ]);
    expect(await told()).toMatchObject([{ kind: "offerMade", answer: "newTax", paise: 1_180_00 }]);
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 1_000_00 });
    expect(await answer(orderId)).toEqual({ invoiceId: null, offerId });
    await agree(offerId);
    expect(await account()).toMatchObject({ balancePaise: 1_180_00, openOrdersPaise: 0 });
    expect(await faults()).toEqual([]);
  });

  it("[HOME1] is on the retailer's home as one of its tax, unless it is short as well", async () => {
    const { retailer, list, place, setTax, answer } = await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10 }, { productId, quantity: 4 });
    await setTax(productId, TAXED);
    await answer(orderId);
    const rows = async () => (await retailer.client.query(api.home.offers, {})).rows;
    expect(await rows()).toMatchObject([{ lines: 2, isOfTaxAlone: true }]);
    await answer(orderId, 3, 3);
    const [short, ...others] = await rows();
    expect([short?.lines, short?.isOfTaxAlone, others]).toEqual([2, undefined, []]);
  });

  it("is replaced by another offer where the rate changes before the retailer agrees", async () => {
    const { list, place, setTax, answer, agree, account } = await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10 });
    await setTax(productId, TAXED);
    const first = await answer(orderId);
    await setTax(productId, AT_5);
    const second = await answer(orderId);
    expect(second.offerId).not.toBe(first.offerId);
    expect(await refusal(agree(first.offerId))).toMatchObject({ code: "OFFER_CLOSED" });
    await agree(second.offerId);
    expect(await account()).toMatchObject({ balancePaise: 1_050_00 });
  });

  it("needs no agreement to be less, or to be untaxed", async () => {
    const { list, place, setTax, accept, account, faults, distributor } = await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10 });
    await setTax(productId, NIL);
    expect(await accept(orderId)).toMatchObject({ payablePaise: 1_000_00 });
    const rows = await distributor.client.query(api.orders.incoming, {
      ...{ list: "accepted", paginationOpts: FIRST_PAGE },
    });
    expect(rows.page[0]?.lines[0]).not.toHaveProperty("addedTaxBp");
    expect(await account()).toMatchObject({ balancePaise: 1_000_00, openOrdersPaise: 0 });
    expect(await faults()).toEqual([]);
  });

  it("is asked about once its rate has ended, if more is to be added", async () => {
    vi.setSystemTime(Date.parse("2026-01-31T12:00:00+05:30"));
    const { list, place, setTax, answer, accept, offers, agree, account, faults } = await shop();
    const productId = await list(tax(2800));
    const [dearer, cheaper, late] = [
      await place({ productId, quantity: 1 }),
      await place({ productId, quantity: 1 }),
      await place({ productId, quantity: 2 }),
    ];
    // Offered while the rate is still on, and agreed to when it is not.
    const { offerId: before } = await answer(late, 1);
    vi.setSystemTime(Date.parse("2026-02-01T12:00:00+05:30"));
    await setTax(productId, tax(4000));
    expect(await refusal(agree(before))).toEqual({
      ...{ code: "PRICE_CHANGED", pricePaise: 100_00, sentPricePaise: 100_00, addedTaxBp: 4000 },
    });
    const { offerId } = await answer(dearer);
    expect((await offers())[0]?.lines).toMatchObject([
      { addedTaxBp: 4000, placedPrice: { addedTaxBp: 2800 } },
    ]);
    await agree(offerId);
    expect(await account()).toMatchObject({ balancePaise: 140_00 });
    await setTax(productId, TAXED);
    expect(await accept(cheaper)).toMatchObject({ payablePaise: 118_00 });
    expect(await account()).toMatchObject({ balancePaise: 258_00, openOrdersPaise: 256_00 });
    expect(await faults()).toEqual([]);
  });

  it("is each line's own: the sum is the same, together or one by one", async () => {
    const { list, place, setTax, accept, account } = await shop();
    const [taxed, nil] = [await list(TAXED), await list(NIL)];
    const lines = [taxed, nil].map((productId) => ({ productId, quantity: 1 }));
    const together = await place(...lines);
    const single = [await place(lines[0]!), await place(lines[1]!)];
    await setTax(nil, TAXED);
    expect(await accept(together)).toMatchObject({
      ...{ payablePaise: 218_00, tax: { taxablePaise: 100_00 + 84_74, cgstPaise: 9_00 + 7_63 } },
    });
    for (const orderId of single) await accept(orderId);
    expect(await account()).toMatchObject({ balancePaise: 2 * 218_00 });
  });
});

const MONTH = { from: "2026-11-01", to: "2026-11-30" } as const;

it.each([
  [BARE, 118_00],
  [{ ...SELLER, roundsToRupee: true }, 100_00],
  [{}, 100_00],
])("[TAX6] lists, search and export of %j's invoices say what is to pay", async (seller, paise) => {
  const { list, place, accept, distributor } = await shop(seller);
  await accept(await place({ productId: await list(TAXED), quantity: 1 }));
  const asked = { paginationOpts: FIRST_PAGE };
  const rows = [
    (await distributor.client.query(api.invoices.mine, asked)).page[0],
    (await distributor.client.query(api.exports.invoices, { ...asked, ...MONTH })).page[0],
    (await distributor.client.query(api.search.invoices, { text: "" }))[0],
  ];
  for (const row of rows) expect(row).toMatchObject({ payablePaise: paise });
});

describe("[I-42] the credit limit", () => {
  it("is asked again before more tax is offered, and when it is agreed to", async () => {
    const { list, place, limit, setTax, answer, agree, account, faults } = await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10 });
    await limit(1_000_00);
    await setTax(productId, TAXED);
    const refused = await refusal(answer(orderId));
    expect(refused).toEqual({
      ...{ code: "CREDIT_LIMIT", limitPaise: 1_000_00, usedPaise: 0, neededPaise: 1_180_00 },
      ofRetailer: true,
    });
    expect(errorText(toErrorData(refused)!)).toMatch(/^With its GST .* this order needs ₹1,180.00/);
    await limit(1_180_00);
    const { offerId } = await answer(orderId);
    await limit(1_179_99);
    expect(await refusal(agree(offerId))).toEqual({
      ...{ code: "CREDIT_LIMIT", limitPaise: 1_179_99, usedPaise: 0, neededPaise: 1_180_00 },
    });
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 1_000_00 });
    await limit(1_180_00);
    await agree(offerId);
    expect(await account()).toMatchObject({ balancePaise: 1_180_00, openOrdersPaise: 0 });
    expect(await faults()).toEqual([]);
  });

  it("is not asked again for fewer pieces that stay within what was counted", async () => {
    const { list, place, limit, setTax, answer, agree, account } = await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10 });
    await limit(1_000_00);
    await setTax(productId, TAXED);
    await limit(1);
    await agree((await answer(orderId, 8)).offerId);
    expect(await account()).toMatchObject({ balancePaise: 944_00, openOrdersPaise: 0 });
  });

  it("can be passed once, by the distributor's allowance", async () => {
    const { t, list, place, limit, setTax, answer, agree, account, distributor, retailer } =
      await shop();
    const productId = await list({});
    const orderId = await place({ productId, quantity: 10 });
    await limit(1_000_00);
    await setTax(productId, TAXED);
    await distributor.client.mutation(api.khata.allowOnce, {
      ...{ retailerId: retailer.user._id, paise: 180_00 },
    });
    const { offerId } = await answer(orderId);
    await agree(offerId);
    expect(await account()).toMatchObject({ balancePaise: 1_180_00 });
    const used = await t.run((ctx) => ctx.db.query("creditAccounts").first());
    expect(used).not.toHaveProperty("allowance");
  });

  it("counts what a rounding adds to prices without tax", async () => {
    const { list, place, limit, accept } = await shop({ ...BARE, roundsToRupee: true });
    const productId = await list({ ...TAXED, pricePaise: 99_99 });
    const orderId = await place({ productId, quantity: 1 });
    await limit(117_99);
    expect(await refusal(accept(orderId))).toMatchObject({ code: "CREDIT_LIMIT" });
    await limit(118_00);
    expect(await accept(orderId)).toMatchObject({ payablePaise: 118_00 });
  });

  it.each([SELLER, BARE])(
    "[I-58] is kept by small sums that are rounded up one by one",
    async (seller) => {
      const { distributor, retailer, list, place, limit, accept, account, faults } = await shop({
        ...{ ...seller, roundsToRupee: true },
      });
      const productId = await list({ ...NIL, pricePaise: 50 });
      await limit(5_00);
      const orders = [];
      for (let n = 0; n < 10; n += 1) orders.push(await place({ productId, quantity: 1 }));
      const beyond = { code: "CREDIT_LIMIT", limitPaise: 5_00, usedPaise: 4_50, neededPaise: 1_00 };
      for (const orderId of orders)
        expect(await refusal(accept(orderId))).toMatchObject({ ...beyond, ofRetailer: true });
      await retailer.client.mutation(api.orders.cancel, {
        orderIds: [orders[0]!],
        reason: "Enough",
      });
      await accept(orders[1]!);
      expect(await refusal(accept(orders[2]!))).toMatchObject({ code: "CREDIT_LIMIT" });
      expect(await account()).toMatchObject({ balancePaise: 1_00, openOrdersPaise: 4_00 });
      const allowance = { retailerId: retailer.user._id, paise: 50 };
      await distributor.client.mutation(api.khata.allowOnce, allowance);
      await accept(orders[2]!);
      expect(await refusal(accept(orders[3]!))).toMatchObject({ code: "CREDIT_LIMIT" });
      expect(await faults()).toEqual([]);
    },
  );

  it("[I-58] is asked before fewer pieces are offered whose sum is rounded above what was counted", async () => {
    const { list, place, limit, answer, account } = await shop({ ...SELLER, roundsToRupee: true });
    const productId = await list({ ...NIL, pricePaise: 1 });
    const orderId = await place({ productId, quantity: 60 });
    await limit(99);
    expect(await refusal(answer(orderId, 59))).toMatchObject({ code: "CREDIT_LIMIT" });
    expect(await account()).toMatchObject({ balancePaise: 0, openOrdersPaise: 60 });
    await limit(1_00);
    expect(await answer(orderId, 59)).toMatchObject({ invoiceId: null });
  });

  it("that was lowered after placing refuses no acceptance at the sum that was counted", async () => {
    const { list, place, limit, accept, account, faults } = await shop();
    const orderId = await place({ productId: await list(TAXED), quantity: 3 });
    await limit(1);
    expect(await accept(orderId)).toMatchObject({ payablePaise: 354_00 });
    expect(await account()).toMatchObject({ balancePaise: 354_00, openOrdersPaise: 0 });
    expect(await faults()).toEqual([]);
  });
});

type Pair = Awaited<ReturnType<typeof invoicedPair>>;

/** As a retailer may once the distributor's account is closed. */
async function cancelAccepted({ t, retailer }: Pair, orderId: Id<"orders">): Promise<void> {
  await t.run((ctx) => ctx.db.patch("orders", orderId, { closedParty: "distributor" }));
  const asked = { orderIds: [orderId], reason: "Gone" };
  await retailer.client.mutation(api.orders.cancel, asked);
}

const PARTS = ["taxablePaise", "untaxedPaise", "cgstPaise", "sgstPaise", "igstPaise"] as const;
type Document = FunctionReturnType<typeof api.monthEnd.invoices>["page"][number];

/** Invoices and credit notes that the distributor reports of the month. */
async function monthOf({ distributor }: Pair): Promise<Document[]> {
  const asked = { month: "2026-11", paginationOpts: FIRST_PAGE };
  const [invoices, notes] = [
    await distributor.client.query(api.monthEnd.invoices, asked),
    await distributor.client.query(api.monthEnd.creditNotes, asked),
  ];
  const pages = [...invoices.page];
  let { page, isDone, continueCursor } = notes;
  for (;;) {
    pages.push(...page);
    if (isDone) return pages;
    const next = { ...asked, paginationOpts: { ...FIRST_PAGE, cursor: continueCursor } };
    ({ page, isDone, continueCursor } = await distributor.client.query(
      api.monthEnd.creditNotes,
      next,
    ));
  }
}

function netOf(documents: readonly Document[], part: (typeof PARTS)[number] | "payablePaise") {
  return documents.reduce((sum, { type, ...document }) => {
    return sum + (type === "invoice" ? document[part] : -document[part]);
  }, 0);
}

const ROUNDED = { ...SELLER, roundsToRupee: true } as const;
const ODD = { ...EACH, pricePaise: 9_99 } as const;

describe("[TAX7] a sum in whole rupees", () => {
  it.each([
    ["up", { ...ODD, quantity: 3 }, 29_97, 3],
    ["down", { ...ODD, quantity: 60 }, 599_40, -40],
    ["by nothing", { ...ODD, quantity: 100 }, 999_00, 0],
  ])("is rounded %s, in a row of its own", async (_, goods, net, roundOffPaise) => {
    const { distributor, invoiceId, openPaise, faults } = await invoicedPair([goods], {
      ...{ seller: ROUNDED, buyer: SHOP },
    });
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId });
    const payablePaise = net + roundOffPaise;
    expect(invoice).toMatchObject({ netAmountPaise: net, payablePaise });
    expect(invoice?.tax?.roundOffPaise).toBe(roundOffPaise === 0 ? undefined : roundOffPaise);
    expect(await openPaise()).toBe(payablePaise);
    expect(await faults()).toEqual([]);
  });

  it("of a bill without a GSTIN stays as it is", async () => {
    const { openPaise } = await invoicedPair([{ ...ODD, quantity: 3 }], {
      ...{ seller: { roundsToRupee: true } },
    });
    expect(await openPaise()).toBe(29_97);
  });

  it("goes back with the last pieces, by a note or a cancellation", async () => {
    const goods = [
      { ...ODD, quantity: 3 },
      { ...ODD, quantity: 2 },
    ];
    const pair = await invoicedPair(goods, { seller: ROUNDED, buyer: SHOP });
    const { issue, read, orderId, lineIds, openPaise, account, faults } = pair;
    expect(await openPaise()).toBe(50_00);
    const note = await read(await issue({ lines: [{ lineId: lineIds[0]!, quantity: 3 }] }));
    expect(note).toMatchObject({ totalPaise: 29_97 });
    expect(note.tax).not.toHaveProperty("roundOffPaise");
    await cancelAccepted(pair, orderId);
    expect(await account()).toMatchObject({ balancePaise: 0 });
    expect(await openPaise()).toBe(0);

    const other = await pair.invoice();
    const lines = other.lineIds.map((lineId, n) => ({ lineId, quantity: 3 - n }));
    const last = await read(await issue({ lines }, other.invoiceId));
    expect(last).toMatchObject({ totalPaise: 50_00, tax: { roundOffPaise: 5 } });
    expect(await account()).toMatchObject({ balancePaise: 0 });
    expect(await faults()).toEqual([]);
  });

  it.each([
    ["the small one last", [0, 1], [100_00, 0]],
    ["the small one first", [1, 0], [30, 99_70]],
    ["both at once", [0, 1], [100_00]],
  ])(
    "goes back whole where it is more than the last piece is worth: %s",
    async (_, order, totals) => {
      const goods = [100_10, 30].map((pricePaise) => ({ ...NIL, quantity: 1, pricePaise }));
      const pair = await invoicedPair(goods, { seller: ROUNDED, buyer: SHOP });
      const { issue, read, lineIds, openPaise, account, faults, state } = pair;
      expect(await openPaise()).toBe(100_00);
      const lines = order.map((n) => ({ lineId: lineIds[n]!, quantity: 1 }));
      const notes = totals.length === 1 ? [lines] : lines.map((line) => [line]);
      for (const [n, asked] of notes.entries()) {
        const note = await read(await issue({ lines: asked }));
        expect(note.totalPaise).toBe(totals[n]);
        const { untaxedPaise = 0, roundOffPaise = 0 } = note.tax ?? {};
        expect(untaxedPaise + roundOffPaise).toBe(totals[n]);
      }
      expect(await account()).toMatchObject({ balancePaise: 0 });
      expect(await state()).toMatchObject({ creditedPaise: 100_00 });
      expect(await openPaise()).toBe(0);
      expect(await faults()).toEqual([]);
    },
  );
});

it("[TAX6] [TAX7] whatever is credited and cancelled of an invoice, in the end nothing is owed", async () => {
  const goods = fc.record({
    quantity: fc.integer({ min: 1, max: 7 }),
    pricePaise: fc.integer({ min: 1, max: 99_999 }),
    gstRateBp: fc.constantFrom(25, 500, 1800, 4000),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(goods, { minLength: 1, maxLength: 3 }),
      fc.record({ pricesExcludeTax: fc.boolean(), roundsToRupee: fc.boolean() }),
      fc.constantFrom("27", "29"),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      async (products, settings, stateCode, areLeft) => {
        const pair = await invoicedPair(
          products.map((product) => ({ ...TAXED, ...product })),
          { seller: { ...SELLER, ...settings }, buyer: { ...SHOP, stateCode } },
        );
        const { issue, orderId, lineIds, account, openPaise, faults } = pair;
        for (const [n, lineId] of lineIds.entries()) {
          const { quantity } = products[n]!;
          for (let piece = areLeft[n] === true ? 1 : 0; piece < quantity; piece++)
            await issue({ lines: [{ lineId, quantity: 1 }] });
        }
        // Of lines that keep a piece the cancellation gives back the rest.
        await cancelAccepted(pair, orderId);
        const { balancePaise } = await account();
        expect(balancePaise).toBe(0);
        expect(await openPaise()).toBe(0);
        expect(await faults()).toEqual([]);
        // I-47: what is reported of the month is what the khata has.
        const documents = await monthOf(pair);
        expect(netOf(documents, "payablePaise")).toBe(balancePaise);
        for (const part of PARTS) expect(netOf(documents, part)).toBe(0);
      },
    ),
    { numRuns: 12 },
  );
});
