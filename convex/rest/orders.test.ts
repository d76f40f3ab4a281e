import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { DEFAULT_ORDER_TERMS } from "../../domain/orderTerms";
import {
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  requireOrder,
  stockOf,
  type Market,
  type Person,
} from "../market.setup";
import type { Id } from "../_generated/dataModel";
import { setStock } from "../products/stock";
import { type SentHeaders, ask, bearerOf, refused } from "./rest.setup";

const MSG = "Please deliver soon.";
const tomorrow = todayIst(Date.now() + DAY_MS);

type Trade = {
  t: Market;
  retailer: Person;
  distributor: Person;
  productId: Id<"products">;
  asRetailer: SentHeaders;
  asDistributor: SentHeaders;
};

async function openTrade(stock = 100): Promise<Trade> {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  const productId = await listProduct(t, distributor, { stock });
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  return { t, retailer, distributor, productId, asRetailer, asDistributor };
}

function place({ t, asRetailer, productId }: Trade, body: object = {}, headers: SentHeaders = {}) {
  return ask(t, "POST /api/orders/place", {
    headers: { ...asRetailer, ...headers },
    body: { productId, quantity: 2, msg: MSG, ...body },
  });
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("placing an order", () => {
  it("answers it with the documented fields, priced and named by the market", async () => {
    const trade = await openTrade();
    const { retailer, distributor, productId } = trade;
    const answer = await place(trade, {
      price: 52.5,
      distributorName: "Somebody",
      productName: "Gold bar",
      userPhone: "1",
      img: { $ref: "no field name of Convex" },
      shopName: { दुकान: "neither" },
      status: "completed",
      _id: "mine",
      createdAt: "1970-01-01",
      deliveryBefore: null,
      orderCancelReason: null,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: "Your order has been placed successfully!",
      order: {
        _id: expect.any(String) as string,
        userId: retailer.user._id,
        userName: retailer.user.name,
        userEmail: retailer.user.email,
        userPhone: retailer.user.phone,
        shopName: "Corner Shop",
        retailerAddress: retailer.user.address,
        distributorName: distributor.user.name,
        distributorEmail: distributor.user.email,
        productId,
        productName: "Steel Tumbler",
        img: expect.any(String) as string,
        quantity: 2,
        price: 52.5,
        status: "pending",
        msg: MSG,
        deliveryBefore: null,
        completedOn: null,
        orderCancelReason: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      },
    });
    expect(await stockOf(trade.t, productId)).toBe(98);
  });

  it.each([
    [{ productId: "" }, "Please provide: Product ID"],
    [{ productId: undefined }, "Please provide: Product ID"],
    [{ quantity: 0 }, "Please provide: Quantity (must be greater than 0)"],
    [{ quantity: undefined }, "Please provide: Quantity (must be greater than 0)"],
    [{ quantity: "2" }, "Please provide: Quantity (must be greater than 0)"],
    [{ quantity: 1.5 }, "Please provide: Quantity (must be greater than 0)"],
    [{ msg: "  " }, "Please provide: Message"],
    [{ msg: undefined }, "Please provide: Message"],
    [{ msg: 7 }, "Please provide: Message"],
    [{ quantity: 0, msg: "" }, "Please provide: Quantity (must be greater than 0), Message"],
  ])("with %j is refused in the words of the form, and nothing changes", async (body, text) => {
    const trade = await openTrade();
    const before = await everything(trade.t);
    expect(await place(trade, body)).toMatchObject(refused(400, "MISSING_INFORMATION", text));
    expect(await everything(trade.t)).toBe(before);
  });

  it("says how many there are when there are too few", async () => {
    const trade = await openTrade(3);
    const answer = await place(trade, { quantity: 4 });
    expect(answer).toMatchObject(refused(409, "INSUFFICIENT_STOCK", "Insufficient stock"));
    expect(answer.body).toMatchObject({ stock: 3 });
    expect(await stockOf(trade.t, trade.productId)).toBe(3);
  });

  it.each([1, 52.49, 52.505, 0])(
    "at the price %d, which is not today's, answers both",
    async (price) => {
      const trade = await openTrade();
      const answer = await place(trade, { price });
      expect(answer).toMatchObject({ status: 409, body: { code: "PRICE_CHANGED", price: 52.5 } });
      expect((answer.body as { sentPrice: number }).sentPrice).toBeCloseTo(price, 6);
      expect(await stockOf(trade.t, trade.productId)).toBe(100);
    },
  );

  it("names the nearest quantities that the product's terms allow", async () => {
    const trade = await openTrade();
    await trade.t.run((ctx) => ctx.db.patch("products", trade.productId, { multiple: 12 }));
    const answer = await place(trade, { quantity: 50 });
    expect(answer).toMatchObject(
      refused(409, "BAD_MULTIPLE", "This product is sold in other quantities."),
    );
    expect(answer.body).toMatchObject({ lower: 48, upper: 60, productName: "Steel Tumbler" });
  });

  it("says what the distributor's smallest order is, in rupees", async () => {
    const trade = await openTrade();
    const { distributor } = trade;
    const orderTerms = { ...DEFAULT_ORDER_TERMS, minOrderPaise: 20_050 };
    await trade.t.run((ctx) => ctx.db.patch("users", distributor.user._id, { orderTerms }));
    const answer = await place(trade);
    expect(answer).toMatchObject(
      refused(409, "MIN_ORDER", "This distributor takes larger orders."),
    );
    expect(answer.body).toMatchObject({ min: 200.5, total: 105 });
  });

  it("in somebody else's name is refused", async () => {
    const trade = await openTrade();
    const other = await joinRetailer(trade.t);
    for (const body of [{ userEmail: other.user.email }, { userId: other.user._id }]) {
      expect(await place(trade, body)).toMatchObject(
        refused(403, "FORBIDDEN", "You are not allowed to do this."),
      );
    }
    const own = { userEmail: ` ${trade.retailer.user.email.toUpperCase()} ` };
    expect(await place(trade, own)).toMatchObject({ status: 201 });
  });

  it("is for retailers who are signed in", async () => {
    const trade = await openTrade();
    expect(await place({ ...trade, asRetailer: {} })).toMatchObject(
      refused(401, "UNAUTHENTICATED", "Please log in to place an order."),
    );
    expect(await place({ ...trade, asRetailer: trade.asDistributor })).toMatchObject(
      refused(403, "FORBIDDEN", "You are not allowed to do this."),
    );
  });

  it("is limited to thirty a minute per retailer", async () => {
    vi.unstubAllEnvs();
    const trade = await openTrade();
    for (let n = 0; n < 30; n += 1) await place(trade, { quantity: 1 });
    const answer = await place(trade, { quantity: 1 });
    expect(answer).toMatchObject(
      refused(429, "TOO_MANY", "Too many attempts. Please try again later."),
    );
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stockOf(trade.t, trade.productId)).toBe(70);
  });
});

describe("the same request again", () => {
  const KEY = { "Idempotency-Key": "order-1" };

  it("with the same key is the same order, also many times at once", async () => {
    const trade = await openTrade();
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(trade, {}, KEY)));
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)));
    expect(bodies.size).toBe(1);
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await stockOf(trade.t, trade.productId)).toBe(98);
  });

  it("with its fields in another order is the same request", async () => {
    const trade = await openTrade();
    await place(trade, {}, KEY);
    const again = await ask(trade.t, "POST /api/orders/place", {
      headers: { ...trade.asRetailer, ...KEY },
      body: { msg: MSG, quantity: 2, productId: trade.productId },
    });
    expect(again.status).toBe(201);
    expect(await stockOf(trade.t, trade.productId)).toBe(98);
  });

  it("with another body is refused", async () => {
    const trade = await openTrade();
    await place(trade, {}, KEY);
    expect(await place(trade, { quantity: 3 }, KEY)).toMatchObject(
      refused(422, "KEY_REUSED", "This request was already used with different data."),
    );
  });

  it("is another one when somebody else sends it, or after a day", async () => {
    const trade = await openTrade();
    await place(trade, {}, KEY);
    const other = await joinRetailer(trade.t);
    await place({ ...trade, asRetailer: await bearerOf(trade.t, other) }, {}, KEY);
    expect(await stockOf(trade.t, trade.productId)).toBe(96);
    vi.useFakeTimers({ now: Date.now() + DAY_MS + 1000, toFake: ["Date"] });
    await place(trade, {}, KEY);
    vi.useRealTimers();
    expect(await stockOf(trade.t, trade.productId)).toBe(94);
  });

  it("may be tried again after a refusal", async () => {
    const trade = await openTrade(1);
    expect(await place(trade, {}, KEY)).toMatchObject({ status: 409 });
    await trade.t.run(async (ctx) => {
      const product = await ctx.db.get("products", trade.productId);
      await setStock(ctx, product!, 10);
    });
    expect(await place(trade, {}, KEY)).toMatchObject({ status: 201 });
  });

  it.each(["", "a".repeat(129), "a b"])("with the key %j is refused", async (key) => {
    const trade = await openTrade();
    const answer = await place(trade, {}, { "Idempotency-Key": key });
    expect(answer).toMatchObject({ status: 400, body: { code: "BAD_KEY" } });
    expect(await stockOf(trade.t, trade.productId)).toBe(100);
  });
});

describe("the lists of orders", () => {
  it("are each party's own, as documented arrays, newest first and page by page", async () => {
    const trade = await openTrade();
    const { t, retailer, distributor, productId, asRetailer, asDistributor } = trade;
    const placed = [];
    for (let n = 0; n < 5; n += 1) placed.push(await placeOne(retailer, productId));
    const query = `distributorEmail=${encodeURIComponent(distributor.user.email)}`;
    const all = await ask(t, `GET /api/orders/pending?${query}`, { headers: asDistributor });
    expect((all.body as { _id: string }[]).map(({ _id }) => _id)).toEqual(placed.toReversed());
    expect(all.headers.get("Link")).toBeNull();
    expect(all.headers.get("X-Limit")).toBe("1000");

    const found: string[] = [];
    let next: string | undefined = "/api/orders/pending-by-email?limit=2";
    while (next !== undefined) {
      const page = await ask(t, `GET ${next}`, { headers: asRetailer });
      found.push(...(page.body as { _id: string }[]).map(({ _id }) => _id));
      next = /^<(.+)>; rel="next"$/.exec(page.headers.get("Link") ?? "")?.[1];
    }
    expect(found).toEqual(placed.toReversed());
    expect(await ask(t, "GET /api/orders/completed", { headers: asDistributor })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it("of somebody else are refused", async () => {
    const { t, asRetailer, asDistributor } = await openTrade();
    const [rival, neighbour] = [await joinDistributor(t), await joinRetailer(t)];
    for (const list of ["pending", "accepted", "rejected", "completed"]) {
      const [theirs, hers] = [rival.user.email, neighbour.user.email];
      expect(
        await ask(t, `GET /api/orders/${list}?distributorEmail=${theirs}`, {
          headers: asDistributor,
        }),
      ).toMatchObject(refused(403, "FORBIDDEN", "You are not allowed to do this."));
      expect(
        await ask(t, `GET /api/orders/${list}-by-email?userEmail=${hers}`, { headers: asRetailer }),
      ).toMatchObject({ status: 403 });
    }
  });

  it("refuse a limit that is none, and a parameter that is sent twice", async () => {
    const { t, asRetailer } = await openTrade();
    for (const query of [
      "limit=0",
      "limit=1001",
      "limit=x",
      "limit=1&limit=2",
      "userEmail=a&userEmail=b",
    ]) {
      const path = `GET /api/orders/pending-by-email?${query}`;
      expect(await ask(t, path, { headers: asRetailer })).toMatchObject({
        status: 400,
        body: { code: "BAD_REQUEST" },
      });
    }
  });
});

describe("moving an order on", () => {
  const ACCEPT = { status: "accepted", deliveryBefore: tomorrow };
  const REJECT = { status: "rejected", orderCancelReason: "Out of season" };

  async function openOrder() {
    const trade = await openTrade();
    const orderId = await placeOne(trade.retailer, trade.productId, 5);
    const as = (headers: SentHeaders) => (call: string, body?: object) =>
      ask(trade.t, call, { headers, ...(body && { body }) });
    return {
      ...trade,
      orderId,
      retailerAsks: as(trade.asRetailer),
      distributorAsks: as(trade.asDistributor),
    };
  }

  it("accepts with a date and issues the invoice, and completes on the server's clock", async () => {
    const { t, orderId, distributorAsks } = await openOrder();
    const accepted = await distributorAsks(`PATCH /api/orders/status/${orderId}`, {
      ...ACCEPT,
      deliveryBefore: `${tomorrow}T18:30:00.000Z`,
    });
    expect(accepted).toMatchObject({ status: 200, body: { _id: orderId, status: "accepted" } });
    const invoices = await t.run((ctx) => ctx.db.query("invoices").take(5));
    expect(invoices).toMatchObject([{ orderId, number: 1 }]);
    const completed = await distributorAsks(`PUT /api/orders/${orderId}/status`, {
      status: "completed",
      completedOn: "1970-01-01T00:00:00Z",
    });
    expect(completed).toMatchObject({ status: 200, body: { status: "completed" } });
    const { completedOn = 0 } = await requireOrder(t, orderId);
    expect(Math.abs(Date.now() - completedOn)).toBeLessThan(60_000);
  });

  it("accepts without any QR code: that may follow with the invoice", async () => {
    const { t, retailer } = await openOrder();
    const distributor = await joinDistributor(t, { upiId: undefined });
    const orderId = await placeOne(retailer, await listProduct(t, distributor));
    const headers = await bearerOf(t, distributor);
    const answer = await ask(t, `PATCH /api/orders/status/${orderId}`, { headers, body: ACCEPT });
    expect(answer.status).toBe(200);
    const [invoice] = await t.run((ctx) => ctx.db.query("invoices").take(5));
    expect(invoice).toMatchObject({ orderId });
    expect(invoice).not.toHaveProperty("qrImageId");
    expect(invoice).not.toHaveProperty("upiLink");
  });

  it.each([
    [{ status: "accepted" }, 400, "Please select a delivery date."],
    [{ status: "accepted", deliveryBefore: "" }, 400, "Please select a delivery date."],
    [{ status: "accepted", deliveryBefore: "2020-01-01" }, 400, "Date input not valid."],
    [{ status: "accepted", deliveryBefore: 1767225600000 }, 400, "Date input not valid."],
    [{ status: "rejected" }, 400, "Please provide a reason for rejection."],
    [
      { status: "rejected", orderCancelReason: "  " },
      400,
      "Please provide a reason for rejection.",
    ],
    [{ status: "rejected", orderCancelReason: 5 }, 400, "Please provide a reason for rejection."],
    [{ status: "completed" }, 400, "Invalid status."],
    [{ status: "cancelled" }, 400, "Invalid status."],
    [{ status: "pending" }, 400, "Invalid status."],
    [{}, 400, "Invalid status."],
  ])("refuses the answer %j", async (body, status, error) => {
    const { t, orderId, distributorAsks } = await openOrder();
    const before = await everything(t);
    const answer = await distributorAsks(`PATCH /api/orders/status/${orderId}`, body);
    expect(answer).toMatchObject({ status, body: { error, message: error } });
    expect(await everything(t)).toBe(before);
  });

  it("returns the stock once, whatever is called afterwards", async () => {
    const { t, orderId, productId, distributorAsks, retailerAsks } = await openOrder();
    expect(await stockOf(t, productId)).toBe(95);
    await distributorAsks(`PATCH /api/orders/status/${orderId}`, REJECT);
    await distributorAsks(`PATCH /api/orders/status/${orderId}`, REJECT);
    expect(await stockOf(t, productId)).toBe(100);
    // A client that was written to restore the stock itself does it now.
    const restore = `PATCH /api/products/update-stock/${productId}`;
    for (const asks of [distributorAsks, retailerAsks, distributorAsks]) {
      expect(await asks(restore, { increment: 5 })).toMatchObject({
        status: 200,
        body: { stock: 100, message: "The stock had been restored already; nothing changed." },
      });
    }
    expect(await stockOf(t, productId)).toBe(100);
  });

  it("cancels for the retailer with one prefix, and gives product and quantity back", async () => {
    const { t, orderId, productId, retailerAsks } = await openOrder();
    const answer = await retailerAsks(`PATCH /api/orders/retail/status/${orderId}`, {
      status: "cancelled",
      msg: "Cancelled by Retailer. Reason: too late",
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        productId,
        quantity: 5,
        status: "cancelled",
        msg: "Cancelled by Retailer. Reason: too late",
        orderCancelReason: "too late",
      },
    });
    expect(await stockOf(t, productId)).toBe(100);
  });

  it.each([
    ["PATCH retail/status", { status: "accepted", msg: "x" }, "Invalid status."],
    [
      "PATCH retail/status",
      { status: "cancelled", msg: " " },
      "Please provide a reason for rejection.",
    ],
    ["PATCH retail/msg", { msg: "" }, "Failed to update the message."],
    ["PATCH retail/msg", {}, "Failed to update the message."],
    ["PUT update-message", { newMessage: " " }, "Failed to update the message."],
  ])("refuses %s with %j", async (call, body, error) => {
    const { t, orderId, retailerAsks } = await openOrder();
    const before = await everything(t);
    const [method, path] = call.split(" ");
    const answer = await retailerAsks(`${method} /api/orders/${path}/${orderId}`, body);
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(await everything(t)).toBe(before);
  });

  it("has its own words for each move that comes too late, and says where the order stands", async () => {
    const { orderId, retailerAsks, distributorAsks } = await openOrder();
    await distributorAsks(`PATCH /api/orders/status/${orderId}`, REJECT);
    const late = [
      [
        distributorAsks,
        `PATCH /api/orders/status/${orderId}`,
        ACCEPT,
        "This order can no longer be changed.",
      ],
      [
        distributorAsks,
        `PUT /api/orders/${orderId}/status`,
        { status: "completed" },
        "Failed to update order status.",
      ],
      [
        retailerAsks,
        `PATCH /api/orders/retail/status/${orderId}`,
        { status: "cancelled", msg: "no" },
        "Failed to cancel the order and update product stock.",
      ],
      [
        retailerAsks,
        `PATCH /api/orders/retail/msg/${orderId}`,
        { msg: "no" },
        "Failed to update the message.",
      ],
      [
        retailerAsks,
        `PUT /api/orders/update-message/${orderId}`,
        { newMessage: "no" },
        "Failed to update the message.",
      ],
    ] as const;
    for (const [asks, call, body, text] of late) {
      const answer = await asks(call, body);
      expect(answer).toMatchObject(refused(409, "ILLEGAL_MOVE", text));
      expect(answer.body).toMatchObject({ status: "rejected" });
    }
  });

  it("rewords a message under either name", async () => {
    const { t, orderId, retailerAsks } = await openOrder();
    await retailerAsks(`PATCH /api/orders/retail/msg/${orderId}`, { msg: "By noon, please." });
    expect((await requireOrder(t, orderId)).msg).toBe("By noon, please.");
    await retailerAsks(`PUT /api/orders/update-message/${orderId}`, { newMessage: "By two." });
    expect((await requireOrder(t, orderId)).msg).toBe("By two.");
  });

  it("takes an order off the caller's own lists alone, and only when it is over", async () => {
    const { orderId, retailerAsks, distributorAsks } = await openOrder();
    const ends = [
      [
        retailerAsks,
        `DELETE /api/orders/delete-rejected/${orderId}`,
        "Failed to remove the order. Please try again.",
      ],
      [
        distributorAsks,
        `DELETE /api/orders/status/${orderId}`,
        "Failed to delete order. Please try again later.",
      ],
    ] as const;
    for (const [asks, call, text] of ends)
      expect(await asks(call)).toMatchObject(refused(409, "ILLEGAL_MOVE", text));
    await distributorAsks(`PATCH /api/orders/status/${orderId}`, REJECT);
    expect(await retailerAsks(ends[0][1])).toMatchObject({ status: 200 });
    expect(await retailerAsks("GET /api/orders/rejected-by-email")).toMatchObject({ body: [] });
    expect(await distributorAsks("GET /api/orders/rejected")).toMatchObject({
      body: [{ _id: orderId, orderCancelReason: "Out of season" }],
    });
  });

  it("of another party's order is answered like a missing one", async () => {
    const { t, orderId } = await openOrder();
    const [rival, neighbour] = [await joinDistributor(t), await joinRetailer(t)];
    const [asRival, asNeighbour] = [await bearerOf(t, rival), await bearerOf(t, neighbour)];
    const before = await everything(t);
    for (const id of [orderId, "nothing", rival.user._id]) {
      const calls = [
        [asRival, `PATCH /api/orders/status/${id}`, ACCEPT],
        [asRival, `PUT /api/orders/${id}/status`, { status: "completed" }],
        [asRival, `DELETE /api/orders/status/${id}`, undefined],
        [asRival, `GET /api/orders/getdata/${id}`, undefined],
        [asNeighbour, `PATCH /api/orders/retail/status/${id}`, { status: "cancelled", msg: "x" }],
        [asNeighbour, `PATCH /api/orders/retail/msg/${id}`, { msg: "x" }],
        [asNeighbour, `DELETE /api/orders/delete-rejected/${id}`, undefined],
      ] as const;
      for (const [headers, call, body] of calls) {
        const answer = await ask(t, call, { headers, ...(body && { body }) });
        expect(answer, call).toMatchObject(refused(404, "NOT_FOUND", "Not found."));
      }
    }
    expect(await everything(t)).toBe(before);
  });

  it("shows its parties and admins what was ordered", async () => {
    const { t, orderId, retailerAsks } = await openOrder();
    const seen = await retailerAsks(`GET /api/orders/getdata/${orderId}`);
    expect(seen.body).toEqual({
      productName: "Steel Tumbler",
      quantity: 5,
      price: 52.5,
      img: expect.any(String) as string,
      distributorName: expect.any(String) as string,
    });
    const headers = await bearerOf(t, await joinAdmin(t));
    expect(await ask(t, `GET /api/orders/getdata/${orderId}`, { headers })).toMatchObject({
      status: 200,
    });
  });
});
