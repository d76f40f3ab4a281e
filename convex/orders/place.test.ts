import { describe, expect, it } from "vitest";
import { api } from "../_generated/api";
import {
  foldFigures,
  FIRST_PAGE,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  type Person,
  listProduct,
  newKey,
  openMarket,
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
      quantity: 3,
      pricePaise: product?.pricePaise,
      productName: product?.name,
      productDescription: product?.description,
      imageId: product?.imageId,
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
    const row = { _id: orderId, quantity: 3, pricePaise: 5_250, status: "pending" };
    expect(incoming.page).toMatchObject([{ ...row, userName: retailer.user.name }]);
    expect(outgoing.page).toMatchObject([{ ...row, distributorName: distributor.user.name }]);
    for (const { client } of [distributor, retailer])
      expect(await client.query(api.orders.one, { orderId })).toMatchObject({ totalPaise: 15_750 });
    await foldFigures(t);
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
});

describe("a refused placement", () => {
  it("says which price is true when the sent one is not", async () => {
    const { t, retailer, productId } = await smallMarket();
    const before = await everything(t);
    const call = retailer.client.mutation(api.orders.place, {
      placementKey: newKey(),
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
      placementKey: newKey(),
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
      placementKey: newKey(),
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
        placementKey: newKey(),
        msg,
        lines: [{ productId, quantity: 1 }],
      });
    expect(await refusal(send("a".repeat(2001)))).toMatchObject({ code: "MISSING_INFORMATION" });
    expect((await send("a".repeat(2000))).orderIds).toHaveLength(1);
  });

  it("asks for a product that is gone, whose distributor is gone, or whose id is none", async () => {
    const { t, distributor, retailer, productId } = await smallMarket();
    const closed = await joinDistributor(t, { deactivatedAt: 1 });
    const orphan = await listProduct(t, closed);
    await distributor.client.mutation(api.products.archive, { productId });
    for (const id of [productId, orphan, retailer.user._id, "xxxxxxxxxx", "../x", "__proto__"]) {
      const call = retailer.client.mutation(api.orders.place, {
        placementKey: newKey(),
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
        placementKey: newKey(),
        msg: MSG,
        lines: [
          { productId, quantity: 1 },
          { productId: other, quantity: 1 },
        ],
      });
      expect(await refusal(call)).toEqual({ code: "NOT_FOUND" });
    }
    expect(await everything(t)).toBe(before);
    // Not even to be compared with what its key was used for.
    const placed = { placementKey: newKey(), msg: MSG, lines: [{ productId, quantity: 1 }] };
    await retailer.client.mutation(api.orders.place, placed);
    const again = retailer.client.mutation(api.orders.place, {
      ...placed,
      lines: [{ productId: "x", quantity: 1 }],
    });
    expect(await refusal(again)).toEqual({ code: "NOT_FOUND" });
  });

  it("mixes two distributors", async () => {
    const { t, retailer, productId } = await smallMarket();
    const other = await listProduct(t, await joinDistributor(t));
    const call = retailer.client.mutation(api.orders.place, {
      placementKey: newKey(),
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
    const order = { placementKey: newKey(), msg: MSG, lines: [{ productId, quantity: 1 }] };
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
        placementKey: newKey(),
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
    expect((await send(3, 2)).orderIds).toHaveLength(2);
    expect(await stockOf(t, productId)).toBe(0);
  });
});

describe("[I-26] the key of a placement", () => {
  it("makes the same request the same placement, also twenty times at once", async () => {
    const { t, retailer, productId } = await smallMarket();
    const order = { placementKey: newKey(), msg: MSG, lines: [{ productId, quantity: 2 }] };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => retailer.client.mutation(api.orders.place, order)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await stockOf(t, productId)).toBe(98);
  });

  it("still answers after the price has changed and the stock is gone", async () => {
    const { distributor, retailer, productId } = await smallMarket(2);
    const order = {
      placementKey: newKey(),
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
    const { retailer, productId } = await smallMarket();
    const order = { placementKey: newKey(), msg: MSG, lines: [{ productId, quantity: 2 }] };
    await retailer.client.mutation(api.orders.place, order);
    for (const other of [
      { ...order, lines: [{ productId, quantity: 3 }] },
      { ...order, msg: "Another message" },
    ]) {
      expect(await refusal(retailer.client.mutation(api.orders.place, other))).toMatchObject({
        code: "KEY_REUSED",
      });
    }
  });

  it("belongs to its retailer: another's same key is another placement", async () => {
    const { t, retailer, productId } = await smallMarket();
    const neighbour = await joinRetailer(t);
    const order = { placementKey: newKey(), msg: MSG, lines: [{ productId, quantity: 1 }] };
    const mine = await retailer.client.mutation(api.orders.place, order);
    const theirs = await neighbour.client.mutation(api.orders.place, order);
    expect(theirs.orderIds).not.toEqual(mine.orderIds);
  });

  it("has to be there, and not longer than 128 characters", async () => {
    const { retailer, productId } = await smallMarket();
    for (const placementKey of ["", "k".repeat(129), "a b", "a\n", "\u00e9", "\ud800"]) {
      const call = retailer.client.mutation(api.orders.place, {
        placementKey,
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
