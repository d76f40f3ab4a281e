/** Answering whole orders and offers over REST. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { OFFER_LIFETIME_MS, ORDER_LINES_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  everything,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  placeOne,
  settledTime,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

type Order = { _id: string; orderId?: string } & Record<string, unknown>;
type WholeOrder = { _id: string; status: string; shortage: string; lines: Order[] };
type Answered = { order: WholeOrder; invoiceId: string | null; offerId: string | null };
type Offer = { _id: string; state: string } & Record<string, unknown>;

const NOON = Date.parse("2026-06-10T06:30:00Z");
const DAY = todayIst(NOON + 3 * DAY_MS);
const LATER = todayIst(NOON + 4 * DAY_MS);

/** An order of 10, 4 and 6 pieces of three products with 100 each, at ₹52.50, and what both parties can do with it. */
async function openTrade(body: object = {}) {
  const t = openMarket();
  const retailer = await joinRetailer(t);
  // Without a UPI ID: a payment code may come later.
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS, upiId: undefined });
  const [asRetailer, asDistributor] = [await bearerOf(t, retailer), await bearerOf(t, distributor)];
  const products: Id<"products">[] = [];
  for (let n = 0; n < 3; n += 1) products.push(await listProduct(t, distributor));
  const lines = products.map((productId, n) => ({ productId, quantity: [10, 4, 6][n] }));
  const placed = await ask(t, "POST /api/orders", {
    headers: asRetailer,
    body: { lines, msg: "All of it.", ...body },
  });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const { order } = placed.body as { order: WholeOrder };
  const lineIds = order.lines.map(({ _id }) => _id);

  const accept = (sent: object = {}, id: string = order._id) =>
    ask(t, `POST /api/orders/${id}/accept`, {
      headers: asDistributor,
      body: { deliveryBefore: DAY, ...sent },
    });
  const accepted = async (sent?: object) => {
    const answer = await accept(sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as Answered;
  };
  const pieces = (...quantities: readonly number[]) => ({
    lines: quantities.map((quantity, n) => ({ lineId: lineIds[n], quantity })),
  });
  const reject = (orderCancelReason: unknown = "Sold out.", id: string = order._id) =>
    ask(t, `POST /api/orders/${id}/reject`, {
      headers: asDistributor,
      body: { orderCancelReason },
    });
  const answerOffer = (id: string, way: "agree" | "decline" | "withdraw") =>
    ask(t, `POST /api/offers/${id}/${way}`, {
      headers: way === "withdraw" ? asDistributor : asRetailer,
    });
  const offers = async (headers = asRetailer, query = "") => {
    const { body: rows } = await ask(t, `GET /api/offers${query}`, { headers });
    return rows as Offer[];
  };
  const statuses = async () => {
    const { body: now } = await ask(t, `GET /api/orders/${order._id}`, {
      headers: asRetailer,
    });
    return (now as WholeOrder).lines.map(({ status }) => status);
  };
  const stocks = () => Promise.all(products.map((id) => stockOf(t, id)));
  return {
    ...{ t, retailer, distributor, asRetailer, asDistributor, products, order, lineIds },
    ...{ accept, accepted, pieces, reject, answerOffer, offers, statuses, stocks },
  };
}

const illegal = (status: string) => ({ status: 409, body: { code: "ILLEGAL_MOVE", status } });

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("an order", () => {
  it("of several lines is named by each of them; one of a single line has the fields that it always had", async () => {
    const { t, asRetailer, retailer, products, order } = await openTrade();
    for (const line of order.lines) expect(line.orderId).toBe(order._id);
    const orderId = await placeOne(retailer, products[0]!);
    const { body } = await ask(t, "GET /api/orders/pending-by-email", { headers: asRetailer });
    const alone = (body as Order[]).find(({ _id }) => _id === orderId);
    expect(Object.keys(alone ?? {}).sort()).toEqual(
      [
        ...["_id", "completedOn", "createdAt", "deliveryBefore", "distributorEmail"],
        ...["distributorName", "img", "msg", "orderCancelReason", "price", "productId"],
        ...["productName", "quantity", "retailerAddress", "shopName", "status", "userEmail"],
        ...["userId", "userName", "userPhone"],
      ].sort(),
    );
  });

  it("that was answered already is refused with its status, and the fields that a refusal always had", async () => {
    const { t, retailer, asDistributor, products } = await openTrade();
    const orderId = await placeOne(retailer, products[0]!);
    const accept = (deliveryBefore: string) =>
      ask(t, `PATCH /api/orders/status/${orderId}`, {
        headers: asDistributor,
        body: { status: "accepted", deliveryBefore },
      });
    await accept(DAY);
    const { status, body } = await accept(LATER);
    expect(status).toBe(409);
    expect(Object.keys(body as object)).toEqual([
      ...["code", "status", "error", "message", "requestId"],
    ]);
  });

  it("of one line has that line's id", async () => {
    const { t, retailer, asDistributor, products, accept, reject } = await openTrade();
    const [one, other] = [
      await placeOne(retailer, products[0]!, 2),
      await placeOne(retailer, products[0]!),
    ];
    const fewer = await accept({ lines: [{ lineId: one, quantity: 1 }] }, one);
    expect(fewer).toMatchObject({ status: 200, body: { offerId: expect.any(String) as string } });
    expect(await reject("Sold out.", other)).toMatchObject({ status: 200 });
    const headers = asDistributor;
    expect(await ask(t, `GET /api/orders/${one}`, { headers })).toMatchObject({
      status: 200,
      body: { _id: one, status: "pending", lines: [{ _id: one, status: "pending" }] },
    });
    expect(await ask(t, `GET /api/orders/${other}`, { headers })).toMatchObject({
      body: { _id: other, status: "rejected", lines: [{ _id: other, status: "rejected" }] },
    });
  });
});

describe("accepting an order", () => {
  it("without lines sends all of them in full, with one invoice", async () => {
    const { order, accepted, statuses, asRetailer, t } = await openTrade();
    const answer = await accepted();
    expect(answer).toEqual({
      order: {
        ...order,
        status: "accepted",
        lines: order.lines.map((line) => ({ ...line, status: "accepted", deliveryBefore: DAY })),
      },
      invoiceId: expect.any(String) as string,
      offerId: null,
    });
    expect(await statuses()).toEqual(["accepted", "accepted", "accepted"]);
    const { body } = await ask(t, "GET /api/invoices/email", { headers: asRetailer });
    expect(body).toMatchObject([{ _id: answer.invoiceId, netAmount: 1050, qrCodeImage: null }]);
  });

  it("given again changes nothing and answers the same invoice; another answer is refused", async () => {
    const { t, accept, accepted, pieces, reject } = await openTrade();
    const first = await accepted();
    const before = await everything(t);
    expect(await accepted()).toEqual(first);
    expect(await accepted(pieces(10, 4))).toEqual(first);
    expect(await accepted({ lines: [] })).toEqual(first);
    expect(await accept({ deliveryBefore: LATER })).toMatchObject(illegal("accepted"));
    expect(await accept(pieces(9, 4, 6))).toMatchObject(illegal("accepted"));
    expect(await reject()).toMatchObject(illegal("accepted"));
    expect(await everything(t)).toBe(before);
  });

  it("sends the lines in full that are not named", async () => {
    const { t, accepted, pieces, statuses, stocks } = await openTrade({ shortage: "sendLess" });
    const first = await accepted({ lines: pieces(10, 1).lines.slice(1) });
    expect(first.order.lines.map(({ quantity }) => quantity)).toEqual([10, 1, 6]);
    expect(await statuses()).toEqual(["accepted", "accepted", "accepted"]);
    expect(await stocks()).toEqual([90, 99, 94]);
    const before = await everything(t);
    expect(await accepted(pieces(10, 1, 6))).toEqual(first);
    expect(await everything(t)).toBe(before);
  });

  it("leaves lines out that were refused before, and sends none of them", async () => {
    const { t, retailer, accept, accepted, pieces, lineIds, stocks } = await openTrade();
    const cancelled = { orderIds: [lineIds[1]!], reason: "Ordered twice." };
    await retailer.client.mutation(api.orders.cancel, cancelled);
    expect(await accept(pieces(10, 4))).toMatchObject({
      status: 400,
      body: { code: "BAD_QUANTITY" },
    });
    const answer = await accepted();
    expect(answer.order).toMatchObject({
      status: "accepted",
      lines: [
        { status: "accepted", quantity: 10 },
        { status: "cancelled", quantity: 4, deliveryBefore: null },
        { status: "accepted", quantity: 6 },
      ],
    });
    expect(await stocks()).toEqual([90, 100, 94]);
    const before = await everything(t);
    expect(await accepted(pieces(10, 0, 6))).toEqual(answer);
    expect(await everything(t)).toBe(before);
  });

  it("sends fewer pieces at once where the retailer said so, and says how many were asked for", async () => {
    const { order, accepted, pieces, stocks, t, asRetailer } = await openTrade({
      shortage: "sendLess",
    });
    expect(order.shortage).toBe("sendLess");
    const answer = await accepted(pieces(6, 0, 6));
    expect(answer.offerId).toBeNull();
    const [less, none, all] = answer.order.lines;
    expect(less).toMatchObject({ status: "accepted", quantity: 6, askedQuantity: 10, price: 52.5 });
    expect(none).toMatchObject({ status: "rejected", orderCancelReason: "Not available" });
    expect(all).toMatchObject({ status: "accepted", quantity: 6 });
    for (const line of [none, all]) expect(line).not.toHaveProperty("askedQuantity");
    expect(await stocks()).toEqual([94, 100, 94]);
    const before = await everything(t);
    expect(await accepted(pieces(6, 0, 6))).toEqual(answer);
    expect(await everything(t)).toBe(before);
    const { body } = await ask(t, "GET /api/invoices/email", { headers: asRetailer });
    expect(body).toMatchObject([{ netAmount: 630, lines: [{ quantity: 6 }, { quantity: 6 }] }]);
  });

  it.each([{}, { shortage: "ask" }, { shortage: null }])(
    "with fewer pieces of an order with %j is an offer, the same at the same answer",
    async (body) => {
      const { t, order, accepted, pieces, statuses, stocks, offers, ...trade } =
        await openTrade(body);
      expect(order.shortage).toBe("ask");
      const first = await accepted(pieces(6, 4, 0));
      expect(first).toEqual({ order, invoiceId: null, offerId: expect.any(String) as string });
      const before = await everything(t);
      expect(await accepted(pieces(6, 4, 0))).toEqual(first);
      expect(await everything(t)).toBe(before);
      expect(await statuses()).toEqual(["pending", "pending", "pending"]);
      expect(await stocks()).toEqual([90, 96, 94]);
      for (const headers of [trade.asRetailer, trade.asDistributor])
        expect(await offers(headers)).toMatchObject([{ _id: first.offerId, state: "open" }]);
      const second = await accepted(pieces(5, 4, 0));
      expect(second.offerId).not.toBe(first.offerId);
      expect(await offers()).toMatchObject([{ _id: second.offerId }]);
    },
  );

  it("with nothing of any line rejects all of them, and has neither id", async () => {
    const { accepted, pieces, statuses } = await openTrade();
    expect(await accepted(pieces(0, 0, 0))).toMatchObject({ invoiceId: null, offerId: null });
    expect(await statuses()).toEqual(["rejected", "rejected", "rejected"]);
  });

  it("of many at a time is one acceptance", async () => {
    const { t, accepted } = await openTrade();
    const answers = await Promise.all(Array.from({ length: 8 }, () => accepted()));
    expect(new Set(answers.map(({ invoiceId }) => invoiceId)).size).toBe(1);
    expect(await t.run((ctx) => ctx.db.query("invoices").take(9))).toHaveLength(1);
  });

  it.each([
    [{ deliveryBefore: undefined }, "NO_DELIVERY_DATE"],
    [{ deliveryBefore: null }, "NO_DELIVERY_DATE"],
    [{ deliveryBefore: " " }, "NO_DELIVERY_DATE"],
    [{ deliveryBefore: "tomorrow" }, "BAD_DELIVERY_DATE"],
    [{ deliveryBefore: "2026-06-09" }, "BAD_DELIVERY_DATE"],
    [{ deliveryBefore: 20_260_613 }, "BAD_DELIVERY_DATE"],
    [{ lines: {} }, "BAD_REQUEST"],
    [{ lines: [null] }, "BAD_REQUEST"],
    [{ lines: [{}] }, "BAD_REQUEST"],
    [{ lines: [{ lineId: 7, quantity: 1 }] }, "BAD_REQUEST"],
    [{ lines: [{ lineId: "x" }] }, "BAD_REQUEST"],
    [{ lines: [{ lineId: "x", quantity: null }] }, "BAD_REQUEST"],
    [{ lines: [{ lineId: "x", quantity: "1" }] }, "BAD_REQUEST"],
  ])("with %j is refused, and changes nothing", async (sent, code) => {
    const { t, accept } = await openTrade();
    const before = await everything(t);
    expect(await accept(sent)).toMatchObject({ status: 400, body: { code } });
    expect(await everything(t)).toBe(before);
  });

  it.each([ORDER_LINES_MAX + 1, 20_000])("of %d lines is refused", async (count) => {
    const { t, accept } = await openTrade();
    const before = await everything(t);
    const lines: unknown[] = Array(count).fill({ lineId: "x", quantity: 1 });
    expect(await accept({ lines })).toMatchObject({ status: 400, body: { code: "BAD_LINES" } });
    expect(await everything(t)).toBe(before);
  });

  it.each([-1, 1.5, 11, 1e308])("of %d of ten pieces is refused", async (quantity) => {
    const { t, accept, pieces } = await openTrade();
    const before = await everything(t);
    const said = "Quantity (must be from 0 to the pieces that were asked for)";
    expect(await accept(pieces(quantity))).toMatchObject(refused(400, "BAD_QUANTITY", said));
    expect(await everything(t)).toBe(before);
  });

  it("takes no line twice, and none of another order, whosever it is", async () => {
    const { t, retailer, products, order, lineIds, accept } = await openTrade();
    const other = await placeOne(retailer, products[0]!);
    const rival = await joinDistributor(t);
    const foreign = await placeOne(retailer, await listProduct(t, rival));
    const before = await everything(t);
    const line = { lineId: lineIds[0], quantity: 1 };
    expect(await accept({ lines: [line, line] })).toMatchObject({
      status: 400,
      body: { code: "BAD_LINES" },
    });
    const strays = [other, foreign, products[0]!, order._id, `${order._id}-4`, `${order._id}-0`];
    for (const lineId of [...strays, "nothing"])
      expect(await accept({ lines: [line, { lineId, quantity: 1 }] })).toMatchObject(
        refused(404, "NOT_FOUND", "Not found."),
      );
    expect(await everything(t)).toBe(before);
  });
});

describe("rejecting an order", () => {
  it("rejects all lines that are left with the reason, and changes nothing when it is given again", async () => {
    const { t, retailer, lineIds, order, reject, statuses, stocks } = await openTrade();
    const cancelled = { orderIds: [lineIds[0]!], reason: "Ordered twice." };
    await retailer.client.mutation(api.orders.cancel, cancelled);
    const answer = await reject();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        order: {
          _id: order._id,
          status: "rejected",
          lines: [{}, { orderCancelReason: "Sold out." }, { orderCancelReason: "Sold out." }],
        },
      },
    });
    expect(await statuses()).toEqual(["cancelled", "rejected", "rejected"]);
    expect(await stocks()).toEqual([100, 100, 100]);
    const before = await everything(t);
    expect((await reject()).body).toEqual(answer.body);
    expect(await reject("Another.")).toMatchObject(illegal("rejected"));
    expect(await everything(t)).toBe(before);
  });

  it("ends an open offer", async () => {
    const { accepted, pieces, reject, answerOffer } = await openTrade();
    const { offerId } = await accepted(pieces(6, 4, 0));
    expect(await reject()).toMatchObject({ status: 200 });
    expect(await answerOffer(offerId!, "agree")).toMatchObject({
      status: 409,
      body: { code: "OFFER_CLOSED", state: "withdrawn" },
    });
  });

  it.each([undefined, null, "", " ", 7, {}, "x".repeat(501)])(
    "for %j is refused, and changes nothing",
    async (reason) => {
      const { t, order, asDistributor } = await openTrade();
      const before = await everything(t);
      const call = `POST /api/orders/${order._id}/reject`;
      const body = { orderCancelReason: reason };
      expect(await ask(t, call, { headers: asDistributor, body })).toMatchObject(
        refused(400, "NO_REASON", "Please provide a reason for rejection."),
      );
      expect(await everything(t)).toBe(before);
    },
  );
});

describe("the list of offers", () => {
  it("has the documented fields, for both parties, and nothing of strangers", async () => {
    const { t, retailer, distributor, order, lineIds, accepted, pieces, offers, ...trade } =
      await openTrade();
    const offeredAt = await settledTime(t);
    const { offerId } = await accepted(pieces(6, 4, 0));
    const line = { productName: "Steel Tumbler", price: 52.5 };
    const row = {
      _id: offerId,
      orderId: order._id,
      state: "open",
      deliveryBefore: DAY,
      createdAt: new Date(offeredAt).toISOString(),
      expiresAt: new Date(offeredAt + OFFER_LIFETIME_MS).toISOString(),
      answeredAt: null,
      distributorName: distributor.user.name,
      distributorEmail: distributor.user.email,
      userName: retailer.user.name,
      userEmail: retailer.user.email,
      shopName: "Corner Shop",
      lines: [
        { ...line, orderId: lineIds[0], askedQuantity: 10, quantity: 6 },
        { ...line, orderId: lineIds[1], askedQuantity: 4, quantity: 4 },
        { ...line, orderId: lineIds[2], askedQuantity: 6, quantity: 0 },
      ],
    };
    for (const headers of [trade.asRetailer, trade.asDistributor])
      expect(await offers(headers)).toEqual([row]);
    for (const person of [await joinRetailer(t), await joinDistributor(t)])
      expect(await offers(await bearerOf(t, person))).toEqual([]);
  });

  it("is read in pages, the newest first", async () => {
    const { t, retailer, asRetailer, products, accept } = await openTrade();
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const orderId = await placeOne(retailer, products[0]!, 2);
      const { body } = await accept({ lines: [{ lineId: orderId, quantity: 1 }] }, orderId);
      made.push((body as Answered).offerId!);
    }
    const seen: string[] = [];
    let next: string | undefined = "/api/offers?limit=2";
    while (next !== undefined) {
      const { headers, body } = await ask(t, `GET ${next}`, { headers: asRetailer });
      expect(headers.get("X-Limit")).toBe("2");
      seen.push(...(body as Offer[]).map(({ _id }) => _id));
      next = /<(.*)>/.exec(headers.get("Link") ?? "")?.[1];
    }
    expect(seen).toEqual(made.reverse());
    for (const query of ["?limit=0", "?limit=x", "?limit=1001"])
      expect(await ask(t, `GET /api/offers${query}`, { headers: asRetailer })).toMatchObject({
        status: 400,
      });
  });
});

describe("answering an offer", () => {
  it("by agreeing applies what it says with one invoice, once", async () => {
    const { t, accepted, pieces, answerOffer, offers, statuses, stocks } = await openTrade();
    const { offerId } = await accepted(pieces(6, 4, 0));
    vi.setSystemTime(NOON + 1_000);
    const agreedAt = await settledTime(t);
    const answer = await answerOffer(offerId!, "agree");
    expect(answer).toMatchObject({
      status: 200,
      body: {
        offer: {
          _id: offerId,
          state: "agreed",
          answeredAt: new Date(agreedAt).toISOString(),
          lines: [{ askedQuantity: 10, quantity: 6 }, { quantity: 4 }, { quantity: 0 }],
        },
        invoiceId: expect.any(String) as string,
      },
    });
    expect(await statuses()).toEqual(["accepted", "accepted", "rejected"]);
    expect(await stocks()).toEqual([94, 96, 100]);
    expect(await offers()).toEqual([]);
    const before = await everything(t);
    const [again, ...others] = await Promise.all(
      Array.from({ length: 4 }, () => answerOffer(offerId!, "agree")),
    );
    expect(again?.body).toEqual(answer.body);
    for (const other of others) expect(other.body).toEqual(answer.body);
    const { invoiceId } = answer.body as Answered;
    expect(await accepted(pieces(6, 4, 0))).toMatchObject({ invoiceId, offerId: null });
    expect(await everything(t)).toBe(before);
  });

  it.each([
    ["decline", "declined"],
    ["withdraw", "withdrawn"],
  ] as const)("by %s leaves its order pending, and closes it once", async (way, state) => {
    const { t, accepted, pieces, answerOffer, statuses, stocks } = await openTrade();
    const { offerId } = await accepted(pieces(6, 4, 0));
    const answer = await answerOffer(offerId!, way);
    expect(answer).toMatchObject({ status: 200, body: { offer: { _id: offerId, state } } });
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
    expect(await stocks()).toEqual([90, 96, 94]);
    const before = await everything(t);
    expect((await answerOffer(offerId!, way)).body).toEqual(answer.body);
    for (const other of ["agree", "decline", "withdraw"] as const)
      if (other !== way)
        expect(await answerOffer(offerId!, other)).toMatchObject({
          status: 409,
          body: { code: "OFFER_CLOSED", error: "This offer is no longer open.", state },
        });
    expect(await everything(t)).toBe(before);
  });

  it("from its end on is refused", async () => {
    const { t, accepted, pieces, answerOffer } = await openTrade();
    const offeredAt = await settledTime(t);
    const { offerId } = await accepted(pieces(6, 4, 0));
    vi.setSystemTime(offeredAt + OFFER_LIFETIME_MS);
    expect(await answerOffer(offerId!, "agree")).toMatchObject({
      status: 409,
      body: { code: "OFFER_CLOSED", state: "expired" },
    });
  });
});

it("as many offers of a minute are made as other changes", async () => {
  const { t, accept, pieces } = await openTrade();
  vi.stubEnv("RATE_LIMITS", "on");
  let made = 0;
  let last = await accept(pieces(1 + (made % 9)));
  while (last.status === 200 && made < 300) {
    made += 1;
    last = await accept(pieces(1 + (made % 9)));
  }
  expect(last).toMatchObject({ status: 429, body: { code: "TOO_MANY" } });
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
  const before = await everything(t);
  expect(await accept(pieces(1 + ((made + 1) % 9)))).toMatchObject({ status: 429 });
  expect(await everything(t)).toBe(before);
});
