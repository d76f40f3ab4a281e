/** The database calls of placing an order: each crosses from app code into the backend, which is most of what it costs. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../_generated/api";
import schema from "../schema";
import {
  connectPair,
  foldEffects,
  joinDistributor,
  joinRetailer,
  listProduct,
  newKey,
  openMarket,
  placeOne,
} from "../market.setup";

/** The runtime's calls that the library makes for `ctx.db` and `ctx.runMutation`; a query counts once, whatever it reads. */
const COUNTED = /^1\.0\/(get|queryStream|insert|shallowMerge|replace|remove|runUdf|schedule)$/;
/** Three of them are the rate limit's; one queues what others are told, however many lines there are. */
const CALLS_MAX = 18;
/** Session, user, product, stock and distributor. */
const ROWS_READ_MAX = 5;
/** The key, the rate limit, connection, account, reservations, and the marker of the fold. */
const RANGES_READ_MAX = 6;
/** Its product and stock are read, and the stock is written. */
const CALLS_PER_LINE = 3;

/** Rows of tables and indexes that one order's inserts write, the two indexes that every table has included. */
const ROWS_MAX = 16;

// What is scheduled waits: the calls of a fold that runs meanwhile are no part of an order's.
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Syscalls = { asyncSyscall: unknown; syscall: unknown };
type Syscall = (name: string, args: string) => unknown;

type Call = { readonly name: string; readonly args: string };

/** Returns the counted calls that `run` makes, its components' included. */
async function callsOf(run: () => Promise<unknown>): Promise<Call[]> {
  const scope = globalThis as unknown as { Convex: Syscalls };
  const convex = scope.Convex;
  const original = Object.getOwnPropertyDescriptor(scope, "Convex")!;
  const calls: Call[] = [];
  const counting = new Proxy(convex, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (key !== "asyncSyscall" && key !== "syscall") return value;
      return (name: string, args: string) => {
        if (COUNTED.test(name)) calls.push({ name, args });
        return (value as Syscall)(name, args);
      };
    },
  });
  Object.defineProperty(scope, "Convex", { value: counting, configurable: true, writable: true });
  try {
    await run();
  } finally {
    Object.defineProperty(scope, "Convex", original);
  }
  return calls;
}

/** Returns the calls of an order with this many lines, from a retailer who has ordered before. */
async function callsOfOrder(
  lineCount: number,
  isConnected: boolean,
  quantity = 1,
): Promise<Call[]> {
  const t = openMarket();
  const [retailer, distributor] = [await joinRetailer(t), await joinDistributor(t)];
  if (isConnected) await connectPair(t, retailer, distributor);
  const productId = await listProduct(t, distributor, { stock: 100 });
  const lines = [{ productId, quantity }];
  while (lines.length < lineCount)
    lines.push({ productId: await listProduct(t, distributor, { stock: 100 }), quantity: 1 });
  await placeOne(retailer, productId);
  await foldEffects(t);
  // The fold is at work from here on, as in a busy market.
  await placeOne(retailer, productId);
  const msg = "Please deliver soon.";
  return callsOf(() =>
    retailer.client.mutation(api.orders.place, { orderKey: newKey(), msg, lines }),
  );
}

const namesOf = (calls: readonly Call[]) => calls.map(({ name }) => name);

it(`makes at most ${CALLS_MAX} for one line of a connected retailer`, async () => {
  const calls = namesOf(await callsOfOrder(1, true));
  expect(calls).toContain("1.0/runUdf");
  expect(calls.length, calls.join(" ")).toBeLessThanOrEqual(CALLS_MAX);
  const countOf = (name: string) => calls.filter((call) => call === name).length;
  expect(countOf("1.0/get")).toBeLessThanOrEqual(ROWS_READ_MAX);
  expect(countOf("1.0/queryStream")).toBeLessThanOrEqual(RANGES_READ_MAX);
});

it("makes no more for a newcomer, whose share of the stock is limited, until it may be reached: then its pending orders are read", async () => {
  const [connected, newcomer, greedy] = [
    await callsOfOrder(1, true),
    await callsOfOrder(1, false),
    // With the two pieces that wait it is all of the share.
    await callsOfOrder(1, false, 31),
  ].map(namesOf);
  expect(newcomer!.length, newcomer!.join(" ")).toBe(connected!.length);
  expect(greedy!.length, greedy!.join(" ")).toBe(connected!.length + 1);
});

it(`makes at most ${CALLS_PER_LINE} for each further line`, async () => {
  const [one, three] = [await callsOfOrder(1, false), await callsOfOrder(3, false)];
  expect(three.length - one.length, namesOf(three).join(" ")).toBeLessThanOrEqual(
    2 * CALLS_PER_LINE,
  );
});

it("reads and writes no notifications, webhooks and figures: the fold does", async () => {
  const calls = (await callsOfOrder(3, true)).map(({ name, args }) => `${name} ${args}`);
  const inserted = calls.filter((call) => call.startsWith("1.0/insert "));
  expect(inserted.filter((call) => call.includes('"effects"'))).toHaveLength(1);
  const tables = /"(notifications|notificationSettings|pushSubscriptions|webhooks|counters)\b/;
  expect(calls.filter((call) => !call.includes('"effects"') && tables.test(call))).toEqual([]);
});

it(`writes at most ${ROWS_MAX} rows of tables and indexes for one line`, async () => {
  const inserts = (await callsOfOrder(1, true)).filter(({ name }) => name === "1.0/insert");
  const rows = inserts.map(({ args }) => {
    const { table } = JSON.parse(args) as { table: keyof typeof schema.tables };
    // By id and by creation time, beside the declared ones.
    return 2 + schema.tables[table][" indexes"]().length;
  });
  expect(inserts).toHaveLength(3);
  expect(rows.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(ROWS_MAX);
});
