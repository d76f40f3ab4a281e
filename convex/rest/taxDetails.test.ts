/** Documents of distributors with a GSTIN: what they say, what acceptances lack for them, and how programs give it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { NIL, SELLER, SHOP, TAXED } from "../creditNotes/notes.setup";
import type { Doc, Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
} from "../market.setup";
import { ask, bearerOf } from "./rest.setup";

const NOON = Date.parse("2026-11-25T12:00:00+05:30");
const deliveryBefore = todayIst(NOON + DAY_MS);

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Goods = Partial<Doc<"products">>;

async function openTrade(
  goods: readonly Goods[],
  {
    seller = SELLER,
    buyer = {},
  }: { seller?: Partial<Doc<"users">>; buyer?: Partial<Doc<"users">> } = {},
) {
  const t = openMarket();
  const distributor = await joinDistributor(t, {
    orderTerms: ANY_ORDERS,
    upiId: undefined,
    ...seller,
  });
  const retailer = await joinRetailer(t, buyer);
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const products: Id<"products">[] = [];
  for (const fields of goods) products.push(await listProduct(t, distributor, fields));
  const place = async () => {
    const lines = products.map((productId) => ({ productId, quantity: 2 }));
    const sent = { headers: asRetailer, body: { lines, msg: "All of it." } };
    const { body } = await ask(t, "POST /api/orders", sent);
    return (body as { order: { _id: string; lines: { _id: string }[] } }).order;
  };
  const order = await place();
  const accept = (body: object = {}, id: string = order._id) =>
    ask(t, `POST /api/orders/${id}/accept`, {
      headers: asDistributor,
      body: { deliveryBefore, ...body },
    });
  const acceptOne = (body: object = {}) =>
    ask(t, `PATCH /api/orders/status/${order.lines[0]!._id}`, {
      headers: asDistributor,
      body: { status: "accepted", deliveryBefore, ...body },
    });
  const put = (productId: string, body: object) =>
    ask(t, `PUT /api/products/${productId}`, { headers: asDistributor, body });
  const invoices = async () => {
    const { body } = await ask(t, "GET /api/invoices/email", { headers: asRetailer });
    return body as { tax?: Record<string, unknown> }[];
  };
  const lineIds = order.lines.map(({ _id }) => _id);
  const distributorHeaders = asDistributor;
  return {
    ...{ t, retailer, products, lineIds, distributorHeaders },
    ...{ place, accept, acceptOne, put, invoices },
  };
}

describe("the taxes of an invoice", () => {
  const INTER = { stateCode: "29", pincode: "560001", gstin: "29AAPFU0939F1ZR" } as const;

  it("are its kind, place of supply, parties, and sums of all lines and of each, in rupees and percent", async () => {
    const goods = [
      { ...TAXED, pricePaise: 59_00, uqc: "BOX" },
      { ...NIL, pricePaise: 10_25 },
    ];
    const { accept, invoices, lineIds } = await openTrade(goods, { buyer: INTER });
    expect(await accept()).toMatchObject({ status: 200 });
    const [invoice] = await invoices();
    const sums = { taxableValue: 100, untaxedValue: 20.5, cgst: 0, sgst: 0, igst: 18 };
    expect(invoice?.tax).toEqual({
      ...{ kind: "taxInvoice", printedNumber: "BIG/26-27/00001", placeOfSupply: "29" },
      ...{ distributor: SELLER, retailer: INTER, ...sums, roundOff: 0, payable: 138.5 },
      lines: [
        {
          ...{ orderId: lineIds[0], hsn: "190531", unit: "BOX", taxKind: "taxable" },
          ...{ ratePercent: 18, ...sums, untaxedValue: 0 },
        },
        {
          ...{ orderId: lineIds[1], hsn: "040120", unit: "PCS", taxKind: "nil" },
          ...{ ...sums, taxableValue: 0, igst: 0 },
        },
      ],
    });
  });

  it("and the round-off are together what is owed, also at prices without tax", async () => {
    const seller = { ...SELLER, roundsToRupee: true };
    const goods = [{ ...TAXED, pricePaise: 59_20 }];
    const owed = async (terms: Partial<Doc<"users">>) => {
      const trade = await openTrade(goods, { seller: { ...seller, ...terms }, buyer: SHOP });
      await trade.accept();
      return (await trade.invoices())[0];
    };
    expect(await owed({})).toMatchObject({
      ...{ netAmount: 118.4 },
      tax: { taxableValue: 100.34, cgst: 9.03, sgst: 9.03, roundOff: -0.4, payable: 118 },
    });
    expect(await owed({ pricesExcludeTax: true })).toMatchObject({
      ...{ netAmount: 118.4 },
      tax: { taxableValue: 118.4, cgst: 10.66, sgst: 10.66, roundOff: 0.28, payable: 140 },
    });
  });
});

type Missing = { what: string; productId?: string; tax?: object };

describe("what an acceptance lacks", () => {
  it("is listed in the words of the calls that mend it, and mended by them", async () => {
    const goods = [
      { name: "Biscuits", hsn: "190531" },
      { ...TAXED, gstRateBp: 1200, uqc: "BOX" },
    ];
    const { t, products, accept, put, invoices } = await openTrade(goods);
    const [bare, dated] = products;
    const before = await everything(t);
    const answer = await accept();
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: "TAX_DETAILS_MISSING",
        error: "The invoice needs more tax details.",
        detail:
          "Missing: the State to which the goods go; the GST rate of Biscuits; the GST rate of Steel Tumbler.",
      },
    });
    const { missing } = answer.body as { missing: Missing[] };
    expect(missing).toEqual([
      { what: "buyerState" },
      {
        ...{ what: "taxKind", productId: bare, productName: "Biscuits" },
        tax: { hsn: "190531" },
      },
      {
        ...{ what: "rate", productId: dated, productName: "Steel Tumbler" },
        tax: { hsn: "190531", taxKind: "taxable", ratePercent: 12, unit: "BOX" },
      },
    ]);
    expect(await everything(t)).toBe(before);
    for (const { productId, tax } of missing)
      if (productId !== undefined)
        await put(productId, { tax: { ...tax, taxKind: "taxable", ratePercent: 5 } });
    expect(await accept({ delivery: { stateCode: "29" } })).toMatchObject({
      status: 200,
      body: { invoiceId: expect.any(String) as string },
    });
    expect(await invoices()).toMatchObject([
      {
        tax: {
          placeOfSupply: "29",
          lines: [
            { ratePercent: 5, unit: "PCS" },
            { ratePercent: 5, unit: "BOX" },
          ],
        },
      },
    ]);
  });

  it("says how many digits of an HSN code are needed", async () => {
    const seller = { ...SELLER, turnoverAbove5Cr: true };
    const { accept } = await openTrade([{ ...TAXED, hsn: "1905" }], { seller, buyer: SHOP });
    expect(await accept()).toMatchObject({
      status: 409,
      body: { missing: [{ what: "hsn", digits: 6, tax: { hsn: "1905" } }] },
    });
  });
});

it("the description has the list of what is missing where orders are accepted", async () => {
  const { body } = await ask(openMarket(), "GET /api/openapi.json");
  const { paths, components } = body as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
    components: { schemas: Record<string, object> };
  };
  const refusals = [
    paths["/api/orders/{id}/accept"]?.["post"]?.responses["409"],
    paths["/api/orders/status/{id}"]?.["patch"]?.responses["409"],
  ];
  for (const refusal of refusals)
    expect(JSON.stringify(refusal)).toContain('"$ref":"#/components/schemas/AcceptanceRefusal"');
  expect(JSON.stringify(components.schemas["AcceptanceRefusal"])).toContain("MissingTaxDetail");
});

describe("the destination of an acceptance", () => {
  it("is taken by both calls that accept, kept for the next, and behind what the retailer says", async () => {
    const { t, retailer, acceptOne, place, accept, invoices } = await openTrade([TAXED]);
    expect(await acceptOne()).toMatchObject({ status: 409 });
    const delivery = { stateCode: "29", pincode: "560001" };
    expect(await acceptOne({ delivery })).toMatchObject({ status: 200 });
    expect(await accept({}, (await place())._id)).toMatchObject({ status: 200 });
    await t.run((ctx) => ctx.db.patch("users", retailer.user._id, SHOP));
    const { _id } = await place();
    expect(await accept({ delivery }, _id)).toMatchObject({ status: 200 });
    const taxes = (await invoices()).map(({ tax }) => tax);
    expect(taxes).toMatchObject([
      { placeOfSupply: "27", retailer: SHOP },
      { placeOfSupply: "29", retailer: delivery },
      { placeOfSupply: "29", retailer: delivery },
    ]);
  });

  it("changes nothing where the distributor has no GSTIN", async () => {
    const none = { gstin: undefined, stateCode: undefined, pincode: undefined };
    const { t, accept, invoices } = await openTrade([TAXED], { seller: none });
    expect(await accept({ delivery: { stateCode: "29", pincode: null } })).toMatchObject({
      status: 200,
    });
    expect((await invoices())[0]).not.toHaveProperty("tax");
    const accounts = await t.run((ctx) => ctx.db.query("creditAccounts").take(9));
    for (const account of accounts) expect(account).not.toHaveProperty("delivery");
  });

  it.each([
    [{ stateCode: "28" }, "stateCode"],
    [{ stateCode: "Goa" }, "stateCode"],
    [{ stateCode: 27 }, "stateCode"],
    [{ pincode: "411001" }, "stateCode"],
    [{ stateCode: "27", pincode: "4110" }, "pincode"],
    [{ stateCode: "27", pincode: 411001 }, "pincode"],
    [[], "delivery"],
    ["27", "delivery"],
  ])("%j is refused, and %s named", async (delivery, field) => {
    const { t, accept, acceptOne } = await openTrade([TAXED]);
    const before = await everything(t);
    const refusal = { status: 400, body: { code: "BAD_TAX_DETAILS", field } };
    expect(await accept({ delivery })).toMatchObject(refusal);
    expect(await acceptOne({ delivery })).toMatchObject(refusal);
    expect(await everything(t)).toBe(before);
  });
});

it("[TAX4] the tax details alone of goods that were taken off the market can be given", async () => {
  const { t, products, distributorHeaders, accept, put } = await openTrade([{}], { buyer: SHOP });
  const [productId] = products;
  await ask(t, `DELETE /api/products/${productId!}`, { headers: distributorHeaders });
  expect(await accept()).toMatchObject({ status: 409, body: { code: "TAX_DETAILS_MISSING" } });
  const tax = { hsn: "190531", taxKind: "taxable", ratePercent: 18 };
  expect(await put(productId!, { tax, price: 1 })).toMatchObject({ status: 404 });
  expect(await put(productId!, { tax })).toMatchObject({ status: 200, body: { tax } });
  expect(await accept()).toMatchObject({ status: 200 });
});
