/** Placing several products at once over REST. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ORDER_LINES_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  ANY_ORDERS,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openMarket,
  stockOf,
} from "../market.setup";
import { ask, bearerOf, refused } from "./rest.setup";

const MSG = "All of it on Monday, please.";
const KEY = { "Idempotency-Key": "basket-1" };

type WholeOrder = { _id: string; createdAt: string; lines: Record<string, unknown>[] };

async function openTrade() {
  const t = openMarket();
  const retailer = await joinRetailer(t);
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const [first, second] = [
    await listProduct(t, distributor),
    await listProduct(t, distributor, { name: "Brass Pot", pricePaise: 9_999 }),
  ];
  const asRetailer = await bearerOf(t, retailer);
  const asDistributor = await bearerOf(t, distributor);
  const lines: object[] = [
    { productId: first, quantity: 2 },
    { productId: second, quantity: 3, price: 99.99 },
  ];
  const place = (body: object = {}, headers: object = {}) =>
    ask(t, "POST /api/orders", {
      headers: { ...asRetailer, ...headers },
      body: { lines, msg: MSG, ...body },
    });
  const placed = async (body: object = {}, headers: object = {}) => {
    const answer = await place(body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { order: WholeOrder }).order;
  };
  const people = { retailer, distributor, asRetailer, asDistributor };
  return { t, ...people, first, second, lines, place, placed };
}

beforeEach(() => {
  vi.stubEnv("RATE_LIMITS", "off");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("an order of several products", () => {
  it("answers the order with a documented row for each line, as the lists have it", async () => {
    const { t, asDistributor, first, second, place } = await openTrade();
    const answer = await place();
    expect(answer.status).toBe(201);
    const { order } = answer.body as { order: WholeOrder };
    expect(answer.body).toEqual({
      success: true,
      message: "Your order has been placed successfully!",
      order: {
        _id: expect.any(String) as string,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        status: "pending",
        shortage: "ask",
        lines: order.lines,
      },
    });
    const pending = await ask(t, "GET /api/orders/pending", { headers: asDistributor });
    expect(order.lines).toEqual(pending.body);
    const placed = { orderId: order._id, status: "pending", msg: MSG };
    expect(order.lines).toMatchObject([
      { ...placed, _id: `${order._id}-1`, productId: first, quantity: 2, price: 52.5 },
      { ...placed, _id: `${order._id}-2`, productId: second, quantity: 3, price: 99.99 },
    ]);
    expect([await stockOf(t, first), await stockOf(t, second)]).toEqual([98, 97]);
  });

  it.each([
    [{ lines: undefined }, "Please provide: Product ID"],
    [{ lines: [] }, "Please provide: Product ID"],
    [{ lines: [{ quantity: 2 }] }, "Please provide: Product ID"],
    [{ lines: [{ productId: "x" }] }, "Please provide: Quantity (must be greater than 0)"],
    [
      { lines: [{ productId: "x", quantity: 1.5 }] },
      "Please provide: Quantity (must be greater than 0)",
    ],
    [{ msg: " " }, "Please provide: Message"],
    [
      { lines: [{}], msg: undefined },
      "Please provide: Product ID, Quantity (must be greater than 0), Message",
    ],
  ])("with %j is refused in the words of the form, and nothing changes", async (body, text) => {
    const { t, place } = await openTrade();
    const before = await everything(t);
    expect(await place(body)).toMatchObject(refused(400, "MISSING_INFORMATION", text));
    expect(await everything(t)).toBe(before);
  });

  it.each([
    [{ lines: {} }, "lines"],
    [{ lines: "x" }, "lines"],
    [{ lines: null }, "lines"],
    [{ lines: [null] }, "lines.0"],
    [
      {
        lines: [
          { productId: "x", quantity: 1 },
          { productId: 7, quantity: 1 },
        ],
      },
      "lines.1.productId",
    ],
    [{ lines: [{ productId: "x", quantity: "1" }] }, "lines.0.quantity"],
    [{ lines: [{ productId: "x", quantity: 1, price: "5" }] }, "lines.0.price"],
    [{ msg: 7 }, "msg"],
    [{ fromBasket: "yes" }, "fromBasket"],
    [{ shortage: "sendMore" }, "shortage"],
    [{ shortage: true }, "shortage"],
  ])("with %j is refused, and names the field", async (body, field) => {
    const { t, place } = await openTrade();
    const before = await everything(t);
    const answer = await place(body);
    expect(answer).toMatchObject(refused(400, "BAD_REQUEST", "The request is not valid."));
    expect(answer.body).toMatchObject({ field });
    expect(await everything(t)).toBe(before);
  });

  it.each([ORDER_LINES_MAX + 1, 20_000])(
    "of %d lines is refused before its fields are looked at",
    async (count) => {
      const { t, place } = await openTrade();
      const before = await everything(t);
      const lines: unknown[] = Array(count).fill({ productId: "x", quantity: 1 });
      const answer = await place({ lines, msg: "" });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "TOO_MANY_LINES", max: ORDER_LINES_MAX },
      });
      expect(await everything(t)).toBe(before);
    },
  );

  it("says what is wrong with every line, in rupees, and changes nothing", async () => {
    const { t, distributor, first, place } = await openTrade();
    const [short, pack, dearer, gone] = [
      await listProduct(t, distributor, { name: "Short", stock: 1 }),
      await listProduct(t, distributor, { name: "Pack", multiple: 12 }),
      await listProduct(t, distributor),
      await listProduct(t, distributor),
    ];
    await distributor.client.mutation(api.products.archive, { productId: gone });
    const before = await everything(t);
    const lines = [first, short, pack, dearer, gone].map((productId) => ({
      ...{ productId, quantity: 2 },
      price: productId === dearer ? 1.25 : 52.5,
    }));
    const answer = await place({ lines });
    const said = "Some products can't be ordered like this.";
    expect(answer).toMatchObject(refused(409, "LINES_REFUSED", said));
    const text = (error: string) => ({ error, message: error });
    expect((answer.body as { lines: unknown }).lines).toEqual([
      {
        ...{ code: "INSUFFICIENT_STOCK", stock: 1, productName: "Short", productId: short },
        ...text("Insufficient stock"),
      },
      {
        ...{ code: "BAD_MULTIPLE", lower: null, upper: 12, productName: "Pack", productId: pack },
        ...text("This product is sold in other quantities."),
      },
      {
        ...{ code: "PRICE_CHANGED", price: 52.5, sentPrice: 1.25, productId: dearer },
        ...text("The price of this product has changed."),
      },
      { code: "NOT_FOUND", productId: gone, ...text("Not found.") },
    ]);
    expect(await everything(t)).toBe(before);
  });

  it("of one line is refused like an order of one product", async () => {
    const { first, place } = await openTrade();
    const answer = await place({ lines: [{ productId: first, quantity: 2, price: 1 }] });
    const said = "The price of this product has changed.";
    expect(answer).toMatchObject(refused(409, "PRICE_CHANGED", said));
    expect(answer.body).toMatchObject({ price: 52.5, sentPrice: 1 });
  });

  it("of two distributors is refused; the smallest order counts for all lines together", async () => {
    const { t, distributor, first, lines, place } = await openTrade();
    const rival = await listProduct(t, await joinDistributor(t));
    expect(await place({ lines: [...lines, { productId: rival, quantity: 1 }] })).toMatchObject(
      refused(400, "ONE_DISTRIBUTOR", "An order goes to one distributor."),
    );
    const orderTerms = { ...ANY_ORDERS, minOrderPaise: 40_000 };
    await t.run((ctx) => ctx.db.patch("users", distributor.user._id, { orderTerms }));
    const small = await place({ lines: [{ productId: first, quantity: 2 }] });
    expect(small).toMatchObject({ status: 409, body: { code: "MIN_ORDER", min: 400, total: 105 } });
    expect(await place()).toMatchObject({ status: 201 });
  });

  it("takes its lines out of the basket if it says so, and leaves what was changed", async () => {
    const { t, asRetailer, first, second, lines, placed } = await openTrade();
    const put = (id: string, quantity: number) =>
      ask(t, `PUT /api/basket/${id}`, { headers: asRetailer, body: { quantity } });
    const basket = async () =>
      ((await ask(t, "GET /api/basket", { headers: asRetailer })).body as { lines: object[] })
        .lines;
    await put(first, 2);
    await put(second, 4);
    await placed();
    expect(await basket()).toHaveLength(2);
    await placed({ lines, fromBasket: true });
    expect(await basket()).toMatchObject([{ productId: second, quantity: 4 }]);
  });

  it("of the same lines again is another one: only screens may be late with what another has placed", async () => {
    const { t, lines, placed } = await openTrade();
    const [one, other] = [
      await placed({ lines, fromBasket: true }),
      await placed({ lines, fromBasket: true }),
    ];
    expect(other._id).not.toBe(one._id);
    expect(await t.run((ctx) => ctx.db.query("orders").take(9))).toHaveLength(2);
  });

  it("of as many lines as there may be, with long texts, is answered again to its key", async () => {
    const { t, distributor } = await openTrade();
    const long = "क".repeat(2_000);
    const shop = await joinRetailer(t, { address: long.slice(0, 500), name: long.slice(0, 100) });
    const headers = { ...(await bearerOf(t, shop)), ...KEY };
    const lines: object[] = [];
    for (let n = 0; n < ORDER_LINES_MAX; n += 1)
      lines.push({
        productId: await listProduct(t, distributor, { name: long.slice(0, 100) }),
        quantity: 1,
      });
    const send = () => ask(t, "POST /api/orders", { headers, body: { lines, msg: long } });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    const kept = await t.run((ctx) => ctx.db.query("restAnswers").take(9));
    expect(kept).toHaveLength(1);
    expect(new TextEncoder().encode(kept[0]?.result).length).toBeLessThan(2 ** 19);
  });
});

describe("an order with an idempotency key", () => {
  it("is made once, and answered alike whatever happened since", async () => {
    const { t, distributor, first, placed } = await openTrade();
    const made = await placed({}, KEY);
    await distributor.client.mutation(api.orders.reject, {
      orderIds: [made._id],
      reason: "Sold out.",
    });
    expect(await placed({}, KEY)).toEqual(made);
    expect(await stockOf(t, first)).toBe(100);
    expect(await t.run((ctx) => ctx.db.query("orders").take(9))).toHaveLength(1);
  });

  it("is answered once for many at a time", async () => {
    const { t, placed } = await openTrade();
    const [made, ...others] = await Promise.all(Array.from({ length: 8 }, () => placed({}, KEY)));
    for (const other of others) expect(other).toEqual(made);
    expect(await t.run((ctx) => ctx.db.query("orders").take(9))).toHaveLength(1);
  });

  it("is refused with another body, and free again after a refusal", async () => {
    const { t, first, place, placed } = await openTrade();
    expect(await place({ lines: [{ productId: first, quantity: 101 }] }, KEY)).toMatchObject({
      status: 409,
    });
    await placed({}, KEY);
    const before = await everything(t);
    for (const body of [
      { msg: "Sooner." },
      { fromBasket: true },
      { shortage: "sendLess" },
      { lines: [{ productId: first, quantity: 1 }] },
    ])
      expect(await place(body, KEY)).toMatchObject({ status: 422, body: { code: "KEY_REUSED" } });
    expect(await everything(t)).toBe(before);
  });
});

describe("reading an order", () => {
  it("shows both parties and administrators its lines as they are, also by the id of a line", async () => {
    const { t, distributor, asRetailer, asDistributor, placed } = await openTrade();
    const made = await placed();
    await distributor.client.mutation(api.orders.reject, {
      orderIds: [`${made._id}-1`],
      reason: "Sold out.",
    });
    const asAdmin = await bearerOf(t, await joinAdmin(t));
    for (const headers of [asRetailer, asDistributor, asAdmin])
      for (const id of [made._id, `${made._id}-2`]) {
        const { status, body } = await ask(t, `GET /api/orders/${id}`, { headers });
        expect(status).toBe(200);
        const [first, second] = made.lines;
        expect(body).toEqual({
          ...made,
          lines: [{ ...first, status: "rejected", orderCancelReason: "Sold out." }, second],
        });
      }
  });

  it("is for them alone: for others it is as if there were none", async () => {
    const { t, placed } = await openTrade();
    const { _id } = await placed();
    const strangers = [
      await bearerOf(t, await joinRetailer(t)),
      await bearerOf(t, await joinDistributor(t)),
    ];
    for (const headers of strangers)
      for (const id of [_id, `${_id}-1`, `${_id}-3`, `${_id}-0`, "nothing"])
        expect(await ask(t, `GET /api/orders/${id}`, { headers })).toMatchObject(
          refused(404, "NOT_FOUND", "Not found."),
        );
  });
});

it("as many orders of several products are taken in a minute as of one", async () => {
  vi.stubEnv("RATE_LIMITS", "on");
  const { first, place } = await openTrade();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1)
    statuses.push((await place({ lines: [{ productId: first, quantity: 1 }] })).status);
  vi.useRealTimers();
  expect(statuses).toEqual([...Array<number>(30).fill(201), 429]);
});
