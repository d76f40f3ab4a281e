/**
 * Random trading against a model that knows only the rules: after each step the stock, every order and every counter must be what
 * the model says. Runs one step at a time, and in bursts where the steps of a burst race each other.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, todayIst } from "../../domain/dates";
import {
  ORDER_MOVES,
  ORDER_STATUSES,
  type OrderMove,
  type OrderStatus,
} from "../../domain/orderLifecycle";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { mostOf, readCounter } from "../admin/counters";
import {
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  refusal,
  type Market,
  type Person,
} from "../market.setup";

type Step =
  | { kind: "place"; retailer: number; lines: { product: number; quantity: number }[] }
  | { kind: "move"; move: OrderMove; order: number }
  | { kind: "hide"; order: number; party: "retailer" | "distributor" }
  | { kind: "restock"; product: number; stock: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("place" as const),
      retailer: fc.nat(1),
      lines: fc.array(fc.record({ product: fc.nat(1), quantity: fc.integer({ min: 1, max: 8 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      move: fc.constantFrom(...(Object.keys(ORDER_MOVES) as OrderMove[])),
      order: fc.nat(23),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("hide" as const),
      order: fc.nat(23),
      party: fc.constantFrom("retailer" as const, "distributor" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("restock" as const),
      product: fc.nat(1),
      stock: fc.nat(30),
    }),
  },
);

type ModelOrder = { product: number; quantity: number; retailer: number; status: OrderStatus };
type Model = { stock: number[]; orders: ModelOrder[] };

type World = {
  t: Market;
  distributor: Person;
  retailers: Person[];
  products: Id<"products">[];
  orders: { id: Id<"orders">; retailer: number }[];
};

const INITIAL_STOCK = [12, 20];

async function openWorld(): Promise<World> {
  const t = openMarket();
  const distributor = await joinDistributor(t);
  const retailers = [await joinRetailer(t), await joinRetailer(t)];
  const products: Id<"products">[] = [];
  for (const stock of INITIAL_STOCK) products.push(await listProduct(t, distributor, { stock }));
  return { t, distributor, retailers, products, orders: [] };
}

/** Does the step, and answers whether it was taken or with which code it was refused. */
async function act(world: World, action: Step): Promise<string> {
  const { distributor, retailers, products, orders } = world;
  const run = async (): Promise<unknown> => {
    switch (action.kind) {
      case "place": {
        const { orderIds } = await retailers[action.retailer]!.client.mutation(api.orders.place, {
          placementKey: newKey(),
          msg: "m",
          lines: action.lines.map(({ product, quantity }) => ({
            productId: products[product]!,
            quantity,
          })),
        });
        for (const id of orderIds) orders.push({ id, retailer: action.retailer });
        return;
      }
      case "restock":
        return distributor.client.mutation(api.products.edit, {
          productId: products[action.product]!,
          changes: { stock: action.stock },
        });
      case "hide": {
        const { id: orderId, retailer } = orders[action.order % orders.length]!;
        const person = action.party === "retailer" ? retailers[retailer]! : distributor;
        return person.client.mutation(api.orders.hide, { orderId });
      }
      case "move": {
        const { id: orderId, retailer } = orders[action.order % orders.length]!;
        switch (action.move) {
          case "accept":
            return distributor.client.mutation(api.orders.accept, {
              orderId,
              deliveryBefore: todayIst(Date.now() + DAY_MS),
            });
          case "reject":
            return distributor.client.mutation(api.orders.reject, { orderId, reason: "r" });
          case "cancel":
            return retailers[retailer]!.client.mutation(api.orders.cancel, {
              orderId,
              reason: "r",
            });
          case "complete":
            return distributor.client.mutation(api.orders.complete, { orderId });
        }
      }
    }
  };
  let answer = "done";
  const call = run();
  await call.catch(async () => {
    answer = String((await refusal(call))["code"]);
  });
  return answer;
}

/** What the rules say about the step. */
function predict(model: Model, action: Step): string {
  switch (action.kind) {
    case "place": {
      const stock = [...model.stock];
      for (const { product, quantity } of action.lines) {
        if (stock[product]! < quantity) return "INSUFFICIENT_STOCK";
        stock[product]! -= quantity;
      }
      model.stock = stock;
      for (const line of action.lines) {
        model.orders.push({ ...line, retailer: action.retailer, status: "pending" });
      }
      return "done";
    }
    case "restock":
      model.stock[action.product] = action.stock;
      return "done";
    case "hide": {
      const { status } = model.orders[action.order % model.orders.length]!;
      const settled = status === "rejected" || status === "cancelled";
      return settled || (status === "completed" && action.party === "retailer")
        ? "done"
        : "ILLEGAL_MOVE";
    }
    case "move": {
      const order = model.orders[action.order % model.orders.length]!;
      const { from, to } = ORDER_MOVES[action.move];
      if (order.status === to) return "done";
      if (order.status !== from) return "ILLEGAL_MOVE";
      order.status = to;
      if (to === "rejected" || to === "cancelled") model.stock[order.product]! += order.quantity;
      return "done";
    }
  }
}

/** [I-27] Every figure equals what counting the orders gives. */
async function expectCountersRight({ t, distributor, retailers }: World): Promise<void> {
  await t.run(async (ctx) => {
    const orders = await ctx.db.query("orders").take(1000);
    for (const status of ORDER_STATUSES) {
      const expected = orders.filter((order) => order.status === status).length;
      expect(await readCounter(ctx, `orders.${status}`), status).toBe(expected);
    }
    const pending = orders.filter((order) => order.status === "pending").length;
    expect(await readCounter(ctx, "orders.pending", distributor.user._id)).toBe(pending);

    const placedBy = retailers.map(
      ({ user }) => orders.filter((order) => order.retailerId === user._id).length,
    );
    const most = Math.max(...placedBy);
    expect((await mostOf(ctx, "ordersPlaced"))?.count ?? 0).toBe(most);
    const completed = orders.filter((order) => order.status === "completed").length;
    expect((await mostOf(ctx, "ordersCompleted"))?.count ?? 0).toBe(completed);
  });
}

/** [I-16] An invoice for each order that was ever accepted, and none otherwise; [I-15] numbered without a gap. */
async function expectInvoicesRight({ t }: World): Promise<void> {
  await t.run(async (ctx) => {
    const orders = await ctx.db.query("orders").take(1000);
    const invoices = await ctx.db.query("invoices").take(1000);
    const accepted = orders.filter((order) => order.acceptedAt !== undefined);
    expect(new Set(invoices.map((invoice) => invoice.orderId))).toEqual(
      new Set(accepted.map((order) => order._id)),
    );
    expect(invoices.map((invoice) => invoice.number)).toEqual(
      invoices.map((_, index) => index + 1),
    );
  });
}

describe("random trading", () => {
  it("[I-01] does exactly what the rules say, and the stock equation holds after every step", async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
        const world = await openWorld();
        const model: Model = { stock: [...INITIAL_STOCK], orders: [] };
        for (const action of steps) {
          if ("order" in action && model.orders.length === 0) continue;
          const expected = predict(model, action);
          const key =
            action.kind === "move" ? `${action.move} ${expected}` : `${action.kind} ${expected}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
          expect(await act(world, action)).toBe(expected);
          await world.t.run(async (ctx) => {
            for (const [index, id] of world.products.entries()) {
              expect((await ctx.db.get("products", id))?.stock).toBe(model.stock[index]);
            }
            for (const [index, { id }] of world.orders.entries()) {
              expect((await ctx.db.get("orders", id))?.status).toBe(model.orders[index]?.status);
            }
          });
        }
        await expectCountersRight(world);
        await expectInvoicesRight(world);
      }),
      { numRuns: 100 },
    );
    // The run is worth nothing if it never met what it is about.
    for (const key of [
      "place done",
      "place INSUFFICIENT_STOCK",
      "accept done",
      "reject done",
      "cancel done",
      "complete done",
      "cancel ILLEGAL_MOVE",
      "hide done",
    ]) {
      expect(seen.get(key) ?? 0, key).toBeGreaterThan(0);
    }
  });

  it("[I-01] keeps the stock equation also when steps race", async () => {
    const withoutRestock = step.filter((action) => action.kind !== "restock");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(withoutRestock, { minLength: 2, maxLength: 6, size: "max" }), {
          maxLength: 8,
          size: "max",
        }),
        async (bursts) => {
          const world = await openWorld();
          for (const burst of bursts) {
            const anyOrder = world.orders.length > 0;
            await Promise.all(
              burst
                .filter((action) => anyOrder || !("order" in action))
                .map((action) => act(world, action)),
            );
            await world.t.run(async (ctx) => {
              const orders = await ctx.db.query("orders").take(1000);
              for (const [index, id] of world.products.entries()) {
                const bound = orders
                  .filter((order) => order.productId === id)
                  .filter((order) => order.status !== "rejected" && order.status !== "cancelled")
                  .reduce((sum, order) => sum + order.quantity, 0);
                const stock = (await ctx.db.get("products", id))?.stock ?? Number.NaN;
                expect(stock).toBeGreaterThanOrEqual(0);
                expect(stock + bound).toBe(INITIAL_STOCK[index]);
              }
            });
          }
          await expectCountersRight(world);
          await expectInvoicesRight(world);
        },
      ),
      { numRuns: 60 },
    );
  });
});
