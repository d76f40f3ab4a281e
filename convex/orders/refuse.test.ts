/** Lines that one party takes out of a pending order of several. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import { LINE_REASONS_MAX, ORDER_LINES_MAX, ORDERS_MOVED_MAX } from "../../domain/limits";
import { lineStatus } from "../../domain/orderLines";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  ANY_ORDERS,
  connectPair,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  openLimitedMarket,
  type Person,
  placeLines,
  placeOne,
  refusal,
  requireOrder,
  stockOf,
} from "../market.setup";
import { rowsOf } from "../notifications/notifications.setup";

beforeEach(() => vi.stubEnv("RATE_LIMITS", "off"));

const PRICES = [100_00, 200_00, 300_00];

/** An order of 4, 5 and 6 pieces of three products, of which there were 100 each; and what both parties see of it. */
async function placed() {
  const t = openLimitedMarket();
  const distributor = await joinDistributor(t, { orderTerms: ANY_ORDERS });
  const retailer = await joinRetailer(t);
  const products: Id<"products">[] = [];
  for (const pricePaise of PRICES) products.push(await listProduct(t, distributor, { pricePaise }));
  const lines = products.map((productId, n) => ({ productId, quantity: 4 + n }));
  const orderId = await placeLines(retailer, lines);
  const [first, second, third] = [1, 2, 3].map((n) => `${orderId}-${n}`) as [
    string,
    string,
    string,
  ];
  const parties = { cancel: retailer, reject: distributor };
  const refuse = (move: "cancel" | "reject", reason: string, ...orderIds: string[]) =>
    parties[move].client.mutation(api.orders[move], { orderIds, reason });
  const order = () => requireOrder(t, orderId);
  const account = async () => {
    const [row] = await t.run((ctx) => ctx.db.query("creditAccounts").take(2));
    return row?.openOrdersPaise;
  };
  return {
    ...{ t, distributor, retailer, products, orderId, first, second, third, refuse, order },
    /** Of each line: what became of it, and its pieces. */
    lines: async () => {
      const { status, lines: now } = await order();
      return now.map((line) => `${lineStatus(status, line)} ${line.quantity}`);
    },
    stocks: () => Promise.all(products.map((id) => stockOf(t, id))),
    openPaise: account,
    events: async () =>
      (await retailer.client.query(api.orders.timeline, { orderId })).map(
        ({ kind, by, reason, lines: of }) => ({
          kind,
          by,
          reason,
          of: of.map((one) => one.lineId),
        }),
      ),
    told: async (kind: string) => (await rowsOf(t)).filter((row) => row.kind === kind),
  };
}

const SIDES = [
  ["cancel", "cancelled", "retailer"],
  ["reject", "rejected", "distributor"],
] as const;

describe.each(SIDES)("[LINES1] a line that is refused by %s", (move, status, by) => {
  it("returns its pieces and its sum, and leaves the order pending with the others", async () => {
    const { orderId, second, refuse, order, lines, stocks, openPaise, retailer } = await placed();
    expect(await openPaise()).toBe(4 * PRICES[0]! + 5 * PRICES[1]! + 6 * PRICES[2]!);
    await refuse(move, "No more", second);
    expect(await lines()).toEqual(["pending 4", `${status} 0`, "pending 6"]);
    expect(await order()).toMatchObject({ status: "pending" });
    expect((await order()).lines[1]).toMatchObject({
      ...{ quantity: 0, askedQuantity: 5, refused: { by, reason: "No more" } },
    });
    expect(await stocks()).toEqual([96, 100, 94]);
    expect(await openPaise()).toBe(4 * PRICES[0]! + 6 * PRICES[2]!);
    expect(await retailer.client.query(api.orders.one, { orderId })).toMatchObject({
      ...{ status: "pending", totalPaise: 4 * PRICES[0]! + 6 * PRICES[2]! },
    });
  });

  it("is told once, with its sum, to the other party, and stands in the timeline", async () => {
    const { t, distributor, retailer, orderId, first, third, refuse, events, told } =
      await placed();
    await refuse(move, "No more", first, third);
    const lineIds = [first, third];
    expect(await events()).toMatchObject([
      { kind: "placed", of: { length: 3 } },
      { kind: "linesRefused", by, reason: "No more", of: lineIds },
    ]);
    const reader = move === "cancel" ? distributor : retailer;
    const kind = move === "cancel" ? "orderCancelled" : "orderRejected";
    const rows = await told(kind);
    expect(rows).toMatchObject([
      {
        ...{ userId: reader.user._id, subject: orderId, lineCount: 2 },
        ...{ paise: 4 * PRICES[0]! + 6 * PRICES[2]!, productName: "Steel Tumbler" },
      },
    ]);
    expect(rows[0]?.path).toContain(orderId);
    const waiting = await t.run((ctx) => ctx.db.query("notifications").take(10));
    expect(waiting.find((row) => row.kind === "orderPlaced")).toMatchObject({ isToDo: true });
  });

  it("is told to webhooks, a line each", async () => {
    const { t, distributor, retailer, orderId, first, third, refuse } = await placed();
    const type = `order.${status}` as const;
    await t.run(async (ctx) => {
      for (const { user } of [distributor, retailer])
        await ctx.db.insert("webhooks", {
          userId: user._id,
          url: "https://shop.example/hook",
          events: [type],
          secret: "s",
        });
    });
    await refuse(move, "No more", first, third);
    const told = await t.run((ctx) => ctx.db.query("webhookEvents").take(10));
    expect(told.map((event) => [event.type, JSON.parse(event.data) as unknown])).toMatchObject(
      [first, third].map((_id, n) => [
        type,
        {
          order: { ...{ _id, orderId, status }, quantity: 4 + 2 * n, orderCancelReason: "No more" },
        },
      ]),
    );
  });

  it("refused again for the same reason changes nothing; for another it is an illegal move", async () => {
    const { t, first, second, third, refuse, lines } = await placed();
    await refuse(move, "No more", first);
    const before = await everything(t);
    await refuse(move, "No more", first);
    await refuse(move, "  No more ", first, first);
    expect(await everything(t)).toBe(before);
    const illegal = { code: "ILLEGAL_MOVE", status };
    expect(await refusal(refuse(move, "Other", first))).toEqual(illegal);
    expect(await refusal(refuse(move, "Other", second, first))).toEqual(illegal);
    const other = move === "cancel" ? "reject" : "cancel";
    expect(await refusal(refuse(other, "No more", first))).toEqual(illegal);
    expect(await everything(t)).toBe(before);
    // Orders are as free to be named again beside others.
    await refuse(move, "No more", first, third);
    expect(await lines()).toEqual([`${status} 0`, "pending 5", `${status} 0`]);
  });

  it("moves the order with the last of them, as a whole", async () => {
    const { t, orderId, first, second, third, refuse, order, lines, stocks, openPaise, events } =
      await placed();
    await refuse(move, "No more", first);
    const left = [second, third];
    await refuse(move, "Nor of these", ...left);
    expect(await order()).toMatchObject({ status, orderCancelReason: "Nor of these" });
    expect((await order()).sweepAt).toBeUndefined();
    expect(await lines()).toEqual([`${status} 0`, `${status} 5`, `${status} 6`]);
    expect(await stocks()).toEqual([100, 100, 100]);
    expect(await openPaise()).toBe(0);
    expect((await events()).map(({ kind }) => kind)).toEqual(["placed", "linesRefused", status]);
    const before = await everything(t);
    await refuse(move, "Nor of these", ...left);
    await refuse(move, "Nor of these", third);
    await refuse(move, "No more", first);
    expect(await everything(t)).toBe(before);
    const illegal = { code: "ILLEGAL_MOVE", status };
    expect(await refusal(refuse(move, "Other", third))).toEqual(illegal);
    expect(await refusal(refuse(move, "Nor of these", first))).toEqual(illegal);
    expect(await refusal(refuse(move, "Other", orderId))).toEqual(illegal);
    expect(await everything(t)).toBe(before);
  });

  it("is no part of what is told of the order afterwards", async () => {
    const { distributor, orderId, second, refuse, told } = await placed();
    await refuse(move, "No more", second);
    const deliveryBefore = todayIst(Date.now() + DAY_MS);
    await distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
    expect(await told("orderAccepted")).toMatchObject([
      { subject: orderId, lineCount: 2, paise: 4 * PRICES[0]! + 6 * PRICES[2]! },
    ]);
  });

  it("moves the order at once where all lines are named, and where the order is named beside them", async () => {
    for (const name of ["lines", "order"] as const) {
      const { orderId, first, second, third, refuse, lines, events } = await placed();
      const named = name === "lines" ? [third, first, second] : [second, orderId];
      await refuse(move, "No more", ...named);
      expect(await lines()).toEqual([4, 5, 6].map((quantity) => `${status} ${quantity}`));
      expect((await events()).map(({ kind }) => kind)).toEqual(["placed", status]);
    }
  });

  it.each(["accepted", "completed", "rejected", "cancelled"] as const)(
    "is refused no more once the order is %s",
    async (now) => {
      const { t, distributor, retailer, orderId, first, refuse } = await placed();
      const deliveryBefore = todayIst(Date.now() + DAY_MS);
      if (now === "rejected") await refuse("reject", "All of it", orderId);
      else if (now === "cancelled") await refuse("cancel", "All of it", orderId);
      else await distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
      if (now === "completed")
        await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
      const before = await everything(t);
      expect(await refusal(refuse(move, "r", first))).toEqual({
        ...{ code: "ILLEGAL_MOVE", status: now },
      });
      expect(await everything(t)).toBe(before);
      // Also where an accepted order may be ended as a whole, because the other party left.
      const gone = move === "cancel" ? distributor : retailer;
      const closedParty = move === "cancel" ? "distributor" : "retailer";
      await t.run(async (ctx) => {
        await ctx.db.patch("users", gone.user._id, { deactivatedAt: 1 });
        await ctx.db.patch("orders", orderId, { closedParty });
      });
      expect(await refusal(refuse(move, "r", first))).toMatchObject({ code: "ILLEGAL_MOVE" });
    },
  );

  it("withholds its reason from the other side of a block, also beside lines that were refused before it", async () => {
    const { t, distributor, retailer, first, second, third, refuse, order } = await placed();
    await refuse(move, "Sold out", first);
    const connectionId = await connectPair(t, retailer, distributor);
    await t.run((ctx) => ctx.db.patch("connections", connectionId, { blockedByRetailerAt: 1 }));
    expect(await refusal(refuse(move, "Abuse", first, second))).toMatchObject({
      code: "ILLEGAL_MOVE",
    });
    // Not even words that were passed on before, of another line.
    expect(await refusal(refuse(move, "Sold out", first, second))).toMatchObject({
      code: "ILLEGAL_MOVE",
    });
    await refuse(move, "Abuse", second);
    await refuse(move, "More abuse", second);
    await refuse(move, "Abuse", third);
    const { lines, orderCancelReason } = await order();
    expect(lines.map(({ refused }) => refused?.reason)).toEqual([
      ...["Sold out", "No reason given", undefined],
    ]);
    expect(orderCancelReason).toBe("No reason given");
  });

  it("needs a reason, and the reasons of all lines together have a length", async () => {
    const { t, retailer, products, refuse } = await placed();
    const lines = Array.from({ length: ORDER_LINES_MAX }, () => ({
      ...{ productId: products[0]!, quantity: 1 },
    }));
    await t.run(async (ctx) => {
      const levels = await ctx.db.query("stockLevels").take(10);
      for (const { _id } of levels) await ctx.db.patch("stockLevels", _id, { stock: 1_000 });
    });
    const orderId = await placeLines(retailer, lines);
    const line = (n: number) => `${orderId}-${n}`;
    for (const reason of ["", " ", "a".repeat(501)])
      expect(await refusal(refuse(move, reason, line(1)))).toEqual({ code: "NO_REASON" });
    const some = LINE_REASONS_MAX / 500;
    for (let n = 1; n <= some; n += 1) await refuse(move, "a".repeat(500), line(n));
    expect(await refusal(refuse(move, "b", line(some + 1)))).toEqual({ code: "NO_REASON" });
    expect((await requireOrder(t, orderId)).status).toBe("pending");
    // All that is left always goes.
    const rest = lines.map((_, at) => line(at + 1)).slice(some);
    await refuse(move, "c".repeat(500), ...rest);
    expect((await requireOrder(t, orderId)).status).toBe(status);
    expect(await stockOf(t, products[0]!)).toBe(1_000);
  });

  it("is nobody else's", async () => {
    const { t, distributor, retailer, first, refuse } = await placed();
    const rival = move === "cancel" ? await joinRetailer(t) : await joinDistributor(t);
    const otherSide = move === "cancel" ? distributor : retailer;
    const before = await everything(t);
    const as = ({ client }: Person) =>
      refusal(client.mutation(api.orders[move], { orderIds: [first], reason: "r" }));
    expect(await as(rival)).toEqual({ code: "NOT_FOUND" });
    expect(await as(otherSide)).toEqual({ code: "FORBIDDEN" });
    expect(await refusal(refuse(move, "r", `${first}-1`))).toEqual({ code: "NOT_FOUND" });
    expect(await refusal(refuse(move, "r", first.replace(/1$/u, "4")))).toEqual({
      ...{ code: "NOT_FOUND" },
    });
    expect(await everything(t)).toBe(before);
    const admin = await joinAdmin(t);
    expect(await as(admin)).toEqual({ code: "FORBIDDEN" });
  });
});

describe("the id of a line", () => {
  it("of an order with a single line is nobody's", async () => {
    const { t, distributor, retailer, products } = await placed();
    const orderId = await placeOne(retailer, products[0]!);
    const before = await everything(t);
    for (const id of [`${orderId}-1`, `${orderId}-0`, `${orderId}-`, "-1", "--1"])
      for (const [move, { client }] of [
        ["cancel", retailer],
        ["reject", distributor],
      ] as const)
        expect(
          await refusal(client.mutation(api.orders[move], { orderIds: [id], reason: "r" })),
        ).toEqual({ code: "NOT_FOUND" });
    expect(await everything(t)).toBe(before);
  });

  it("[LINES2] is not enough to accept, complete or hide an order, but to reword its message", async () => {
    const { t, distributor, retailer, orderId, second, refuse, order } = await placed();
    const whole = { code: "WHOLE_ORDER", orderId };
    const deliveryBefore = todayIst(Date.now() + DAY_MS);
    const accept = (id: string) =>
      distributor.client.mutation(api.orders.accept, { orderId: id, deliveryBefore });
    const complete = (id: string) =>
      distributor.client.mutation(api.orders.complete, { orderIds: [id] });
    const hide = (id: string) => retailer.client.mutation(api.orders.hide, { orderIds: [id] });
    expect(await refusal(accept(second))).toEqual(whole);
    await accept(orderId);
    expect(await refusal(complete(second))).toEqual(whole);
    await complete(orderId);
    const before = await everything(t);
    expect(await refusal(hide(second))).toEqual(whole);
    expect(await everything(t)).toBe(before);
    await hide(orderId);
    // Strangers learn nothing of it.
    const neighbour = await joinRetailer(t);
    for (const id of [second, orderId])
      expect(await refusal(neighbour.client.mutation(api.orders.hide, { orderIds: [id] }))).toEqual(
        { code: "NOT_FOUND" },
      );

    const other = await placed();
    await other.retailer.client.mutation(api.orders.updateMessage, {
      ...{ orderId: other.third, msg: "Ring twice" },
    });
    expect((await other.order()).msg).toBe("Ring twice");
    expect((await order()).status).toBe("completed");
    expect(await refusal(refuse("cancel", "r", second))).toMatchObject({ code: "ILLEGAL_MOVE" });
  });
});

describe("one call", () => {
  it("refuses lines of several orders, or nothing of any", async () => {
    const { t, distributor, retailer, products, first, orderId, order } = await placed();
    const single = await placeOne(retailer, products[0]!);
    const second = await placeLines(retailer, [
      { productId: products[1]!, quantity: 1 },
      { productId: products[2]!, quantity: 1 },
    ]);
    await distributor.client.mutation(api.orders.reject, {
      ...{ orderIds: [`${second}-1`], reason: "Sold out" },
    });
    const before = await everything(t);
    const cancel = (...orderIds: string[]) =>
      retailer.client.mutation(api.orders.cancel, { orderIds, reason: "Ordered twice" });
    for (const bad of [`${second}-1`, `${second}-3`, `${single}-1`])
      expect(await refusal(cancel(first, single, bad))).toHaveProperty("code");
    expect(await everything(t)).toBe(before);
    await cancel(first, single, `${second}-2`);
    expect((await order()).status).toBe("pending");
    for (const id of [single, second]) expect((await requireOrder(t, id)).status).toBe("cancelled");
    expect((await requireOrder(t, orderId)).lines[0]?.refused).toBeDefined();
    expect(await stockOf(t, products[0]!)).toBe(100);
  });

  it("moves some orders at least, and no more than there may be", async () => {
    const { distributor, retailer, orderId } = await placed();
    const many = Array.from({ length: ORDERS_MOVED_MAX + 1 }, () => orderId);
    for (const orderIds of [[], many])
      for (const call of [
        retailer.client.mutation(api.orders.cancel, { orderIds, reason: "r" }),
        distributor.client.mutation(api.orders.reject, { orderIds, reason: "r" }),
        distributor.client.mutation(api.orders.complete, { orderIds }),
        distributor.client.mutation(api.orders.hide, { orderIds }),
      ])
        expect(await refusal(call)).toEqual({ code: "BAD_LINES" });
  });

  it("returns the stock of so many lines together, or of one order", async () => {
    const { t, distributor, retailer, products } = await placed();
    await t.run(async (ctx) => {
      const levels = await ctx.db.query("stockLevels").take(10);
      for (const { _id } of levels) await ctx.db.patch("stockLevels", _id, { stock: 1_000 });
    });
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ productId: products[0]!, quantity: 1 }));
    const [full, small, half, other] = [
      await placeLines(retailer, lines(ORDER_LINES_MAX)),
      await placeOne(retailer, products[0]!),
      await placeLines(retailer, lines(ORDER_LINES_MAX / 2)),
      await placeLines(retailer, lines(ORDER_LINES_MAX / 2)),
    ];
    const cancel = (...orderIds: string[]) =>
      retailer.client.mutation(api.orders.cancel, { orderIds, reason: "r" });
    const before = await everything(t);
    // A line of an order counts as the whole order.
    for (const ids of [
      [full, small],
      [`${full}-1`, small],
      [half, other, small],
    ])
      expect(await refusal(cancel(...ids))).toEqual({ code: "BAD_LINES" });
    expect(await everything(t)).toBe(before);
    await cancel(half, other);
    await distributor.client.mutation(api.orders.reject, {
      ...{ orderIds: [full, `${full}-1`, `${full}-2`], reason: "r" },
    });
    for (const [id, status] of [
      [full, "rejected"],
      [half, "cancelled"],
      [other, "cancelled"],
      [small, "pending"],
    ] as const)
      expect((await requireOrder(t, id)).status).toBe(status);
    expect(await stockOf(t, products[0]!)).toBe(999);
  });

  it("meets another, and each piece returns once", async () => {
    for (const other of ["reject", "accept"] as const) {
      const { distributor, orderId, second, refuse, order, lines, stocks } = await placed();
      const deliveryBefore = todayIst(Date.now() + DAY_MS);
      await Promise.allSettled([
        refuse("cancel", "r", second),
        other === "reject"
          ? refuse("reject", "s", second)
          : distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore }),
        refuse("cancel", "r", second),
      ]);
      const kept = (await order()).lines.map(({ quantity }) => 100 - quantity);
      expect(await stocks(), (await lines()).join()).toEqual(kept);
    }
  });
});
