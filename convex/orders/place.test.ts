import { describe, expect, it } from "vitest";
import { ORDER_LINES_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import {
  connectPair,
  foldEffects,
  FIRST_PAGE,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  type Person,
  listProduct,
  newKey,
  openMarket,
  placeLines,
  placeOne,
  refusal,
  requireOrder,
  stockOf,
} from "../market.setup";

async function smallMarket(stock = 100) {
  const t = openMarket();
  const distributor = await joinDistributor(t);
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock });
  return { t, distributor, retailer, productId };
}

const MSG = "Before the festival, please.";

describe("a placed order", () => {
  it("[I-17] carries price, names and picture of the product, and the retailer's own details", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const order = await requireOrder(t, await placeOne(retailer, productId, 3));
    const product = await t.run((ctx) => ctx.db.get("products", productId));
    expect(order).toMatchObject({
      status: "pending",
      distributorId: distributor.user._id,
      distributorName: distributor.user.name,
      distributorEmail: distributor.user.email,
      retailerId: retailer.user._id,
      userName: retailer.user.name,
      userEmail: retailer.user.email,
      userPhone: retailer.user.phone,
      shopName: "Corner Shop",
      retailerAddress: retailer.user.address,
    });
    expect(order.lines).toEqual([
      {
        productId,
        quantity: 3,
        pricePaise: product?.pricePaise,
        productName: product?.name,
        imageId: product?.imageId,
      },
    ]);
    expect(order.deliveryBefore).toBeUndefined();
    expect(order.completedOn).toBeUndefined();
    expect(order.orderCancelReason).toBeUndefined();
  });

  it("[I-17] keeps them when the product is edited or taken off the market afterwards", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const orderId = await placeOne(retailer, productId);
    const before = await requireOrder(t, orderId);
    await distributor.client.mutation(api.products.edit, {
      productId,
      changes: { name: "Copper Tumbler", pricePaise: 1, description: "Other" },
    });
    await distributor.client.mutation(api.products.archive, { productId });
    expect(await requireOrder(t, orderId)).toEqual(before);
  });

  it("[PLACE7] takes its pieces from the stock at once", async () => {
    const { t, retailer, productId } = await smallMarket(10);
    await placeOne(retailer, productId, 4);
    expect(await stockOf(t, productId)).toBe(6);
  });

  it("appears on both sides' lists, each naming the other side, and its details have the sum", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const orderId = await placeOne(retailer, productId, 3);
    const asked = { list: "pending", paginationOpts: FIRST_PAGE } as const;
    const incoming = await distributor.client.query(api.orders.incoming, asked);
    const outgoing = await retailer.client.query(api.orders.outgoing, asked);
    const lines = [{ productName: "Steel Tumbler", quantity: 3, pricePaise: 5_250 }];
    const row = { _id: orderId, lines, status: "pending" };
    expect(incoming.page).toMatchObject([{ ...row, userName: retailer.user.name }]);
    expect(outgoing.page).toMatchObject([{ ...row, distributorName: distributor.user.name }]);
    for (const { client } of [distributor, retailer])
      expect(await client.query(api.orders.one, { orderId })).toMatchObject({ totalPaise: 15_750 });
    await foldEffects(t);
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(1);
  });

  it("begins its timeline with the retailer's words", async () => {
    const { retailer, productId } = await smallMarket();
    const orderId = await placeOne(retailer, productId);
    const timeline = await retailer.client.query(api.orders.timeline, { orderId });
    expect(timeline).toMatchObject([
      { kind: "placed", by: "retailer", to: "pending", msg: "Please deliver soon." },
    ]);
  });

  it("has all its lines, in the order in which they were sent, and is one row on each list", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const lamp = await listProduct(t, distributor, { name: "Lamp", pricePaise: 100, stock: 9 });
    const orderId = await placeLines(retailer, [
      { productId: lamp, quantity: 2 },
      { productId, quantity: 3 },
      { productId: lamp, quantity: 1 },
    ]);
    const lines = [
      { lineId: `${orderId}-1`, productId: lamp, productName: "Lamp", quantity: 2 },
      { lineId: `${orderId}-2`, productId, productName: "Steel Tumbler", quantity: 3 },
      { lineId: `${orderId}-3`, productId: lamp, productName: "Lamp", quantity: 1 },
    ];
    expect(await retailer.client.query(api.orders.one, { orderId })).toMatchObject({
      ...{ _id: orderId, lines, totalPaise: 300 + 15_750 },
    });
    expect([await stockOf(t, lamp), await stockOf(t, productId)]).toEqual([6, 97]);
    const asked = { list: "pending", paginationOpts: FIRST_PAGE } as const;
    const rows = [
      ...(await distributor.client.query(api.orders.incoming, asked)).page,
      ...(await retailer.client.query(api.orders.outgoing, asked)).page,
    ];
    const quantities = rows.map((row) => row.lines.map(({ quantity }) => quantity));
    expect(quantities).toEqual([
      [2, 3, 1],
      [2, 3, 1],
    ]);
    const [placed] = await retailer.client.query(api.orders.timeline, { orderId });
    expect(placed?.lines).toEqual(
      lines.map(({ lineId, productName, quantity }) => ({ lineId, productName, quantity })),
    );
    expect(await distributor.client.query(api.orders.pendingCount, {})).toBe(1);
  });
});

describe("a refused order", () => {
  it("says which price is true when the sent one is not", async () => {
    const { t, retailer, productId } = await smallMarket();
    const before = await everything(t);
    const call = retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: MSG,
      lines: [{ productId, quantity: 1, pricePaise: 100 }],
    });
    expect(await refusal(call)).toMatchObject({
      code: "PRICE_CHANGED",
      pricePaise: 5250,
      sentPricePaise: 100,
    });
    expect(await everything(t)).toBe(before);
  });

  it("[PLACE7] [FAILURE14] says how much there is when it is not enough", async () => {
    const { retailer, productId } = await smallMarket(5);
    expect(await refusal(placeOne(retailer, productId, 6))).toMatchObject({
      code: "INSUFFICIENT_STOCK",
      stock: 5,
      productName: "Steel Tumbler",
    });
  });

  it("[I-03] leaves nothing of its first line when the second fails", async () => {
    const { t, distributor, retailer, productId } = await smallMarket(10);
    const scarce = await listProduct(t, distributor, { stock: 1 });
    const before = await everything(t);
    const call = retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: MSG,
      lines: [
        { productId, quantity: 4 },
        { productId: scarce, quantity: 2 },
      ],
    });
    expect(await refusal(call)).toMatchObject({
      code: "LINES_REFUSED",
      lines: [{ productId: scarce, code: "INSUFFICIENT_STOCK", stock: 1 }],
    });
    expect(await everything(t)).toBe(before);
  });

  it("[PLACE5] names everything that is missing, in the specification's words", async () => {
    const { retailer } = await smallMarket();
    const call = retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: "  \n",
      lines: [{ productId: "", quantity: 0 }],
    });
    expect(await refusal(call)).toMatchObject({
      code: "MISSING_INFORMATION",
      missing: ["Product ID", "Quantity (must be greater than 0)", "Message"],
    });
  });

  it.each([0, -1, 0.5, 100_001, Number.NaN, Number.POSITIVE_INFINITY, 9_007_199_254_740_992])(
    "has a quantity of %d",
    async (quantity) => {
      const { t, retailer, productId } = await smallMarket();
      expect(await refusal(placeOne(retailer, productId, quantity))).toMatchObject({
        code: "MISSING_INFORMATION",
        missing: ["Quantity (must be greater than 0)"],
      });
      expect(await stockOf(t, productId)).toBe(100);
    },
  );

  it("has a message of more than 2,000 characters; one of 2,000 is taken", async () => {
    const { retailer, productId } = await smallMarket();
    const send = (msg: string) =>
      retailer.client.mutation(api.orders.place, {
        orderKey: newKey(),
        msg,
        lines: [{ productId, quantity: 1 }],
      });
    expect(await refusal(send("a".repeat(2001)))).toMatchObject({ code: "MISSING_INFORMATION" });
    expect((await send("a".repeat(2000))).orderId).toEqual(expect.any(String));
  });

  it("asks for a product that is gone, whose distributor is gone, or whose id is none", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const closed = await joinDistributor(t, { deactivatedAt: 1 });
    const orphan = await listProduct(t, closed);
    await distributor.client.mutation(api.products.archive, { productId });
    for (const id of [productId, orphan, retailer.user._id, "xxxxxxxxxx", "../x", "__proto__"]) {
      const call = retailer.client.mutation(api.orders.place, {
        orderKey: newKey(),
        msg: MSG,
        lines: [{ productId: id, quantity: 1 }],
      });
      expect(await refusal(call)).toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("names no product in a later line, and keeps nothing of what it names instead", async () => {
    const { t, retailer, productId } = await smallMarket();
    const before = await everything(t);
    for (const other of ["x", "../x", "\ud800", retailer.user._id, "a".repeat(2_000_000)]) {
      const call = retailer.client.mutation(api.orders.place, {
        orderKey: newKey(),
        msg: MSG,
        lines: [
          { productId, quantity: 1 },
          { productId: other, quantity: 1 },
        ],
      });
      expect(await refusal(call)).toEqual({ code: "NOT_FOUND" });
    }
    expect(await everything(t)).toBe(before);
    // Compared with what its key was used for, and no more.
    const placed = { orderKey: newKey(), msg: MSG, lines: [{ productId, quantity: 1 }] };
    await retailer.client.mutation(api.orders.place, placed);
    const again = retailer.client.mutation(api.orders.place, {
      ...placed,
      lines: [{ productId: "x", quantity: 1 }],
    });
    expect(await refusal(again)).toEqual({ code: "KEY_REUSED" });
  });

  it("has more lines than an order takes; as many as that are taken", async () => {
    const { t, distributor, retailer, productId } = await smallMarket(1_000);
    await connectPair(t, retailer, distributor);
    const send = (count: number) => {
      const lines = Array.from({ length: count }, () => ({ productId, quantity: 1 }));
      return placeLines(retailer, lines);
    };
    expect(await refusal(send(ORDER_LINES_MAX + 1))).toEqual({
      ...{ code: "TOO_MANY_LINES", max: ORDER_LINES_MAX },
    });
    expect(await stockOf(t, productId)).toBe(1_000);
    const { lines } = await requireOrder(t, await send(ORDER_LINES_MAX));
    expect(lines).toHaveLength(ORDER_LINES_MAX);
    expect(await stockOf(t, productId)).toBe(1_000 - ORDER_LINES_MAX);
  });

  it("mixes two distributors", async () => {
    const { t, retailer, productId } = await smallMarket();
    const other = await listProduct(t, await joinDistributor(t));
    const call = retailer.client.mutation(api.orders.place, {
      orderKey: newKey(),
      msg: MSG,
      lines: [
        { productId, quantity: 1 },
        { productId: other, quantity: 1 },
      ],
    });
    expect(await refusal(call)).toMatchObject({ code: "ONE_DISTRIBUTOR" });
  });

  it("comes from nobody, from a distributor or from an admin", async () => {
    const { t, distributor, productId } = await smallMarket();
    const admin = await joinAdmin(t);
    const order = { orderKey: newKey(), msg: MSG, lines: [{ productId, quantity: 1 }] };
    expect(await refusal(t.mutation(api.orders.place, order))).toMatchObject({
      code: "UNAUTHENTICATED",
    });
    for (const { client } of [distributor, admin]) {
      expect(await refusal(client.mutation(api.orders.place, order))).toMatchObject({
        code: "FORBIDDEN",
      });
    }
  });
});

describe("two lines of one product", () => {
  it("share its stock", async () => {
    const { t, retailer, productId } = await smallMarket(5);
    const send = (first: number, second: number) =>
      retailer.client.mutation(api.orders.place, {
        orderKey: newKey(),
        msg: MSG,
        lines: [
          { productId, quantity: first },
          { productId, quantity: second },
        ],
      });
    expect(await refusal(send(3, 3))).toMatchObject({
      code: "LINES_REFUSED",
      lines: [{ productId, code: "INSUFFICIENT_STOCK", stock: 2 }],
    });
    const { orderId } = await send(3, 2);
    expect((await requireOrder(t, orderId)).lines.map(({ quantity }) => quantity)).toEqual([3, 2]);
    expect(await stockOf(t, productId)).toBe(0);
  });
});

describe("[I-26] the key of an order", () => {
  it("makes the same request the same order, also twenty times at once", async () => {
    const { t, retailer, productId } = await smallMarket();
    const order = { orderKey: newKey(), msg: MSG, lines: [{ productId, quantity: 2 }] };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => retailer.client.mutation(api.orders.place, order)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stockOf(t, productId)).toBe(98);
  });

  it("still answers after the price has changed and the stock is gone", async () => {
    const { distributor, retailer, productId } = await smallMarket(2);
    const order = {
      orderKey: newKey(),
      msg: MSG,
      lines: [{ productId, quantity: 2, pricePaise: 5250 }],
    };
    const first = await retailer.client.mutation(api.orders.place, order);
    await distributor.client.mutation(api.products.edit, {
      productId,
      changes: { pricePaise: 9999 },
    });
    expect(await retailer.client.mutation(api.orders.place, order)).toEqual(first);
  });

  it("is refused for another request", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const line = { productId, quantity: 2, pricePaise: 5_250 };
    const other = await listProduct(t, distributor);
    const order = { orderKey: newKey(), msg: MSG, lines: [line] };
    await retailer.client.mutation(api.orders.place, order);
    const before = await everything(t);
    for (const changed of [
      { ...order, lines: [{ ...line, quantity: 3 }] },
      { ...order, lines: [{ ...line, productId: other }] },
      { ...order, lines: [{ ...line, pricePaise: 5_251 }] },
      { ...order, lines: [{ ...line, addedTaxBp: 500 }] },
      { ...order, lines: [{ productId, quantity: 2 }] },
      { ...order, lines: [line, line] },
      { ...order, msg: "Another message" },
      { ...order, shortageRule: "sendLess" as const },
    ]) {
      expect(await refusal(retailer.client.mutation(api.orders.place, changed))).toEqual({
        code: "KEY_REUSED",
      });
    }
    expect(await everything(t)).toBe(before);
  });

  it("is the same with what changes nothing: blanks around the message, the usual shortage rule, the basket", async () => {
    const { retailer, productId } = await smallMarket();
    const order = { orderKey: newKey(), msg: MSG, lines: [{ productId, quantity: 2 }] };
    const first = await retailer.client.mutation(api.orders.place, order);
    for (const same of [
      { ...order, msg: `  ${MSG} ` },
      { ...order, shortageRule: "ask" as const },
      { ...order, fromBasket: true },
    ])
      expect(await retailer.client.mutation(api.orders.place, same)).toEqual(first);
  });

  it("belongs to its retailer: another's same key is another order", async () => {
    const { t, retailer, productId } = await smallMarket();
    const neighbour = await joinRetailer(t);
    const order = { orderKey: newKey(), msg: MSG, lines: [{ productId, quantity: 1 }] };
    const mine = await retailer.client.mutation(api.orders.place, order);
    const theirs = await neighbour.client.mutation(api.orders.place, order);
    expect(theirs.orderId).not.toBe(mine.orderId);
  });

  it("has to be there, and not longer than 128 characters", async () => {
    const { retailer, productId } = await smallMarket();
    for (const orderKey of ["", "k".repeat(129), "a b", "a\n", "\u00e9", "\ud800"]) {
      const call = retailer.client.mutation(api.orders.place, {
        orderKey,
        msg: MSG,
        lines: [{ productId, quantity: 1 }],
      });
      expect(await refusal(call)).toMatchObject({ code: "BAD_KEY" });
    }
  });
});

describe("[I-02] more demand than stock", () => {
  it("sells exactly what there is, and tells everybody else the figure", async () => {
    const { t, productId } = await smallMarket(10);
    const retailers: Person[] = [];
    for (let n = 0; n < 5; n++) retailers.push(await joinRetailer(t));
    const calls = Array.from({ length: 30 }, (_, n) => placeOne(retailers[n % 5]!, productId));
    const answers = await Promise.allSettled(calls);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(10);
    for (const answer of answers) {
      if (answer.status === "rejected") {
        expect(await refusal(Promise.reject(answer.reason as Error))).toMatchObject({
          code: "INSUFFICIENT_STOCK",
          stock: 0,
        });
      }
    }
    expect(await stockOf(t, productId)).toBe(0);
  });
});
