/**
 * Random trading against a model that knows only the rules: after each step every stock, order, invoice, connection and counter
 * must be what the model says. One step at a time, and in bursts whose steps are sent at once.
 */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIST_OF_STATUS, ORDER_STATUSES } from "../../domain/orderLifecycle";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { mostOf, readCounter } from "../admin/counters";
import {
  EVENTFUL_DAYS,
  type Model,
  STOCKS,
  openModel,
  ownerOf,
  predict,
  step,
} from "./model.setup";
import { type World, act, openWorld } from "./world.setup";

/** Runs may take a day or two; some begin in one financial year and end in the next. */
const BEGIN = Date.parse("2027-03-31T01:00:00+05:30");
const HOUR_MS = 3_600_000;

beforeEach(() => vi.useFakeTimers({ now: BEGIN, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

type Rows = {
  products: (Doc<"products"> | null)[];
  orders: Doc<"orders">[];
  events: Doc<"orderEvents">[];
  invoices: Doc<"invoices">[];
  connections: Doc<"connections">[];
};

function rowsOf(world: World): Promise<Rows> {
  return world.t.run(async (ctx) => ({
    products: await Promise.all(world.products.map((id) => ctx.db.get("products", id))),
    orders: await ctx.db.query("orders").take(1000),
    events: await ctx.db.query("orderEvents").take(1000),
    invoices: await ctx.db.query("invoices").take(1000),
    connections: await ctx.db.query("connections").take(1000),
  }));
}

/** [I-01] What is in stock and what orders hold add up to what the owners put there; nothing is ever below zero. */
function expectStockEquation({ products, orders }: Rows, editedBy: readonly number[]): void {
  for (const [index, product] of products.entries()) {
    const held = orders
      .filter((order) => order.productId === product?._id)
      .filter((order) => order.status !== "rejected" && order.status !== "cancelled")
      .reduce((sum, order) => sum + order.quantity, 0);
    expect(product?.stock).toBeGreaterThanOrEqual(0);
    expect((product?.stock ?? Number.NaN) + held).toBe(STOCKS[index]! + editedBy[index]!);
  }
}

function countWhere<Row>(rows: readonly Row[], test: (row: Row) => boolean): number {
  return rows.filter(test).length;
}

/** [I-27] Every figure equals what counting the rows gives, the market's and each tenant's. */
async function expectCountersRight(world: World, { orders, connections }: Rows): Promise<void> {
  const { t, distributors, retailers } = world;
  await t.run(async (ctx) => {
    for (const status of ORDER_STATUSES) {
      const count = countWhere(orders, (order) => order.status === status);
      expect(await readCounter(ctx, `orders.${status}`), status).toBe(count);
    }
    for (const [counter, users, isOf] of [
      ["ordersPlaced", retailers, (order: Doc<"orders">) => order.retailerId],
      [
        "ordersCompleted",
        distributors,
        (order: Doc<"orders">) => (order.status === "completed" ? order.distributorId : null),
      ],
    ] as const) {
      const counts = users.map(({ user }) =>
        countWhere(orders, (order) => isOf(order) === user._id),
      );
      const rows = await ctx.db.query("userCounts").take(100);
      for (const [index, { user }] of users.entries()) {
        const row = rows.find((each) => each.userId === user._id && each.counter === counter);
        expect(row?.count ?? 0, counter).toBe(counts[index]);
      }
      const most = await mostOf(ctx, counter);
      expect(most?.count ?? 0, counter).toBe(Math.max(...counts));
      // Among equals, whoever began first: the rows are in that order.
      const first = rows.find((row) => row.counter === counter && row.count === most?.count);
      expect(most?.userId, counter).toBe(first?.userId);
    }
  });
  for (const { user, client } of distributors) {
    const waiting = countWhere(
      orders,
      (order) => order.distributorId === user._id && order.status === "pending",
    );
    const asking = countWhere(
      connections,
      (each) => each.distributorId === user._id && each.status === "pending",
    );
    expect(await client.query(api.orders.pendingCount, {})).toBe(waiting);
    expect(await client.query(api.network.pendingCount, {})).toBe(asking);
  }
}

/** [I-15], [I-16] One invoice per order that was ever accepted; the numbers of each series 1, 2, … in the order of acceptance. */
function expectInvoicesWhole({ orders, invoices }: Rows): void {
  const accepted = orders.filter((order) => order.acceptedAt !== undefined);
  expect(invoices.map(({ orderId }) => orderId).sort()).toEqual(
    accepted.map(({ _id }) => _id).sort(),
  );
  const series = new Map<string, number>();
  for (const { distributorId, financialYear, number } of invoices) {
    const name = `${distributorId} ${financialYear}`;
    expect(number, name).toBe((series.get(name) ?? 0) + 1);
    series.set(name, number);
  }
}

function expectOrdersAsModelled(world: World, model: Model, rows: Rows): void {
  expect(rows.orders).toHaveLength(model.orders.length);
  for (const [index, { id }] of world.orders.entries()) {
    const order = rows.orders.find(({ _id }) => _id === id);
    const { product, retailer, hiddenBy, events, deliveryBefore, ...expected } =
      model.orders[index]!;
    const list = LIST_OF_STATUS[expected.status];
    expect(order).toMatchObject({
      ...expected,
      productId: world.products[product],
      retailerId: world.retailers[retailer]?.user._id,
      distributorId: world.distributors[ownerOf(product)]?.user._id,
      retailerShelf: hiddenBy.has("retailer") ? "removed" : list,
      distributorShelf: hiddenBy.has("distributor") ? "removed" : list,
    });
    expect(order?.deliveryBefore ?? "").toBe(deliveryBefore);
    expect(countWhere(rows.events, (event) => event.orderId === id)).toBe(events);
  }
}

function expectAsModelled(world: World, model: Model, rows: Rows): void {
  for (const [index, product] of rows.products.entries()) {
    const { stock, pricePaise, archived } = model.products[index]!;
    expect(product).toMatchObject({ stock, pricePaise });
    expect(product?.archivedAt !== undefined).toBe(archived);
  }
  expectOrdersAsModelled(world, model, rows);
  const issued = rows.invoices.map(({ orderId, financialYear, number, netAmountPaise }) => ({
    order: world.orders.findIndex(({ id }) => id === orderId),
    financialYear,
    number,
    netAmountPaise,
  }));
  expect(issued).toEqual(model.invoices);
  const pairs = rows.connections.map((each): [string, string] => [
    `${world.retailers.findIndex(({ user }) => user._id === each.retailerId)} ${world.distributors.findIndex(({ user }) => user._id === each.distributorId)}`,
    each.status,
  ]);
  expect(pairs).toHaveLength(model.connections.size);
  expect(new Map(pairs)).toEqual(model.connections);
}

/** Invoices as they were first seen: none may ever look different. */
function expectFrozen(seen: Map<string, string>, { invoices }: Rows): void {
  for (const invoice of invoices) {
    const now = JSON.stringify(invoice);
    expect(now).toBe(seen.get(invoice._id) ?? now);
    seen.set(invoice._id, now);
  }
}

/** What the run is about, and would be worth nothing without having met. */
const MUST_MEET = [
  ...["place done", "place INSUFFICIENT_STOCK", "place PRICE_CHANGED", "place NOT_FOUND"],
  ...["place ONE_DISTRIBUTOR", "place again done", "place again KEY_REUSED"],
  ...["accept done", "reject done", "cancel done", "complete done"],
  ...["accept ILLEGAL_MOVE", "cancel ILLEGAL_MOVE", "accept NOT_FOUND", "accept FORBIDDEN"],
  ...["hide done", "hide ILLEGAL_MOVE", "reword done", "reword ILLEGAL_MOVE"],
  ...["restock done", "restock STALE_STOCK", "disconnect done"],
  ...[
    "archive NOT_FOUND",
    "answer done",
    "answer ALREADY_ANSWERED",
    "a second financial year",
    "a second series",
  ],
];

describe("random trading", () => {
  it("[I-01] does exactly what the rules say, and everything adds up after every step", async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        vi.setSystemTime(BEGIN);
        const [world, model, frozen] = [await openWorld(), openModel(), new Map<string, string>()];
        for (const action of steps) {
          if (action.kind === "wait") vi.setSystemTime(Date.now() + action.hours * HOUR_MS);
          const expected = predict(model, action);
          if (expected === "skip") continue;
          met.add(`${action.kind === "move" ? action.move : action.kind} ${expected}`);
          expect(await act(world, action)).toBe(expected);
          const rows = await rowsOf(world);
          expectAsModelled(world, model, rows);
          expectStockEquation(
            rows,
            model.products.map(({ edited }) => edited),
          );
          expectInvoicesWhole(rows);
          expectFrozen(frozen, rows);
          await expectCountersRight(world, rows);
        }
        if (new Set(model.invoices.map((each) => each.financialYear)).size > 1) {
          met.add("a second financial year");
        }
        if (
          new Set(model.invoices.map((each) => ownerOf(model.orders[each.order]!.product))).size > 1
        ) {
          met.add("a second series");
        }
      }),
      { numRuns: 60, examples: [[EVENTFUL_DAYS]] },
    );
    expect(MUST_MEET.filter((what) => !met.has(what))).toEqual([]);
  }, 120_000);

  it("[I-01] everything adds up also when steps are sent at once", async () => {
    // Stock that is set while orders take from it has no one right figure.
    const racing = step.filter(({ kind }) => kind !== "restock" && kind !== "wait");
    const burst = fc.array(racing, { minLength: 2, maxLength: 6, size: "max" });
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 8, size: "max" }), async (bursts) => {
        vi.setSystemTime(BEGIN);
        const world = await openWorld();
        for (const steps of bursts) {
          vi.setSystemTime(Date.now() + 5 * HOUR_MS);
          const possible = steps.filter(
            (action) =>
              (world.orders.length > 0 || !("order" in action)) &&
              (action.kind !== "place again" || world.last[action.retailer] !== undefined),
          );
          await Promise.all(possible.map((action) => act(world, action)));
          const rows = await rowsOf(world);
          expectStockEquation(
            rows,
            STOCKS.map(() => 0),
          );
          expectInvoicesWhole(rows);
          await expectCountersRight(world, rows);
          expect(
            new Set(rows.connections.map((each) => `${each.retailerId} ${each.distributorId}`))
              .size,
          ).toBe(rows.connections.length);
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
