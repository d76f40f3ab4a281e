/** Tax details, and the documents of distributors with a GSTIN. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import type { ProductTax } from "../../domain/gst/productTax";
import type { Doc, Id } from "../_generated/dataModel";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeLines,
  placeOne,
  type Person,
  refusal,
  requireOrder,
} from "../market.setup";
import { ask, bearerOf } from "../rest/rest.setup";

const GSTIN = "27AAPFU0939F1ZV";
const SELLER = { gstin: GSTIN, stateCode: "27", pincode: "411001" } as const;
const SHOP = { stateCode: "27", pincode: "400001" } as const;
const TAXED = { hsn: "190531", taxKind: "taxable", gstRateBp: 1800 } as const;
const NIL = { hsn: "040120", taxKind: "nil" } as const;

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-11-25T12:00:00+05:30"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Extra = Partial<Doc<"users">>;

async function market(seller: Extra = SELLER, buyer: Extra = SHOP) {
  const t = openMarket();
  const distributor = await joinDistributor(t, {
    ...{ orderTerms: ANY_ORDERS, companyName: "Asha Wholesale" },
    ...seller,
  });
  const retailer = await joinRetailer(t, buyer);
  const list = (fields: Partial<Doc<"products">>) =>
    listProduct(t, distributor, { stock: 10_000, pricePaise: 118_00, ...fields });
  return { t, distributor, retailer, list };
}

type Delivery = { stateCode: string; pincode?: string };

async function accept(
  { distributor, retailer }: { distributor: Person; retailer: Person },
  products: readonly { readonly id: Id<"products">; readonly quantity: number }[],
  {
    delivery,
    sent = products.map(({ quantity }) => quantity),
  }: { delivery?: Delivery; sent?: readonly number[] } = {},
) {
  const lines = products.map(({ id, quantity }) => ({ productId: id, quantity }));
  const asked = { orderKey: newKey(), msg: "Soon please.", lines };
  const { orderId } = await retailer.client.mutation(api.orders.place, asked);
  return distributor.client.mutation(api.orders.accept, {
    ...{ orderId, lines: sent.map((quantity, line) => ({ line, quantity })) },
    deliveryBefore: todayIst(Date.now() + DAY_MS),
    ...(delivery !== undefined && { delivery }),
  });
}

async function invoiceOf(retailer: Person, invoiceId: Id<"invoices"> | null) {
  const invoice = await retailer.client.query(api.invoices.one, { invoiceId: invoiceId! });
  if (invoice === null) throw new Error("There is no such invoice");
  return invoice;
}

describe("[TAX1] tax details", () => {
  it("are kept as the tax office writes them, and a null forgets them", async () => {
    const { distributor } = await market({});
    const save = (details: object | null) =>
      distributor.client.mutation(api.tax.save, { details: details as never });
    await save({
      gstin: "27 aapfu0939f1zv",
      stateCode: "",
      pincode: "411 001",
      legalName: " Asha Ltd ",
    });
    const me = await distributor.client.query(api.users.me, {});
    expect(me).toMatchObject({ ...SELLER, legalName: "Asha Ltd" });
    expect(me).not.toHaveProperty("gstScheme");
    await save({ ...SELLER, gstScheme: "composition", turnoverAbove5Cr: true });
    expect(await distributor.client.query(api.users.me, {})).toMatchObject({
      ...{ gstScheme: "composition", turnoverAbove5Cr: true },
    });
    await save(null);
    for (const field of ["gstin", "legalName", "stateCode", "pincode", "gstScheme"])
      expect(await distributor.client.query(api.users.me, {})).not.toHaveProperty(field);
  });

  it("name the fault, want a GSTIN of distributors alone, and are nothing for administrators", async () => {
    const { t, distributor, retailer } = await market({}, {});
    const save = ({ client }: Person, details: object) =>
      client.mutation(api.tax.save, { details: details as never });
    expect(await refusal(save(distributor, { ...SELLER, gstin: "27AAPFU0939F1ZW" }))).toMatchObject(
      {
        ...{ code: "BAD_GSTIN", fault: "checkCharacter" },
        detail: "The last character does not fit the others. Please check each of them.",
      },
    );
    expect(await refusal(save(distributor, SHOP))).toMatchObject({ code: "BAD_GSTIN" });
    expect(await refusal(save(distributor, { ...SELLER, pincode: "1" }))).toMatchObject({
      ...{ code: "BAD_TAX_DETAILS", field: "pincode" },
    });
    await save(retailer, { ...SHOP, gstScheme: "composition", turnoverAbove5Cr: true });
    const me = await retailer.client.query(api.users.me, {});
    expect(me).toMatchObject(SHOP);
    expect(me).not.toHaveProperty("gstScheme");
    expect(await refusal(save(await joinAdmin(t), SHOP))).toMatchObject({ code: "FORBIDDEN" });
  });

  it.each(["gstin", "legalName", "stateCode", "pincode"] as const)(
    "are looked at only where %s is no longer than people type",
    async (field) => {
      const { distributor } = await market({});
      const details = { ...SELLER, legalName: "Asha Ltd" };
      const padded = { ...details, [field]: details[field] + " ".repeat(100_000) };
      const save = distributor.client.mutation(api.tax.save, { details: padded });
      expect(await refusal(save)).toMatchObject(
        field === "gstin"
          ? { code: "BAD_GSTIN", fault: "length" }
          : { code: "BAD_TAX_DETAILS", field },
      );
    },
  );

  it("are saved at the rate of other settings", async () => {
    const { distributor } = await market({});
    vi.stubEnv("RATE_LIMITS", "on");
    const outcomes: unknown[] = [];
    for (let n = 0; n < 400 && outcomes.length === 0; n += 1) {
      const save = distributor.client.mutation(api.tax.save, { details: SELLER });
      await save.catch((error: unknown) => outcomes.push(error));
    }
    expect(outcomes).toMatchObject([{ data: { code: "TOO_MANY" } }]);
  });
});

describe("[TAX2] the tax details of a product", () => {
  it("are set and ended together, by its distributor's form alone", async () => {
    const { distributor, retailer, list } = await market();
    const productId = await list({});
    const edit = (tax: ProductTax) =>
      distributor.client.mutation(api.products.edit, { productId, changes: { tax } });
    await edit({ ...TAXED, uqc: "BOX" });
    const mine = await distributor.client.query(api.products.mine, {
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(mine.page[0]).toMatchObject({ ...TAXED, uqc: "BOX" });
    expect(await retailer.client.query(api.products.one, { productId })).not.toHaveProperty("hsn");
    await edit({ hsn: "1905" });
    const after = await distributor.client.query(api.products.mine, {
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(after.page[0]).toMatchObject({ hsn: "1905" });
    expect(after.page[0]).not.toHaveProperty("gstRateBp");
    for (const [field, tax] of [
      ["hsn", { hsn: "190" }],
      ["uqc", { uqc: "LTR" }],
      ["gstRateBp", { taxKind: "taxable" }],
      ["gstRateBp", { taxKind: "taxable", gstRateBp: 1200 }],
      ["gstRateBp", { taxKind: "nil", gstRateBp: 500 }],
    ] as const)
      expect(await refusal(edit(tax))).toMatchObject({ code: "BAD_PRODUCT", field });
  });
});

describe("[TAX3] accepting issues", () => {
  it("each line that is sent with its own product's tax and words, where others are left out", async () => {
    const stage = await market({ ...SELLER, pricesExcludeTax: true });
    const { retailer, distributor } = stage;
    const fields = [{}, NIL, TAXED, {}, { ...TAXED, hsn: "0405", gstRateBp: 500 }];
    const lines: { productId: Id<"products">; quantity: number }[] = [];
    for (const [n, tax] of fields.entries()) {
      const named = { name: `Goods ${n}`, description: `Of kind ${n}.` };
      lines.push({ productId: await stage.list({ ...tax, ...named }), quantity: n + 1 });
    }
    const orderId = await placeLines(retailer, lines);
    await retailer.client.mutation(api.orders.cancel, { orderIds: [`${orderId}-1`], reason: "r" });
    const { offerId } = await distributor.client.mutation(api.orders.accept, {
      ...{ orderId, lines: [{ line: 3, quantity: 0 }] },
      deliveryBefore: todayIst(Date.now() + DAY_MS),
    });
    const { invoiceId } = await retailer.client.mutation(api.offers.agree, { offerId: offerId! });
    const invoice = await invoiceOf(retailer, invoiceId);
    expect(invoice.lines).toMatchObject([
      { lineId: `${orderId}-2`, description: "Of kind 1.", hsn: NIL.hsn, untaxedPaise: 236_00 },
      { lineId: `${orderId}-3`, description: "Of kind 2.", hsn: TAXED.hsn, gstRateBp: 1800 },
      { lineId: `${orderId}-5`, description: "Of kind 4.", hsn: "0405", gstRateBp: 500 },
    ]);
    expect(invoice.lines).toHaveLength(3);
    expect(invoice.netAmountPaise).toBe((2 + 3 + 5) * 118_00);
    const { lines: kept } = await requireOrder(stage.t, orderId);
    expect(kept.map(({ addedTaxBp }) => addedTaxBp)).toEqual([0, undefined, 1800, 0, 500]);
  });

  it("a bill as ever of a distributor without a GSTIN, whatever products and retailer say", async () => {
    const stage = await market({}, { ...SHOP, gstin: GSTIN });
    const { invoiceId } = await accept(stage, [{ id: await stage.list(TAXED), quantity: 1 }]);
    const invoice = await invoiceOf(stage.retailer, invoiceId);
    expect(invoice.printedNumber).toBe("ASH/26-27/00001");
    expect(invoice).not.toHaveProperty("tax");
    expect(Object.keys(invoice.lines[0]!).sort()).toEqual([
      ...[
        "description",
        "imageUrl",
        "lineId",
        "pricePaise",
        "productName",
        "quantity",
        "totalPaise",
      ],
    ]);
    expect(Object.keys(invoice.retailer)).not.toContain("gstin");
    const row = await stage.t.run((ctx) => ctx.db.get("invoices", invoiceId!));
    for (const field of ["kind", "placeOfSupply", "isInterState", "taxablePaise", "cgstPaise"])
      expect(row).not.toHaveProperty(field);
  });

  it.each([
    ["in the same State", {}, SHOP, ["taxInvoice", 0, 9_00, 0]],
    ["in another State", {}, { ...SHOP, stateCode: "29" }, ["taxInvoice", 0, 0, 18_00]],
    ["to a registered buyer", {}, { ...SHOP, gstin: GSTIN }, ["taxInvoice", 0, 9_00, 0]],
    ["by composition", { gstScheme: "composition" }, SHOP, ["billOfSupply", 118_00, 0, 0]],
  ] as const)("the right document %s", async (_, seller, buyer, [kind, untaxed, half, igst]) => {
    const stage = await market({ ...SELLER, ...seller }, buyer);
    const { invoiceId } = await accept(stage, [{ id: await stage.list(TAXED), quantity: 1 }]);
    const invoice = await invoiceOf(stage.retailer, invoiceId);
    const taxable = 118_00 - untaxed - 2 * half - igst;
    const amounts = {
      ...{ taxablePaise: taxable, untaxedPaise: untaxed },
      ...{ cgstPaise: half, sgstPaise: half, igstPaise: igst },
    };
    expect(invoice.tax).toMatchObject({ kind, placeOfSupply: buyer.stateCode, ...amounts });
    expect(invoice.lines[0]).toMatchObject({ hsn: "190531", uqc: "PCS", ...amounts });
    expect(invoice.lines[0]?.gstRateBp).toBe(kind === "taxInvoice" ? 1800 : undefined);
    expect(invoice).toMatchObject({ netAmountPaise: 118_00, payablePaise: 118_00 });
    expect(invoice.tax?.amountInWords).toBe("Rupees One Hundred Eighteen Only");
    expect(invoice.distributor).toMatchObject(SELLER);
    expect(invoice.retailer).toMatchObject(buyer);
    expect(invoice.printedNumber).toBe(`${kind === "billOfSupply" ? "BS" : "ASH"}/26-27/00001`);
    expect(invoice.tax?.firstLine).toBe(
      kind === "billOfSupply"
        ? "Composition taxable person, not eligible to collect tax on supplies"
        : undefined,
    );
  });

  it("one document for mixed goods to an unregistered buyer, whose sums are those of its lines", async () => {
    const stage = await market();
    const [taxed, nil] = [await stage.list({ ...TAXED, pricePaise: 99_99 }), await stage.list(NIL)];
    const { invoiceId } = await accept(stage, [
      { id: taxed, quantity: 3 },
      { id: nil, quantity: 2 },
    ]);
    const { tax, lines, payablePaise } = await invoiceOf(stage.retailer, invoiceId);
    expect(tax).toMatchObject({ kind: "invoiceCumBillOfSupply", untaxedPaise: 236_00 });
    for (const part of [
      "taxablePaise",
      "untaxedPaise",
      "cgstPaise",
      "sgstPaise",
      "igstPaise",
    ] as const)
      expect(tax?.[part]).toBe(lines.reduce((sum, line) => sum + (line[part] ?? 0), 0));
    expect(payablePaise).toBe(3 * 99_99 + 236_00);
    const account = await stage.retailer.client.query(api.khata.account, {
      partnerId: stage.distributor.user._id,
    });
    expect(account.balancePaise).toBe(payablePaise);
  });

  it("an invoice that stays as it was, whatever is said of product and parties later", async () => {
    const stage = await market();
    const id = await stage.list(TAXED);
    const { invoiceId } = await accept(stage, [{ id, quantity: 1 }]);
    const before = await invoiceOf(stage.retailer, invoiceId);
    await stage.distributor.client.mutation(api.products.edit, {
      productId: id,
      changes: { tax: NIL },
    });
    await stage.distributor.client.mutation(api.tax.save, { details: null });
    await stage.retailer.client.mutation(api.tax.save, { details: null });
    expect(await invoiceOf(stage.retailer, invoiceId)).toEqual(before);
  });
});

describe("[TAX3] an invoice over REST", () => {
  it("has the taxes of a tax document, and no such field on a bill", async () => {
    const stage = await market();
    await accept(stage, [{ id: await stage.list({ ...TAXED, uqc: "BOX" }), quantity: 1 }]);
    const headers = await bearerOf(stage.t, stage.retailer);
    const call = `GET /api/invoices/email?email=${stage.retailer.user.email}`;
    const sums = { taxableValue: 100, untaxedValue: 0, cgst: 9, sgst: 9, igst: 0 };
    expect((await ask(stage.t, call, { headers })).body).toMatchObject([
      {
        netAmount: 118,
        tax: {
          ...{ kind: "taxInvoice", printedNumber: "ASH/26-27/00001", placeOfSupply: "27" },
          ...{ distributor: SELLER, retailer: SHOP, ...sums },
          lines: [{ hsn: "190531", unit: "BOX", taxKind: "taxable", ratePercent: 18, ...sums }],
        },
      },
    ]);
    const other = await market({});
    await accept(other, [{ id: await other.list(TAXED), quantity: 1 }]);
    const asked = `GET /api/invoices/email?email=${other.retailer.user.email}`;
    const answer = await ask(other.t, asked, { headers: await bearerOf(other.t, other.retailer) });
    const [bill] = answer.body as object[];
    expect(bill).toMatchObject({ netAmount: 118 });
    expect(bill).not.toHaveProperty("tax");
  });
});

describe("[TAX4] what an acceptance lacks", () => {
  it("is told at once, changes nothing, and can be given", async () => {
    const stage = await market(SELLER, { gstin: undefined });
    const [bare, good] = [await stage.list({ name: "Biscuits" }), await stage.list(TAXED)];
    const goods = [
      { id: good, quantity: 1 },
      { id: bare, quantity: 1 },
    ];
    expect(await refusal(accept(stage, goods))).toMatchObject({
      code: "TAX_DETAILS_MISSING",
      missing: [
        { what: "buyerState" },
        { what: "taxKind", productId: bare, productName: "Biscuits" },
      ],
      detail: "Missing: the State to which the goods go; the GST rate of Biscuits.",
    });
    expect(await stage.t.run((ctx) => ctx.db.query("invoices").take(1))).toEqual([]);
    const tax = { taxKind: "taxable", gstRateBp: 500 } as const;
    await stage.distributor.client.mutation(api.products.edit, {
      productId: bare,
      changes: { tax },
    });
    const { invoiceId } = await accept(stage, goods, { delivery: { stateCode: "29" } });
    expect((await invoiceOf(stage.retailer, invoiceId)).tax).toMatchObject({ placeOfSupply: "29" });
    // Not asked a second time, until the retailer says so itself.
    const second = await accept(stage, goods);
    expect((await invoiceOf(stage.retailer, second.invoiceId)).tax?.placeOfSupply).toBe("29");
    await stage.retailer.client.mutation(api.tax.save, { details: SHOP });
    const third = await accept(stage, goods);
    expect((await invoiceOf(stage.retailer, third.invoiceId)).tax?.placeOfSupply).toBe("27");
  });

  it("is told before fewer pieces are offered, so that the retailer's agreement meets no refusal", async () => {
    const stage = await market(SELLER, {});
    const goods = [{ id: await stage.list(TAXED), quantity: 5 }];
    expect(await refusal(accept(stage, goods, { sent: [3] }))).toMatchObject({
      code: "TAX_DETAILS_MISSING",
    });
    const { offerId } = await accept(stage, goods, { sent: [3], delivery: SHOP });
    const { invoiceId } = await stage.retailer.client.mutation(api.offers.agree, {
      offerId: offerId!,
    });
    expect((await invoiceOf(stage.retailer, invoiceId)).tax).toMatchObject({
      ...{ kind: "taxInvoice", cgstPaise: 27_00, placeOfSupply: "27" },
    });
  });

  it.each([
    ["nobody had said", {}, "taxKind"],
    ["has ended", { hsn: "2402", taxKind: "taxable", gstRateBp: 2800 }, "rate"],
  ] as const)(
    "can be given for goods that were taken off the market, whose rate %s",
    async (_, tax, what) => {
      const stage = await market();
      const { client } = stage.distributor;
      const productId = await stage.list(tax);
      const orderId = await placeOne(stage.retailer, productId);
      await client.mutation(api.products.archive, { productId });
      const accepted = () =>
        client.mutation(api.orders.accept, {
          ...{ orderId, deliveryBefore: todayIst(Date.now() + DAY_MS) },
        });
      expect(await refusal(accepted())).toMatchObject({
        ...{ code: "TAX_DETAILS_MISSING", missing: [{ what, productId }] },
      });
      const edit = (changes: object, by = client) =>
        by.mutation(api.products.edit, { productId, changes });
      // Anything else of it stays out of reach, and all of it of others.
      for (const changes of [{}, { tax: TAXED, pricePaise: 1 }, { stock: 5 }, { name: "Other" }])
        expect(await refusal(edit(changes))).toEqual({ code: "NOT_FOUND" });
      const rival = await joinDistributor(stage.t);
      expect(await refusal(edit({ tax: TAXED }, rival.client))).toEqual({ code: "NOT_FOUND" });
      await edit({ tax: TAXED });
      const { invoiceId } = await accepted();
      const invoice = await invoiceOf(stage.retailer, invoiceId);
      expect(invoice.lines[0]).toMatchObject({ hsn: TAXED.hsn, gstRateBp: 1800 });
      expect(await client.query(api.products.one, { productId })).toBeNull();
    },
  );

  it("is a buyer in the same State, by composition", async () => {
    const stage = await market(
      { ...SELLER, gstScheme: "composition" },
      { ...SHOP, stateCode: "29" },
    );
    const goods = [{ id: await stage.list(TAXED), quantity: 1 }];
    expect(await refusal(accept(stage, goods))).toMatchObject({
      missing: [{ what: "compositionInterState" }],
    });
  });
});

describe("[I-46] [TAX5] the numbers of documents", () => {
  it("run 1..n in each series when 40 are issued at once", async () => {
    const stage = await market();
    const [taxed, nil] = [await stage.list(TAXED), await stage.list(NIL)];
    const orders: Id<"orders">[] = [];
    for (let n = 0; n < 40; n += 1)
      orders.push(await placeOne(stage.retailer, n % 2 === 0 ? taxed : nil));
    await Promise.all(
      orders.map((orderId) =>
        stage.distributor.client.mutation(api.orders.accept, {
          orderId,
          deliveryBefore: todayIst(Date.now() + DAY_MS),
        }),
      ),
    );
    const invoices = await stage.t.run((ctx) => ctx.db.query("invoices").take(100));
    const numbersOf = (prefix: string) =>
      invoices.filter((one) => one.printedNumber.startsWith(prefix)).map((one) => one.number);
    const wanted = Array.from({ length: 20 }, (_, n) => n + 1);
    expect(numbersOf("ASH/").sort((a, b) => a - b)).toEqual(wanted);
    expect(numbersOf("BS/").sort((a, b) => a - b)).toEqual(wanted);
  });

  it("go on where the bills stopped, and begin again at midnight of 1 April in India", async () => {
    const stage = await market({});
    const goods = [{ id: await stage.list(TAXED), quantity: 1 }];
    const numberOf = async () => {
      const { invoiceId } = await accept(stage, goods);
      return (await invoiceOf(stage.retailer, invoiceId)).printedNumber;
    };
    vi.setSystemTime(Date.parse("2027-03-31T23:59:00+05:30"));
    expect(await numberOf()).toBe("ASH/26-27/00001");
    await stage.distributor.client.mutation(api.tax.save, { details: SELLER });
    vi.setSystemTime(Date.parse("2027-03-31T23:59:59+05:30"));
    expect(await numberOf()).toBe("ASH/26-27/00002");
    vi.setSystemTime(Date.parse("2027-04-01T00:00:00+05:30"));
    expect(await numberOf()).toBe("ASH/27-28/00001");
  });
});
