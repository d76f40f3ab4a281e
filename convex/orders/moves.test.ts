import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ORDER_MOVES,
  ORDER_STATUSES,
  type OrderMove,
  type OrderStatus,
} from "../../domain/orderLifecycle";
import { DAY_MS, todayIst } from "../../domain/dates";
import { ORDER_EVENTS_MAX } from "../../domain/limits";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import {
  FIRST_PAGE,
  everything,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  acceptOne,
  openMarket,
  placeOne,
  refusal,
  requireOrder,
  stockOf,
  stopTimeAt,
  storePicture,
  type Market,
  type Person,
} from "../market.setup";
import { advance } from "./advance";

const tomorrow = () => todayIst(Date.now() + DAY_MS);

type Stage = {
  t: Market;
  distributor: Person;
  retailer: Person;
  productId: Id<"products">;
  orderId: Id<"orders">;
};

function make(person: Person, move: OrderMove, orderId: string): Promise<unknown> {
  switch (move) {
    case "accept":
      return person.client.mutation(api.orders.accept, {
        ...{ orderId, deliveryBefore: tomorrow() },
      });
    case "reject":
      return person.client.mutation(api.orders.reject, { orderIds: [orderId], reason: "No stock" });
    case "cancel":
      return person.client.mutation(api.orders.cancel, {
        orderIds: [orderId],
        reason: "Ordered twice",
      });
    case "complete":
      return person.client.mutation(api.orders.complete, { orderIds: [orderId] });
  }
}

const WAY_TO: Record<OrderStatus, OrderMove[]> = {
  pending: [],
  accepted: ["accept"],
  rejected: ["reject"],
  cancelled: ["cancel"],
  completed: ["accept", "complete"],
};

/** A market with one order of 4 out of 10, brought to `status` by its own parties. */
async function orderThatIs(status: OrderStatus): Promise<Stage> {
  const t = openMarket();
  const distributor = await joinDistributor(t);
  const retailer = await joinRetailer(t);
  const productId = await listProduct(t, distributor, { stock: 10 });
  const orderId = await placeOne(retailer, productId, 4);
  for (const move of WAY_TO[status]) {
    await make(ORDER_MOVES[move].by === "retailer" ? retailer : distributor, move, orderId);
  }
  return { t, distributor, retailer, productId, orderId };
}

const MOVES = Object.keys(ORDER_MOVES) as OrderMove[];

/** The four moves that exist; everything else is refused, or a repeat that changes nothing. */
const LEGAL = new Set(["accept pending", "reject pending", "cancel pending", "complete accepted"]);
const REPEAT = new Set([
  "accept accepted",
  "reject rejected",
  "cancel cancelled",
  "complete completed",
]);

describe("[I-14] the order's own party", () => {
  it.each(ORDER_STATUSES.flatMap((status) => MOVES.map((move) => [move, status] as const)))(
    "%s on an order that is %s",
    async (move, status) => {
      const { t, distributor, retailer, orderId } = await orderThatIs(status);
      const person = ORDER_MOVES[move].by === "retailer" ? retailer : distributor;
      const before = await everything(t);
      if (LEGAL.has(`${move} ${status}`)) {
        await make(person, move, orderId);
        expect((await requireOrder(t, orderId)).status).toBe(ORDER_MOVES[move].to);
      } else if (REPEAT.has(`${move} ${status}`)) {
        await make(person, move, orderId);
        expect(await everything(t)).toBe(before);
      } else {
        expect(await refusal(make(person, move, orderId))).toMatchObject({
          code: "ILLEGAL_MOVE",
          status,
        });
        expect(await everything(t)).toBe(before);
      }
    },
  );
});

describe("[I-14] anybody else", () => {
  it.each(ORDER_STATUSES.flatMap((status) => MOVES.map((move) => [move, status] as const)))(
    "may not %s an order that is %s, and learns nothing of it",
    async (move, status) => {
      const { t, distributor, retailer, orderId } = await orderThatIs(status);
      const [rival, neighbour] = [await joinDistributor(t), await joinRetailer(t)];
      const admin = await joinAdmin(t);
      const before = await everything(t);
      const [stranger, wrongSide] =
        ORDER_MOVES[move].by === "retailer" ? [neighbour, distributor] : [rival, retailer];
      expect(await refusal(make(stranger, move, orderId))).toMatchObject({ code: "NOT_FOUND" });
      expect(await refusal(make(wrongSide, move, orderId))).toMatchObject({ code: "FORBIDDEN" });
      expect(await refusal(make(admin, move, orderId))).toMatchObject({ code: "FORBIDDEN" });
      expect(await everything(t)).toBe(before);
    },
  );

  it("is refused by the move itself, without the caller's check", async () => {
    const { t, distributor, retailer, orderId } = await orderThatIs("pending");
    const order = await requireOrder(t, orderId);
    const [data, now] = [{ orderCancelReason: "r" }, Date.now()];
    for (const { user } of [retailer, await joinDistributor(t), await joinAdmin(t)]) {
      const call = t.run((ctx) => advance(ctx, { order, move: "reject", actor: user, data, now }));
      expect(await refusal(call)).toEqual({ code: "NOT_FOUND" });
    }
    const call = t.run((ctx) =>
      advance(ctx, { order, move: "cancel", actor: distributor.user, data, now }),
    );
    expect(await refusal(call)).toEqual({ code: "NOT_FOUND" });
    expect((await requireOrder(t, orderId)).status).toBe("pending");
  });

  it.each(MOVES)("cannot %s a missing order", async (move) => {
    const { distributor, retailer, productId } = await orderThatIs("pending");
    const person = ORDER_MOVES[move].by === "retailer" ? retailer : distributor;
    for (const id of [
      "",
      "null",
      "../x",
      "__proto__",
      productId,
      "-1",
      `${productId}-1`,
      "a".repeat(5000),
    ]) {
      expect(await refusal(make(person, move, id))).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("[I-14] the fields of an order in each status", () => {
  it.each([
    ["pending", []],
    ["accepted", ["deliveryBefore", "acceptedAt"]],
    ["rejected", ["orderCancelReason", "rejectedAt"]],
    ["cancelled", ["orderCancelReason", "cancelledAt"]],
    ["completed", ["deliveryBefore", "acceptedAt", "completedOn"]],
  ] as const)("%s: %s", async (status, present) => {
    const { t, orderId } = await orderThatIs(status);
    const order = await requireOrder(t, orderId);
    const optional = [
      "deliveryBefore",
      "acceptedAt",
      "rejectedAt",
      "cancelledAt",
      "completedOn",
      "orderCancelReason",
    ] as const;
    expect(optional.filter((field) => order[field] !== undefined)).toEqual(
      expect.arrayContaining([...present]),
    );
    expect(optional.filter((field) => order[field] !== undefined)).toHaveLength(present.length);
  });
});

describe("[I-04] the stock of an order that came to nothing", () => {
  it.each(["reject", "cancel"] as const)(
    "returns once on %s, however often it is asked",
    async (move) => {
      const { t, distributor, retailer, productId, orderId } = await orderThatIs("pending");
      const person = move === "cancel" ? retailer : distributor;
      await Promise.allSettled([
        make(person, move, orderId),
        make(person, move, orderId),
        make(person, move, orderId),
      ]);
      expect(await stockOf(t, productId)).toBe(10);
    },
  );

  it.each(MOVES.flatMap((first) => MOVES.map((second) => [first, second] as const)))(
    "is right when %s and %s meet",
    async (first, second) => {
      const { t, distributor, retailer, productId, orderId } = await orderThatIs("pending");
      const run = (move: OrderMove) =>
        make(ORDER_MOVES[move].by === "retailer" ? retailer : distributor, move, orderId);
      await Promise.allSettled([run(first), run(second)]);
      const { status } = await requireOrder(t, orderId);
      const returned = status === "rejected" || status === "cancelled";
      expect(await stockOf(t, productId)).toBe(returned ? 10 : 6);
    },
  );

  it("returns also to a product that was taken off the market meanwhile", async () => {
    const { t, distributor, productId, orderId } = await orderThatIs("pending");
    await distributor.client.mutation(api.products.archive, { productId });
    await make(distributor, "reject", orderId);
    expect(await stockOf(t, productId)).toBe(10);
  });
});

describe("accepting", () => {
  it("[I-16] dates the order and issues its invoice in the same step", async () => {
    const { t, distributor, retailer, orderId } = await orderThatIs("pending");
    const { invoiceId } = await acceptOne(distributor, {
      orderId,
      deliveryBefore: tomorrow(),
    });
    expect(await requireOrder(t, orderId)).toMatchObject({
      status: "accepted",
      deliveryBefore: tomorrow(),
    });
    expect(await retailer.client.query(api.invoices.one, { invoiceId })).toMatchObject({
      invoiceNo: "1",
    });
  });

  it("[SELLER5] again with the same date answers the same invoice; with another date it is refused", async () => {
    const { distributor, orderId } = await orderThatIs("pending");
    const send = (deliveryBefore: string) =>
      distributor.client.mutation(api.orders.accept, { orderId, deliveryBefore });
    const first = await send(tomorrow());
    expect(await send(tomorrow())).toEqual(first);
    expect(await refusal(send(todayIst(Date.now() + 2 * DAY_MS)))).toMatchObject({
      code: "ILLEGAL_MOVE",
      status: "accepted",
    });
  });

  it.each([
    ["", "NO_DELIVERY_DATE"],
    ["  ", "NO_DELIVERY_DATE"],
    ["tomorrow", "BAD_DELIVERY_DATE"],
    ["2020-01-01", "BAD_DELIVERY_DATE"],
    ["2099-01-01", "BAD_DELIVERY_DATE"],
  ])("refuses the date '%s' with %s", async (deliveryBefore, code) => {
    const { t, distributor, orderId } = await orderThatIs("pending");
    const before = await everything(t);
    const call = distributor.client.mutation(api.orders.accept, {
      ...{ orderId, deliveryBefore },
    });
    expect(await refusal(call)).toMatchObject({ code });
    expect(await everything(t)).toBe(before);
  });

  it("[I-16] without picture and without UPI ID changes nothing", async () => {
    const t = openMarket();
    const distributor = await joinDistributor(t, { upiId: undefined });
    const orderId = await placeOne(await joinRetailer(t), await listProduct(t, distributor));
    const before = await everything(t);
    expect(await refusal(make(distributor, "accept", orderId))).toMatchObject({ code: "NO_QR" });
    expect(await everything(t)).toBe(before);
  });
});

describe("rejecting", () => {
  it.each(["", "   ", "a".repeat(501)])(
    "needs a reason of at most 500 characters ('%s')",
    async (reason) => {
      const { distributor, orderId } = await orderThatIs("pending");
      const call = distributor.client.mutation(api.orders.reject, { orderIds: [orderId], reason });
      expect(await refusal(call)).toMatchObject({ code: "NO_REASON" });
    },
  );

  it("puts the order on both sides' rejected lists, with the reason", async () => {
    const { distributor, retailer, orderId } = await orderThatIs("rejected");
    const asked = { list: "rejected", paginationOpts: FIRST_PAGE } as const;
    const expected = [{ _id: orderId, status: "rejected", orderCancelReason: "No stock" }];
    expect((await distributor.client.query(api.orders.incoming, asked)).page).toMatchObject(
      expected,
    );
    expect((await retailer.client.query(api.orders.outgoing, asked)).page).toMatchObject(expected);
  });

  it("again for another reason is refused", async () => {
    const { distributor, orderId } = await orderThatIs("rejected");
    const call = distributor.client.mutation(api.orders.reject, {
      orderIds: [orderId],
      reason: "Other",
    });
    expect(await refusal(call)).toMatchObject({ code: "ILLEGAL_MOVE", status: "rejected" });
  });
});

describe("cancelling", () => {
  it("[BUYER4] [STATUS6] says so in the message, and keeps the retailer's own words in the timeline", async () => {
    const { retailer, orderId } = await orderThatIs("cancelled");
    const order = await retailer.client.query(api.orders.one, { orderId });
    expect(order?.msg).toBe("Cancelled by Retailer. Reason: Ordered twice");
    expect(order?.orderCancelReason).toBe("Ordered twice");
    const timeline = await retailer.client.query(api.orders.timeline, { orderId });
    expect(timeline).toMatchObject([
      { kind: "placed", msg: "Please deliver soon." },
      {
        kind: "cancelled",
        by: "retailer",
        from: "pending",
        to: "cancelled",
        reason: "Ordered twice",
      },
    ]);
  });

  it("never doubles the prefix, and the whole sentence is the same reason", async () => {
    const { t, retailer, orderId } = await orderThatIs("cancelled");
    await retailer.client.mutation(api.orders.cancel, {
      orderIds: [orderId],
      reason: "Cancelled by Retailer. Reason: Ordered twice",
    });
    const order = await retailer.client.query(api.orders.one, { orderId });
    expect(order?.msg).toBe("Cancelled by Retailer. Reason: Ordered twice");
    expect((await requireOrder(t, orderId)).msg).toBe("Please deliver soon.");
  });

  it("needs a reason, and the bare prefix is none", async () => {
    const { retailer, orderId } = await orderThatIs("pending");
    for (const reason of ["", " ", "Cancelled by Retailer. Reason: "]) {
      const call = retailer.client.mutation(api.orders.cancel, { orderIds: [orderId], reason });
      expect(await refusal(call)).toMatchObject({ code: "NO_REASON" });
    }
  });
});

describe("completing", () => {
  it("[STATUS4] notes the moment of completion, on the server's clock", async () => {
    const { distributor, orderId } = await orderThatIs("accepted");
    const before = Date.now();
    await distributor.client.mutation(api.orders.complete, { orderIds: [orderId] });
    const order = await distributor.client.query(api.orders.one, { orderId });
    expect(order).toMatchObject({ _id: orderId, status: "completed" });
    expect(order?.completedOn).toBeGreaterThanOrEqual(before);
    expect(order?.completedOn).toBeLessThanOrEqual(Date.now());
  });
});

describe("the message", () => {
  it.each(["pending", "accepted"] as const)(
    "[STATUS9] can be reworded while the order is %s",
    async (status) => {
      const { retailer, orderId } = await orderThatIs(status);
      await retailer.client.mutation(api.orders.updateMessage, { orderId, msg: "  Ring twice  " });
      expect((await retailer.client.query(api.orders.one, { orderId }))?.msg).toBe("Ring twice");
      const timeline = await retailer.client.query(api.orders.timeline, { orderId });
      expect(timeline.at(-1)).toMatchObject({
        kind: "messageChanged",
        from: status,
        to: status,
        msg: "Ring twice",
      });
    },
  );

  it.each(["rejected", "cancelled", "completed"] as const)(
    "[STATUS9] stays as it is once the order is %s",
    async (status) => {
      const { retailer, orderId } = await orderThatIs(status);
      const call = retailer.client.mutation(api.orders.updateMessage, {
        orderId,
        msg: "Ring twice",
      });
      expect(await refusal(call)).toMatchObject({ code: "ILLEGAL_MOVE", status });
    },
  );

  it("reworded without end pushes the beginning off the timeline, never the end", async () => {
    const { t, distributor, retailer, orderId } = await orderThatIs("accepted");
    await t.run(async (ctx) => {
      for (let n = 0; n < ORDER_EVENTS_MAX; n += 1) {
        await ctx.db.insert("orderEvents", {
          orderId,
          kind: "messageChanged",
          actorId: retailer.user._id,
          at: Date.now(),
          from: "accepted",
          to: "accepted",
          msg: `message ${n}`,
        });
      }
    });
    await make(distributor, "complete", orderId);
    const timeline = await retailer.client.query(api.orders.timeline, { orderId });
    expect(timeline).toHaveLength(ORDER_EVENTS_MAX);
    expect(timeline.at(0)).toMatchObject({ msg: "message 1" });
    expect(timeline.at(-1)).toMatchObject({ kind: "completed", by: "distributor" });
  });

  it("cannot be empty, too long, or somebody else's", async () => {
    const { t, retailer, orderId } = await orderThatIs("pending");
    for (const msg of ["", "   ", "\n", "a".repeat(2001)]) {
      const call = retailer.client.mutation(api.orders.updateMessage, { orderId, msg });
      expect(await refusal(call)).toMatchObject({ code: "NO_MESSAGE" });
    }
    const neighbour = await joinRetailer(t);
    const call = neighbour.client.mutation(api.orders.updateMessage, { orderId, msg: "Mine now" });
    expect(await refusal(call)).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("taking an order off one's lists", () => {
  const lists = async ({ distributor, retailer }: Stage, list: "rejected" | "completed") => ({
    incoming: (
      await distributor.client.query(api.orders.incoming, { list, paginationOpts: FIRST_PAGE })
    ).page.length,
    outgoing: (
      await retailer.client.query(api.orders.outgoing, { list, paginationOpts: FIRST_PAGE })
    ).page.length,
  });

  it.each(["rejected", "cancelled"] as const)(
    "[SELLER17] [BUYER11] each side hides a %s order for itself only",
    async (status) => {
      const stage = await orderThatIs(status);
      await stage.distributor.client.mutation(api.orders.hide, { orderIds: [stage.orderId] });
      expect(await lists(stage, "rejected")).toEqual({ incoming: 0, outgoing: 1 });
      await stage.retailer.client.mutation(api.orders.hide, { orderIds: [stage.orderId] });
      expect(await lists(stage, "rejected")).toEqual({ incoming: 0, outgoing: 0 });
      expect((await requireOrder(stage.t, stage.orderId)).status).toBe(status);
    },
  );

  it("[STATUS8] a completed one is hidden by the retailer, not by the distributor", async () => {
    const stage = await orderThatIs("completed");
    const { distributor, retailer, orderId } = stage;
    expect(
      await refusal(distributor.client.mutation(api.orders.hide, { orderIds: [orderId] })),
    ).toMatchObject({
      code: "ILLEGAL_MOVE",
      status: "completed",
    });
    await retailer.client.mutation(api.orders.hide, { orderIds: [orderId] });
    expect(await lists(stage, "completed")).toEqual({ incoming: 1, outgoing: 0 });
  });

  it.each(["pending", "accepted"] as const)("a %s one cannot be hidden", async (status) => {
    const { distributor, retailer, orderId } = await orderThatIs(status);
    for (const { client } of [distributor, retailer]) {
      expect(
        await refusal(client.mutation(api.orders.hide, { orderIds: [orderId] })),
      ).toMatchObject({
        code: "ILLEGAL_MOVE",
        status,
      });
    }
  });

  it("is not for strangers and admins", async () => {
    const { t, orderId } = await orderThatIs("rejected");
    for (const { client } of [await joinRetailer(t), await joinDistributor(t)]) {
      expect(await refusal(client.mutation(api.orders.hide, { orderIds: [orderId] }))).toEqual({
        code: "NOT_FOUND",
      });
    }
    const { client } = await joinAdmin(t);
    expect(await refusal(client.mutation(api.orders.hide, { orderIds: [orderId] }))).toEqual({
      code: "FORBIDDEN",
    });
  });

  it("changes neither the stock nor the invoice", async () => {
    const stage = await orderThatIs("completed");
    await stage.retailer.client.mutation(api.orders.hide, { orderIds: [stage.orderId] });
    expect(await stockOf(stage.t, stage.productId)).toBe(6);
    const invoices = await stage.retailer.client.query(api.invoices.mine, {
      paginationOpts: FIRST_PAGE,
    });
    expect(invoices.page).toHaveLength(1);
  });
});

describe("reading one order", () => {
  it("both parties and an admin may; others get what a missing order gets", async () => {
    const { t, distributor, retailer, orderId } = await orderThatIs("accepted");
    for (const { client } of [distributor, retailer, await joinAdmin(t)]) {
      expect(await client.query(api.orders.one, { orderId })).toMatchObject({ _id: orderId });
      expect(await client.query(api.orders.timeline, { orderId })).toHaveLength(2);
    }
    for (const { client } of [await joinDistributor(t), await joinRetailer(t)]) {
      expect(await client.query(api.orders.one, { orderId })).toBeNull();
      expect(await client.query(api.orders.timeline, { orderId })).toEqual([]);
    }
    expect(await retailer.client.query(api.orders.one, { orderId: "../x" })).toBeNull();
  });
});

describe("the completed list", () => {
  afterEach(() => vi.useRealTimers());

  it("[SELLER22] is ordered and bounded by the moment of completion, ends included", async () => {
    const start = Date.parse("2026-11-21T06:30:00Z");
    vi.useFakeTimers({ toFake: ["Date"], now: start - DAY_MS });
    const t = openMarket();
    const distributor = await joinDistributor(t);
    const retailer = await joinRetailer(t);
    const productId = await listProduct(t, distributor);
    const placed: Id<"orders">[] = [];
    for (let n = 0; n < 4; n += 1) placed.push(await placeOne(retailer, productId));
    // Completed in another order than placed.
    for (const [day, index] of [1, 3, 0, 2].entries()) {
      vi.setSystemTime(start + day * DAY_MS - DAY_MS / 2);
      await make(distributor, "accept", placed[index]!);
      await stopTimeAt(t, start + day * DAY_MS);
      await make(distributor, "complete", placed[index]!);
    }
    const completed = async (question: object) => {
      const asked = { list: "completed", paginationOpts: FIRST_PAGE, ...question } as const;
      const { page } = await distributor.client.query(api.orders.incoming, asked);
      return page.map((order) => ((order.completedOn ?? 0) - start) / DAY_MS);
    };
    expect(await completed({})).toEqual([3, 2, 1, 0]);
    expect(await completed({ sort: "oldest" })).toEqual([0, 1, 2, 3]);
    expect(await completed({ from: start + DAY_MS, to: start + 2 * DAY_MS })).toEqual([2, 1]);
    expect(await completed({ from: start + 2 * DAY_MS, sort: "oldest" })).toEqual([2, 3]);
    expect(await completed({ to: start - 1 })).toEqual([]);
  });

  it("comes in pages", async () => {
    const t = openMarket();
    const distributor = await joinDistributor(t);
    const retailer = await joinRetailer(t);
    const productId = await listProduct(t, distributor);
    for (let n = 0; n < 5; n += 1) await placeOne(retailer, productId);
    const ask = (cursor: string | null) =>
      distributor.client.query(api.orders.incoming, {
        list: "pending",
        paginationOpts: { numItems: 2, cursor },
      });
    const first = await ask(null);
    const second = await ask(first.continueCursor);
    const third = await ask(second.continueCursor);
    expect([first.page.length, second.page.length, third.page.length]).toEqual([2, 2, 1]);
    expect(
      new Set([...first.page, ...second.page, ...third.page].map((order) => order._id)).size,
    ).toBe(5);
    expect(third.isDone).toBe(true);
  });
});

describe("[I-30] after an account is closed", () => {
  it("the other party still reads, answers and completes its orders", async () => {
    const stage = await orderThatIs("pending");
    const { t, distributor, retailer, orderId } = stage;
    await t.run((ctx) => ctx.db.patch("users", retailer.user._id, { deactivatedAt: 1 }));
    const asked = { list: "pending", paginationOpts: FIRST_PAGE } as const;
    expect((await distributor.client.query(api.orders.incoming, asked)).page).toHaveLength(1);
    await make(distributor, "accept", orderId);
    await make(distributor, "complete", orderId);
    const invoices = await distributor.client.query(api.invoices.mine, {
      paginationOpts: FIRST_PAGE,
    });
    expect(invoices.page).toMatchObject([{ retailerName: retailer.user.name }]);
  });

  it("the retailer still reads what it ordered from a closed distributor, with pictures that are gone", async () => {
    const { t, distributor, retailer, orderId } = await orderThatIs("completed");
    const [line] = (await requireOrder(t, orderId)).lines;
    await t.run(async (ctx) => {
      await ctx.db.patch("users", distributor.user._id, { deactivatedAt: 1 });
      await ctx.storage.delete(line!.imageId);
    });
    expect(await retailer.client.query(api.orders.one, { orderId })).toMatchObject({
      lines: [{ imageUrl: null }],
    });
  });
});

describe("a QR picture", () => {
  it("is kept on the invoice, and no UPI link beside it", async () => {
    const { t, distributor, orderId } = await orderThatIs("pending");
    const qrImageId = await storePicture(t);
    await t.run((ctx) =>
      ctx.db.insert("uploads", {
        imageId: qrImageId,
        userId: distributor.user._id,
        purpose: "qrCode",
        claimed: false,
      }),
    );
    const { invoiceId } = await acceptOne(distributor, {
      orderId,
      deliveryBefore: tomorrow(),
      qrImageId,
    });
    const invoice = await distributor.client.query(api.invoices.one, { invoiceId });
    expect(invoice?.qrImageUrl).toEqual(expect.any(String));
    expect(invoice?.upiLink).toBeUndefined();
  });
});
