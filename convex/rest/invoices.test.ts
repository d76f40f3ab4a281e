import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { todayIst } from "../../domain/dates";
import type { Doc, Id } from "../_generated/dataModel";
import { PNG } from "../auth/visitor.setup";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  type Market,
  type Person,
} from "../market.setup";
import { ask, bearerOf, earlierAddress, refused } from "./rest.setup";

async function openTrade(extra: Partial<Doc<"users">> = { upiId: undefined }) {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t, extra)];
  const productId = await listProduct(t, distributor, { pricePaise: 1_15, stock: 1_000 });
  return { t, retailer, distributor, productId };
}

type Trade = Awaited<ReturnType<typeof openTrade>>;

async function accepted(
  { t, retailer, distributor, productId }: Trade,
  quantity = 3,
): Promise<Id<"orders">> {
  const orderId = await placeOne(retailer, productId, quantity);
  const headers = await bearerOf(t, distributor);
  const body = { status: "accepted", deliveryBefore: todayIst(Date.now()) };
  const answer = await ask(t, `PATCH /api/orders/status/${orderId}`, { headers, body });
  expect(answer.status).toBe(200);
  return orderId;
}

type Upload = { url: string; imageId: string };

async function upload(t: Market, person: Person, field = "qrCode"): Promise<Upload> {
  const form = new FormData();
  form.set(field, new Blob([PNG], { type: "image/png" }), "qr.png");
  const path = field === "qrCode" ? "/api/upload/qr-code" : "/api/upload/image";
  const headers = await bearerOf(t, person);
  const response = await t.fetch(path, { method: "POST", body: form, headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Upload;
}

/** The documented payload, as a client sends it that knows nothing of the order's id. */
function payload({ retailer, distributor }: Trade, { url }: Upload, more: object = {}) {
  return {
    invoiceNo: "777777",
    distributorName: "Somebody",
    distributorEmail: distributor.user.email,
    retailerName: "Somebody",
    retailerEmail: retailer.user.email,
    orderStatus: "accepted",
    productName: "Steel Tumbler",
    quantity: 3,
    price: 0,
    total: -1,
    netAmount: null,
    authorizedSignature: "Somebody",
    deliveryBefore: "1970-01-01",
    qrCodeImage: url,
    ...more,
  };
}

async function post(t: Market, person: Person, body: unknown, key?: string) {
  const headers = {
    ...(await bearerOf(t, person)),
    ...(key !== undefined && { "Idempotency-Key": key }),
  };
  return ask(t, "POST /api/invoices", { headers, body });
}

async function list(t: Market, person: Person, query = "") {
  const answer = await ask(t, `GET /api/invoices/email${query}`, {
    headers: await bearerOf(t, person),
  });
  return { ...answer, body: answer.body as Record<string, unknown>[] };
}

async function invoiceOf(t: Market, orderId: Id<"orders">): Promise<Doc<"invoices">> {
  const invoices = await t.run((ctx) => ctx.db.query("invoices").take(100));
  const found = invoices.find((invoice) => invoice.orderId === orderId);
  if (found === undefined) throw new Error("The order has no invoice");
  return found;
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;
const FORBIDDEN = refused(403, "FORBIDDEN", "You are not allowed to do this.");
const NO_QR = refused(400, "NO_QR", "Please upload a QR code image for payment.");
const NO_MATCH = refused(
  409,
  "NO_MATCHING_ORDER",
  "Failed to accept the order and generate invoice. Please try again later.",
);

const HAS_CODE = refused(409, "HAS_PAYMENT_CODE", "This invoice already has a payment code.");

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the list", () => {
  it("gives both parties the documented fields, in rupees, and nothing else", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor } = trade;
    const orderId = await accepted(trade);
    const email = encodeURIComponent(` ${retailer.user.email.toUpperCase()}`);
    const { status, body } = await list(t, retailer, `?email=${email}`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        _id: (await invoiceOf(t, orderId))._id,
        invoiceNo: "1",
        createdAt: TIME,
        updatedAt: TIME,
        distributorName: distributor.user.name,
        distributorEmail: distributor.user.email,
        distributorPhone: distributor.user.phone,
        distributorAddress: distributor.user.address,
        companyName: "Big Wholesale",
        retailerName: retailer.user.name,
        retailerEmail: retailer.user.email,
        retailerPhone: retailer.user.phone,
        shopName: "Corner Shop",
        retailerAddress: retailer.user.address,
        orderStatus: "accepted",
        productName: "Steel Tumbler",
        quantity: 3,
        price: 1.15,
        total: 3.45,
        productDescription: "Holds 300 ml.",
        productImage: expect.any(String) as string,
        qrCodeImage: null,
        netAmount: 3.45,
        authorizedSignature: distributor.user.name,
        deliveryBefore: todayIst(Date.now()),
      },
    ]);
    expect((await list(t, distributor)).body).toEqual(body);
  });

  it("shows the lines of an acceptance of several, their sum, and the first line in the other fields", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor, productId } = trade;
    const other = await listProduct(t, distributor, { name: "Brass Pot", pricePaise: 99_99 });
    const lines = [
      { productId, quantity: 3 },
      { productId: other, quantity: 2 },
    ];
    const asDistributor = await bearerOf(t, distributor);
    const placed = await ask(t, "POST /api/orders", {
      headers: await bearerOf(t, retailer),
      body: { lines, msg: "Both." },
    });
    const { order } = placed.body as { order: { _id: string; lines: { _id: string }[] } };
    const [first, second] = order.lines;
    await ask(t, `POST /api/orders/${order._id}/accept`, {
      headers: asDistributor,
      body: { deliveryBefore: todayIst(Date.now()) },
    });
    const several = {
      orderId: order._id,
      lines: [
        {
          orderId: first?._id,
          productName: "Steel Tumbler",
          quantity: 3,
          price: 1.15,
          total: 3.45,
        },
        {
          orderId: second?._id,
          productName: "Brass Pot",
          quantity: 2,
          price: 99.99,
          total: 199.98,
        },
      ],
      payable: 203.43,
    };
    const alike = { productName: "Steel Tumbler", quantity: 3, price: 1.15, total: 3.45 };
    const { body } = await list(t, retailer);
    expect(body).toMatchObject([{ ...alike, netAmount: 203.43, orderStatus: "accepted" }]);
    await accepted(trade);
    const [one, both] = (await list(t, retailer)).body;
    expect(both).toEqual(body[0]);
    const { orderId, lines: shown, payable } = both ?? {};
    expect({ orderId, lines: shown, payable }).toEqual(several);
    const added = Object.keys(both ?? {}).filter((field) => !(field in (one ?? {})));
    expect(added.sort()).toEqual(["lines", "orderId", "payable"]);
    expect((await list(t, distributor)).body).toEqual([one, both]);
    const qrCode = await upload(t, distributor);
    const attached = await post(t, distributor, { orderId: second?._id, imageId: qrCode.imageId });
    expect(attached).toMatchObject({ status: 201, body: several });
  });

  it("of the one line of several that is sent names it", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor, productId } = trade;
    const lines = [
      { productId, quantity: 3 },
      { productId: await listProduct(t, distributor), quantity: 2 },
    ];
    const placed = await ask(t, "POST /api/orders", {
      headers: await bearerOf(t, retailer),
      body: { lines, msg: "Both." },
    });
    const { order } = placed.body as { order: { _id: string; lines: { _id: string }[] } };
    const headers = await bearerOf(t, distributor);
    await ask(t, `PATCH /api/orders/status/${order.lines[0]!._id}`, {
      headers,
      body: { status: "rejected", orderCancelReason: "Sold out." },
    });
    await ask(t, `POST /api/orders/${order._id}/accept`, {
      headers,
      body: { deliveryBefore: todayIst(Date.now()) },
    });
    expect((await list(t, retailer)).body).toMatchObject([
      { orderId: order._id, lines: [{ orderId: order.lines[1]!._id, quantity: 2 }] },
    ]);
  });

  it("is the newest first, a page at a time", async () => {
    const trade = await openTrade();
    for (const quantity of [1, 2, 3]) await accepted(trade, quantity);
    const first = await list(trade.t, trade.retailer, "?limit=2");
    expect(first.body.map(({ invoiceNo }) => invoiceNo)).toEqual(["3", "2"]);
    const next = /^<\/api\/invoices\/email(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "");
    const second = await list(trade.t, trade.retailer, next?.[1]);
    expect(second.body.map(({ invoiceNo }) => invoiceNo)).toEqual(["1"]);
  });

  it("is nobody else's", async () => {
    const trade = await openTrade();
    const { t, retailer } = trade;
    await accepted(trade);
    const [rival, shop, admin] = [
      await joinDistributor(t),
      await joinRetailer(t),
      await joinAdmin(t),
    ];
    for (const person of [rival, shop]) {
      expect((await list(t, person)).body).toEqual([]);
      expect(await list(t, person, `?email=${retailer.user.email}`)).toMatchObject(FORBIDDEN);
    }
    expect(await list(t, admin)).toMatchObject(FORBIDDEN);
    expect(await ask(t, "GET /api/invoices/email")).toMatchObject({ status: 401 });
  });
});

describe("a payment code", () => {
  it("comes to the invoice of the accepted order, which is otherwise as it was issued", async () => {
    const trade = await openTrade();
    const { t, distributor, retailer } = trade;
    const orderId = await accepted(trade);
    const before = await invoiceOf(t, orderId);
    const picture = await upload(t, distributor);
    const answer = await post(t, distributor, payload(trade, picture));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ _id: before._id, invoiceNo: "1", netAmount: 3.45 });
    expect((await list(t, retailer)).body).toEqual([answer.body]);
    expect((answer.body as { qrCodeImage: string }).qrCodeImage).toBe(picture.url);
    expect(await invoiceOf(t, orderId)).toEqual({ ...before, qrImageId: picture.imageId });
  });

  it("is known by its address of an earlier day", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const orderId = await accepted(trade);
    const { url, imageId } = await upload(t, distributor);
    const body = payload(trade, { url: earlierAddress(url), imageId });
    expect((await post(t, distributor, body)).status).toBe(201);
    expect(await invoiceOf(t, orderId)).toMatchObject({ qrImageId: imageId });
  });

  it("sent again is answered with the same invoice, although an older order waits for one", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const [older, newer] = [await accepted(trade), await accepted(trade)];
    const body = payload(trade, await upload(t, distributor));
    const first = await post(t, distributor, body);
    expect(first).toMatchObject({ status: 201, body: { _id: (await invoiceOf(t, newer))._id } });
    for (const orderId of [undefined, newer]) {
      const again = await post(t, distributor, { ...body, orderId });
      expect([again.status, again.body]).toEqual([200, first.body]);
    }
    expect((await invoiceOf(t, older)).qrImageId).toBeUndefined();
    const next = payload(trade, await upload(t, distributor));
    expect(await post(t, distributor, next)).toMatchObject({
      status: 201,
      body: { _id: (await invoiceOf(t, older))._id },
    });
  });

  it("with the same key is answered as before; with another body under it, refused", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    await accepted(trade);
    const body = payload(trade, await upload(t, distributor));
    const first = await post(t, distributor, body, "k");
    const again = await post(t, distributor, body, "k");
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await post(t, distributor, { ...body, quantity: 4 }, "k")).toMatchObject({
      status: 422,
    });
    for (const key of ["another", "another"])
      expect(await post(t, distributor, body, key)).toMatchObject({
        status: 200,
        body: first.body,
      });
  });

  it("is found by the order's id, and known by the picture's id, also once it is completed", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const orderId = await accepted(trade);
    const { imageId } = await upload(t, distributor);
    expect(await post(t, distributor, { orderId, imageId })).toMatchObject({ status: 201 });
    await t.run((ctx) => ctx.db.patch("orders", orderId, { status: "completed" }));
    expect(await post(t, distributor, { orderId, imageId })).toMatchObject({ status: 200 });
  });

  it.each(["pending", "rejected", "completed", "cancelled"] as const)(
    "comes to no order that is %s",
    async (status) => {
      const trade = await openTrade();
      const { t, distributor } = trade;
      const orderId = await accepted(trade);
      await t.run((ctx) => ctx.db.patch("orders", orderId, { status }));
      const { imageId } = await upload(t, distributor);
      expect(await post(t, distributor, { orderId, imageId })).toMatchObject({
        status: 409,
        body: { code: "ILLEGAL_MOVE", status },
      });
      expect((await invoiceOf(t, orderId)).qrImageId).toBeUndefined();
    },
  );

  it("goes to the newest order that is still to be delivered, unless another is named", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const [older, newer] = [await accepted(trade), await accepted(trade)];
    await t.run((ctx) => ctx.db.patch("orders", newer, { status: "completed" }));
    expect(await post(t, distributor, payload(trade, await upload(t, distributor)))).toMatchObject({
      status: 201,
      body: { _id: (await invoiceOf(t, older))._id },
    });
  });

  it("does not replace the one that a UPI ID made", async () => {
    const trade = await openTrade({});
    const { t, distributor } = trade;
    const orderId = await accepted(trade);
    const before = await invoiceOf(t, orderId);
    expect(before.upiLink).toContain("pa=big@upi");
    const picture = await upload(t, distributor);
    for (const body of [
      payload(trade, picture),
      payload(trade, picture, { orderId }),
      { orderId, imageId: picture.imageId },
    ])
      expect(await post(t, distributor, body)).toMatchObject(HAS_CODE);
    expect(await invoiceOf(t, orderId)).toEqual(before);
  });

  it("goes past invoices that a UPI ID gave theirs", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const older = await accepted(trade);
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { upiId: "big@upi" }));
    await accepted(trade);
    const picture = await upload(t, distributor);
    expect(await post(t, distributor, payload(trade, picture))).toMatchObject({
      status: 201,
      body: { _id: (await invoiceOf(t, older))._id },
    });
  });

  it("is never exchanged", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const orderId = await accepted(trade);
    await post(t, distributor, payload(trade, await upload(t, distributor)));
    const other = await upload(t, distributor);
    const headers = await bearerOf(t, distributor);
    const before = await everything(t);
    expect(
      await ask(t, "POST /api/invoices", { headers, body: payload(trade, other) }),
    ).toMatchObject(NO_MATCH);
    const named = { orderId, imageId: other.imageId };
    expect(await ask(t, "POST /api/invoices", { headers, body: named })).toMatchObject(HAS_CODE);
    expect(await everything(t)).toBe(before);
  });

  it("comes to no invoice when nothing that was accepted fits", async () => {
    const trade = await openTrade();
    const { t, distributor, retailer, productId } = trade;
    const pending = await placeOne(retailer, productId, 3);
    const picture = await upload(t, distributor);
    expect(await post(t, distributor, payload(trade, picture))).toMatchObject(NO_MATCH);
    expect(await post(t, distributor, payload(trade, picture, { orderId: pending }))).toMatchObject(
      NO_MATCH,
    );
    await accepted(trade);
    const shop = await joinRetailer(t);
    for (const more of [
      { quantity: 4 },
      { quantity: undefined },
      { productName: "Steel" },
      { retailerEmail: shop.user.email },
      { retailerEmail: "nobody@mandi.test" },
      { retailerEmail: null },
    ])
      expect(await post(t, distributor, payload(trade, picture, more))).toMatchObject(NO_MATCH);
  });

  it("must be the distributor's own upload, brought as a payment code", async () => {
    const trade = await openTrade();
    const { t, distributor } = trade;
    const orderId = await accepted(trade);
    const rival = await joinDistributor(t);
    const [others, product] = [await upload(t, rival), await upload(t, distributor, "image")];
    const headers = await bearerOf(t, distributor);
    const before = await everything(t);
    for (const picture of [
      {},
      { qrCodeImage: null },
      { qrCodeImage: "" },
      ...[others.url, product.url, "javascript:alert(1)", "https://evil.example/track.png"].map(
        (qrCodeImage) => ({ qrCodeImage }),
      ),
      ...[others.imageId, product.imageId, orderId, "", "x"].map((imageId) => ({ imageId })),
    ]) {
      const body = { orderId, ...picture };
      expect(await ask(t, "POST /api/invoices", { headers, body })).toMatchObject(NO_QR);
    }
    expect(await everything(t)).toBe(before);
  });

  it("is the distributor's to send: others are refused, and other distributors' orders are not there", async () => {
    const trade = await openTrade();
    const { t, distributor, retailer } = trade;
    const orderId = await accepted(trade);
    const rival = await joinDistributor(t);
    const [own, rivals] = [await upload(t, distributor), await upload(t, rival)];
    expect(await post(t, rival, payload(trade, rivals))).toMatchObject(FORBIDDEN);
    const inOwnName = payload(trade, rivals, { distributorEmail: undefined });
    expect(await post(t, rival, inOwnName)).toMatchObject(NO_MATCH);
    for (const wrong of [orderId, rival.user._id, "", "x", "__proto__"])
      expect(await post(t, rival, { ...inOwnName, orderId: wrong })).toMatchObject(
        refused(404, "NOT_FOUND", "Not found."),
      );
    for (const person of [retailer, await joinAdmin(t)])
      expect(await post(t, person, payload(trade, own))).toMatchObject(FORBIDDEN);
    expect(await ask(t, "POST /api/invoices", { body: {} })).toMatchObject({ status: 401 });
    expect((await invoiceOf(t, orderId)).qrImageId).toBeUndefined();
  });
});
