/**
 * Random trading against a model that knows only the rules: after each step every stock, order, invoice, connection and counter
 * must be what the model says. One step at a time, and in bursts whose steps are sent at once. `npm run prove -- --only model`
 * does it for longer.
 */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RESTORE_ECHO_MS } from "../../domain/limits";
import { LIST_OF_STATUS, ORDER_STATUSES } from "../../domain/orderLifecycle";
import { lineIdOf } from "../../domain/orderLines";
import { api, internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { topOf } from "../figures/counters";
import {
  ANY_ORDERS,
  foldEffects,
  joinAdmin,
  joinDistributor,
  joinRetailer,
  listProduct,
  type Market,
  openMarket,
  type Person,
  settledTime,
} from "../market.setup";
import { type SoldTables, soldViolations } from "../figures/soldRows.setup";
import { type KhataTables, khataTables, khataViolations } from "../khata/khataRows.setup";
import { notificationViolations } from "../notifications/notificationRows.setup";
import { stockOf } from "../products/stock";
import { reserve, restore } from "../rest/rest.setup";
import {
  type Action,
  type Model,
  PRICE_PAISE,
  actionOf,
  nameAt,
  openModel,
  predict,
  sellerOf,
} from "./model.setup";
import {
  DISTRIBUTORS,
  EVENTFUL_DAYS,
  LINES,
  OFFERS,
  RETAILERS,
  STOCKS,
  type Step,
  ownerOf,
  step,
} from "./steps.setup";
import { type Done, type Trader, type World, act, historyOf, keepDone } from "./world.setup";

/** Runs may take a day or two; some begin in one financial year and end in the next. */
const BEGIN = Date.parse("2027-03-31T01:00:00+05:30");
const HOUR_MS = 3_600_000;

/** `prove/trading/model.ts` asks for more runs than are tried here, with a seed of its own. */
const ASKED = Number(import.meta.env["MODEL_RUNS"] ?? 0);
const SEED: unknown = import.meta.env["MODEL_SEED"];
const runs = (usual: number) => ({
  numRuns: ASKED === 0 ? usual : ASKED,
  ...(SEED !== undefined && { seed: Number(SEED) }),
});
/** Reading all rows takes longer than a step: of many runs, not after every step but after so many. */
const STEPS_PER_LOOK = ASKED === 0 ? 1 : 10;
const MOST_MS = 900_000;

beforeEach(() => vi.useFakeTimers({ now: BEGIN, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

type TestWorld = World & {
  readonly t: Market;
  readonly retailers: Person[];
  readonly distributors: Person[];
};

function traderOf(person: Person): Trader {
  const { user, client } = person;
  return {
    id: user._id,
    query: (query, args) => client.query(query, ...([args] as never)),
    mutation: (mutation, args) => client.mutation(mutation, ...([args] as never)),
    hold: (productId, quantity) => reserve(person, productId, quantity),
    restore: (productId, increment) => restore(person, productId, increment),
  };
}

async function openWorld(): Promise<TestWorld> {
  const t = openMarket();
  const [distributors, retailers]: [Person[], Person[]] = [[], []];
  for (let n = 0; n < DISTRIBUTORS; n += 1) distributors.push(await joinDistributor(t));
  for (let n = 0; n < RETAILERS; n += 1) retailers.push(await joinRetailer(t));
  await distributors[0]!.client.mutation(api.orders.saveTerms, { terms: ANY_ORDERS });
  const products: Id<"products">[] = [];
  for (const [index, stock] of STOCKS.entries()) {
    const fields = { stock, pricePaise: PRICE_PAISE, name: nameAt(PRICE_PAISE) };
    products.push(await listProduct(t, distributors[ownerOf(index)]!, fields));
  }
  const named = (role: string, some: Person[]) =>
    some.map((person, n) => [`${role} ${n}`, traderOf(person)] as const);
  const people = new Map([
    ...named("retailer", retailers),
    ...named("distributor", distributors),
    ...named("admin", [await joinAdmin(t)]),
  ]);
  const wait = async (hours: number) => {
    vi.setSystemTime(Date.now() + hours * HOUR_MS);
    const over = await t.run((ctx) => ctx.db.query("stockHolds").take(100));
    for (const { _id: holdId } of over)
      await t.mutation(internal.orders.holdExpiry.expire, { holdId });
    const offers = await t.run((ctx) => ctx.db.query("offers").take(100));
    for (const { _id: offerId, expiresAt } of offers)
      if (expiresAt <= Date.now())
        await t.mutation(internal.orders.offerExpiry.expire, { offerId });
  };
  return { t, retailers, distributors, people, products, orders: [], offers: [], last: [], wait };
}

type Rows = KhataTables &
  SoldTables & {
    products: ((Doc<"products"> & { stock: number }) | null)[];
    connections: Doc<"connections">[];
    holds: Doc<"stockHolds">[];
    offers: Doc<"offers">[];
    userCounts: Doc<"userCounts">[];
    returns: Doc<"stockReturns">[];
  };

async function rowsOf({ t, products }: TestWorld): Promise<Rows> {
  await foldEffects(t);
  return t.run(async (ctx) => ({
    products: await Promise.all(
      products.map(async (id) => {
        const product = await ctx.db.get("products", id);
        return product && { ...product, stock: await stockOf(ctx, product) };
      }),
    ),
    ...(await khataTables(ctx)),
    connections: await ctx.db.query("connections").take(1000),
    holds: await ctx.db.query("stockHolds").take(1000),
    offers: await ctx.db.query("offers").take(1000),
    userCounts: await ctx.db.query("userCounts").take(1000),
    returns: await ctx.db.query("stockReturns").take(1000),
    salesDays: await ctx.db.query("salesDays").take(1000),
    productSales: await ctx.db.query("productSales").take(1000),
    pairSales: await ctx.db.query("pairSales").take(1000),
  }));
}

/** [I-01] What is in stock, held and ordered adds up to what the owners put there; nothing is ever below zero. */
function expectStockEquation({ products, orders, holds }: Rows, model: Model): void {
  for (const [index, product] of products.entries()) {
    const ordered = orders.filter(({ status }) => status !== "rejected" && status !== "cancelled");
    const open = [...holds, ...ordered.flatMap(({ lines }) => lines)]
      .filter((each) => each.productId === product?._id)
      .reduce((sum, each) => sum + each.quantity, 0);
    expect(product?.stock).toBeGreaterThanOrEqual(0);
    expect((product?.stock ?? Number.NaN) + open).toBe(model.products[index]?.put);
  }
}

function countWhere<Row>(rows: readonly Row[], test: (row: Row) => boolean): number {
  return rows.filter(test).length;
}

/** [I-27] Every figure equals what counting the rows gives, the market's and each tenant's. */
function expectCountersRight({ retailers, distributors }: TestWorld, rows: Rows): void {
  const { orders, connections, counters, userCounts } = rows;
  const figure = (counter: string, ownerId: Id<"users"> | null = null) =>
    counters
      .filter((row) => row.counter === counter && row.ownerId === ownerId)
      .reduce((sum, row) => sum + row.count, 0);
  for (const status of ORDER_STATUSES) {
    const count = countWhere(orders, (order) => order.status === status);
    expect(figure(`orders.${status}`), status).toBe(count);
  }
  const countOf = (userId: Id<"users">, counter: string) =>
    userCounts.find((row) => row.userId === userId && row.counter === counter)?.count ?? 0;
  for (const { user } of retailers) {
    const placed = countWhere(orders, (order) => order.retailerId === user._id);
    expect(countOf(user._id, "ordersPlaced")).toBe(placed);
  }
  for (const { user } of distributors) {
    const isOwn = (row: { distributorId: Id<"users"> }) => row.distributorId === user._id;
    const own = orders.filter(isOwn);
    const completed = countWhere(own, ({ status }) => status === "completed");
    expect(countOf(user._id, "ordersCompleted")).toBe(completed);
    const asking = countWhere(connections, (row) => isOwn(row) && row.status === "pending");
    expect(figure("requests.pending", user._id)).toBe(asking);
  }
}

/** [I-27] Among equals, whoever began first: the rows are in that order. */
async function expectMostRight({ t }: TestWorld, { userCounts }: Rows): Promise<void> {
  for (const counter of ["ordersPlaced", "ordersCompleted"] as const) {
    const [most] = await t.run((ctx) => topOf(ctx, counter, 1));
    const rows = userCounts.filter((row) => row.counter === counter);
    const greatest = Math.max(0, ...rows.map(({ count }) => count));
    const first = rows.find(({ count }) => count === greatest);
    expect(most).toEqual(first && { userId: first.userId, count: greatest });
  }
}

/** [I-15], [I-16], [I-39] One invoice, with a line for each that is sent, for each order that was ever accepted; the numbers of each series 1, 2, … in the order of acceptance. */
function expectInvoicesWhole({ orders, invoices }: Rows): void {
  const accepted = orders.filter((order) => order.acceptedAt !== undefined);
  const lineIds = (order: Doc<"orders">) =>
    order.lines.flatMap(({ refused }, at) => (refused === undefined ? [lineIdOf(order, at)] : []));
  const text = (id: string, lines: readonly string[]) => [id, ...lines].join(" ");
  expect(
    invoices
      .map(({ orderId, lines }) =>
        text(
          orderId,
          lines.map(({ lineId }) => lineId),
        ),
      )
      .sort(),
  ).toEqual(accepted.map((order) => text(order._id, lineIds(order))).sort());
  const series = new Map<string, number>();
  for (const { distributorId, financialYear, number } of invoices) {
    const name = `${distributorId} ${financialYear}`;
    expect(number, name).toBe((series.get(name) ?? 0) + 1);
    series.set(name, number);
  }
}

/** [I-37] Whatever was refused is of no pieces, says how many were asked for, and is never all of an order; agreed is at most asked. */
function expectLinesWhole({ orders }: Rows): void {
  for (const { lines } of orders) {
    expect(lines.some(({ refused }) => refused === undefined)).toBe(true);
    for (const { quantity, askedQuantity, refused } of lines) {
      expect(quantity === 0).toBe(refused !== undefined);
      expect(askedQuantity ?? Infinity).toBeGreaterThan(quantity);
    }
  }
}

/** State that is compared between model and rows; `orders` are in the model's order. */
type Picture = Omit<
  Model,
  | "holds"
  | "connections"
  | "refusals"
  | "placed"
  | "closed"
  | "products"
  | "orders"
  | "offers"
  | "returns"
> & {
  orders: Omit<Model["orders"][number], "rule" | "invoice" | "offer">[];
  /** Pieces of each line of each order that are on offer. */
  offered: (readonly number[] | null)[];
  /** States of all offers. */
  offers: string[];
  products: Omit<Model["products"][number], "put">[];
  shelves: string[];
  holds: string[];
  connections: string[];
  /** Those that may still be meant by a call that restores stock. */
  returns: string[];
};

const isRecent = ({ at }: { at: number }) => at > Date.now() - RESTORE_ECHO_MS;

function pictureOfModel(model: Model): Picture {
  const { products, orders, invoices, holds, connections, offers, returns } = model;
  const shelf = (of: Model["orders"][number], side: "retailer" | "distributor") =>
    of.hiddenBy.includes(side) ? "removed" : LIST_OF_STATUS[of.status];
  return {
    products: products.map(({ put: _, ...product }) => product),
    orders: orders.map(({ rule: _, invoice: __, offer: ___, ...order }) => ({
      ...order,
      ...{ events: 0, hiddenBy: [] },
    })),
    offered: orders.map(({ offer }) => offer?.quantities ?? null),
    offers: offers.map(({ state }) => state),
    shelves: orders.map((order) => `${shelf(order, "retailer")} ${shelf(order, "distributor")}`),
    invoices,
    holds: [...holds].map(([pair, quantity]) => `${pair} ${quantity}`).sort(),
    connections: [...connections].map(([pair, status]) => `${pair} ${status}`).sort(),
    returns: returns
      .filter(isRecent)
      .map(({ product, quantity, retailer, at }) => `${product} ${quantity} ${retailer} ${at}`)
      .sort(),
  };
}

function pictureOfRows(world: TestWorld, ids: readonly Id<"orders">[], rows: Rows): Picture {
  const retailer = (id: Id<"users">) => world.retailers.findIndex(({ user }) => user._id === id);
  const distributor = (id: Id<"users">) =>
    world.distributors.findIndex(({ user }) => user._id === id);
  const orders = ids.map((id) => rows.orders.find(({ _id }) => _id === id)!);
  return {
    products: rows.products.map((row) => ({
      ...{ stock: row!.stock, pricePaise: row!.pricePaise, name: row!.name },
      archived: row!.archivedAt !== undefined,
    })),
    orders: orders.map((order) => ({
      lines: order.lines.map(({ productName, quantity, pricePaise, ...line }) => ({
        ...{ product: world.products.indexOf(line.productId), productName, quantity, pricePaise },
        ...(line.askedQuantity !== undefined && { asked: line.askedQuantity }),
        ...(line.refused !== undefined && { refused: line.refused }),
      })),
      ...{ msg: order.msg, status: order.status, events: 0, hiddenBy: [] },
      retailer: retailer(order.retailerId),
      deliveryBefore: order.deliveryBefore ?? "",
      ...(order.orderCancelReason !== undefined && { reason: order.orderCancelReason }),
    })),
    offered: orders.map(({ offer }) => offer?.quantities ?? null),
    offers: rows.offers.map(({ state }) => state),
    shelves: orders.map((order) => `${order.retailerList} ${order.distributorList}`),
    invoices: rows.invoices.map(({ orderId, financialYear, number, netAmountPaise }) => ({
      ...{ order: ids.indexOf(orderId), financialYear, number, netAmountPaise },
    })),
    holds: rows.holds
      .map((row) => {
        const product = world.products.indexOf(row.productId);
        return `${retailer(row.retailerId)} ${product} ${row.quantity}`;
      })
      .sort(),
    connections: rows.connections
      .map((row) => `${retailer(row.retailerId)} ${distributor(row.distributorId)} ${row.status}`)
      .sort(),
    returns: rows.returns
      .filter(isRecent)
      .map(({ productId, quantity, retailerId, at }) => {
        const product = world.products.indexOf(productId);
        return `${product} ${quantity} ${retailer(retailerId)} ${at}`;
      })
      .sort(),
  };
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  const [ours, theirs] = [Object.entries(left), right as Record<string, unknown>];
  return (
    ours.length === Object.keys(theirs).length &&
    ours.every(([key, value]) => isSame(value, theirs[key]))
  );
}

class Tally {
  runs = 0;
  steps = 0;
  looks = 0;
  readonly met = new Set<string>();
}

/** The model's outcomes of the actions in the given order, for the message when no order explains the result. */
function expectedOf(model: Model, actions: readonly Action[]): object {
  let after = model;
  const answers = actions.map((action) => {
    const { answer, ...next } = predict(after, action);
    after = next.after;
    return answer;
  });
  return { answers, ...pictureOfModel(after) };
}

/** Looks at all rows: everything adds up, and is as after some order of what was done since `model`. */
async function look(
  world: TestWorld,
  model: Model,
  done: readonly Done[],
  issued: Map<string, string>,
): Promise<Model> {
  const rows = await rowsOf(world);
  const ids = (order: readonly Done[]) => [
    ...world.orders,
    ...order.flatMap(({ orderIds }) => orderIds),
  ];
  const history = historyOf(model, done, (states, order) =>
    isSame(pictureOfRows(world, ids(order), rows), pictureOfModel(states.at(-1)!)),
  );
  if (history === null) {
    const answers = done.map(({ answer }) => answer);
    expect({ answers, ...pictureOfRows(world, ids(done), rows) }).toEqual(
      expectedOf(
        model,
        done.map(({ action }) => action),
      ),
    );
  }
  const { states, order } = history!;
  keepDone(world, order);
  expect(rows.orders).toHaveLength(world.orders.length);
  expectStockEquation(rows, states.at(-1)!);
  expectInvoicesWhole(rows);
  expectLinesWhole(rows);
  expectCountersRight(world, rows);
  expect(khataViolations(rows)).toEqual([]);
  expect([...soldViolations(rows)]).toEqual([]);
  for (const invoice of rows.invoices)
    if (!issued.has(invoice._id)) issued.set(invoice._id, JSON.stringify(invoice));
  return states.at(-1)!;
}

/** Checks made once, after all steps. */
async function expectTheEnd(
  world: TestWorld,
  model: Model,
  issued: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await rowsOf(world);
  await expectMostRight(world, rows);
  expect(await world.t.run(notificationViolations)).toEqual([]);
  const events = await world.t.run((ctx) => ctx.db.query("orderEvents").take(1000));
  for (const [index, id] of world.orders.entries())
    expect(countWhere(events, ({ orderId }) => orderId === id)).toBe(model.orders[index]?.events);
  // [I-15] Invoices never look different from how they looked at first.
  for (const invoice of rows.invoices)
    expect(JSON.stringify(invoice)).toBe(issued.get(invoice._id));
  for (const [n, { user, client }] of world.distributors.entries()) {
    if (model.closed.has(`distributor ${n}`)) continue;
    const own = rows.orders.filter(({ distributorId }) => distributorId === user._id);
    const waiting = countWhere(own, ({ status }) => status === "pending");
    expect(await client.query(api.orders.pendingCount, {})).toBe(waiting);
  }
}

async function trade(bursts: readonly Step[][], tally: Tally): Promise<void> {
  vi.setSystemTime(BEGIN);
  const world = await openWorld();
  let model = openModel();
  let unseen = 0;
  const issued = new Map<string, string>();
  for (const steps of bursts) {
    const now = await settledTime(world.t);
    const actions = steps
      .map((each) => actionOf(model, each, now))
      .filter((action) => action !== null);
    if (actions.length === 0) continue;
    for (const action of actions) {
      const { kind } = action;
      const name = kind === "move" ? action.move : kind === "offer" ? action.as : kind;
      tally.met.add(`${name} ${predict(model, action).answer}`);
    }
    const done = await Promise.all(actions.map((action) => act(world, action)));
    tally.steps += actions.length;
    unseen += actions.length;
    if (actions.length > 1 || unseen >= STEPS_PER_LOOK) {
      model = await look(world, model, done, issued);
      tally.looks += 1;
      unseen = 0;
    } else {
      const { answer, after } = predict(model, actions[0]!);
      expect(done[0]).toMatchObject({ answer });
      keepDone(world, done);
      model = after;
    }
  }
  model = await look(world, model, [], issued);
  await expectTheEnd(world, model, issued);
  tally.runs += 1;
  if (new Set(model.invoices.map((each) => each.financialYear)).size > 1)
    tally.met.add("a second financial year");
  if (new Set(model.invoices.map((each) => sellerOf(model.orders[each.order]!))).size > 1)
    tally.met.add("a second series");
}

/** Outcomes that every run must have met. */
const MUST_MEET = [
  ...["place done", "place INSUFFICIENT_STOCK", "place PRICE_CHANGED", "place NOT_FOUND"],
  ...["place LINES_REFUSED", "place ONE_DISTRIBUTOR", "place again done", "place again KEY_REUSED"],
  ...["place TOO_MANY_PIECES", "hold TOO_MANY_PIECES"],
  ...["accept done", "reject done", "cancel done", "complete done"],
  ...["accept ILLEGAL_MOVE", "cancel ILLEGAL_MOVE", "accept NOT_FOUND", "accept FORBIDDEN"],
  ...["accept WHOLE_ORDER", "complete WHOLE_ORDER", "accept lines BAD_QUANTITY"],
  ...["refuse done", "refuse ILLEGAL_MOVE", "refuse NOT_FOUND", "refuse FORBIDDEN"],
  ...["accept lines done", "agree done", "decline done", "withdraw done"],
  ...["agree OFFER_CLOSED", "withdraw OFFER_CLOSED", "agree NOT_FOUND", "agree FORBIDDEN"],
  ...["hide done", "hide ILLEGAL_MOVE", "reword done", "reword ILLEGAL_MOVE"],
  ...["restock done", "restock STALE_STOCK", "disconnect done", "archive NOT_FOUND"],
  ...["hold done", "hold INSUFFICIENT_STOCK", "give back done", "give back NO_STOCK_TO_RESTORE"],
  ...["add done", "close done", "close NOT_FOUND", "place UNAUTHENTICATED"],
  ...["answer done", "answer ALREADY_ANSWERED", "a second financial year", "a second series"],
];

/** Most days are short; some are long. */
const day = fc.oneof(
  { weight: 4, arbitrary: fc.array(step, { maxLength: 12, size: "max" }) },
  { weight: 1, arbitrary: fc.array(step, { maxLength: 100, size: "max" }) },
);

/** For `prove/trading/model.ts`. */
function tell({ runs: count, steps, looks }: Tally): void {
  if (ASKED > 0) console.log(`tried: ${count} runs, ${steps} steps, ${looks} looks`);
}

describe("random trading", () => {
  it(
    "[I-01] [I-54] does exactly what the rules say, and everything adds up after every step",
    async () => {
      const tally = new Tally();
      await fc.assert(
        fc.asyncProperty(day, (steps) =>
          trade(
            steps.map((each) => [each]),
            tally,
          ),
        ),
        { ...runs(250), examples: [[EVENTFUL_DAYS], [OFFERS], [LINES]] },
      );
      expect(MUST_MEET.filter((what) => !tally.met.has(what))).toEqual([]);
      tell(tally);
    },
    MOST_MS,
  );

  it(
    "[I-01] everything adds up also when steps are sent at once",
    async () => {
      const racing = step.filter(({ kind }) => kind !== "wait");
      const burst = fc.array(racing, { minLength: 2, maxLength: 5, size: "max" });
      const tally = new Tally();
      await fc.assert(
        fc.asyncProperty(fc.array(burst, { maxLength: 12, size: "max" }), (bursts) =>
          trade(bursts, tally),
        ),
        runs(80),
      );
      tell(tally);
    },
    MOST_MS,
  );
});
