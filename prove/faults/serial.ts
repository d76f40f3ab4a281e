/**
 * Many sockets trade at random. Afterwards a small model applies the acknowledged mutations in commit order: every answer and every
 * query result that a socket received must equal the model's state at that timestamp.
 */
import { ConvexError } from "convex/values";
import type { Id } from "../../convex/_generated/dataModel";
import { DAY_MS, todayIst } from "../../domain/dates";
import { startMarket, until } from "../../testkit/market";
import { LeanClient } from "../../embedded/testkit/leanClient";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { exportTables, violationsIn } from "./consistency";
import { atMostMs, countOf } from "../findings";
import { type Trader, joinTraders, listProduct } from "../../testkit/traders";

const SIZE = {
  short: { calls: 10, contended: 3, skews: 10, operations: 1_000 },
  long: { calls: 400, contended: 40, skews: 120, operations: 200_000 },
};
const [SOCKETS, RETAILERS, PRODUCTS] = [50, 6, 4];
/** One socket in five is the distributor's. */
const SELLER_EVERY = 5;
const STOCK = 12;
/** The time within which every socket must receive the last commit. */
const SETTLED_MS = 1_000;
const TIMEOUT_MS = 20_000;
/** Share of mutation runs with a forced conflict, small enough that hardly any mutation runs out of retries. */
const CONTENTION = "0.1";

type Product = Id<"products">;
type Call =
  | { readonly kind: "place"; readonly lines: readonly { productId: Product; quantity: number }[] }
  | { readonly kind: "accept" | "reject" | "cancel"; readonly orderId: string }
  | { readonly kind: "restock"; readonly productId: Product; readonly stock: number };

interface Commit {
  readonly call: Call;
  readonly ts: number;
  readonly orderIds: readonly string[];
}

const STATUS_AFTER = { accept: "accepted", reject: "rejected", cancel: "cancelled" } as const;
type Status = "pending" | (typeof STATUS_AFTER)[keyof typeof STATUS_AFTER];

/** The expected state after each commit. */
class Model {
  readonly stock: Map<Product, number>;
  /** Initial stock of each product, edits included. */
  readonly initialStock: Map<Product, number>;
  readonly orders = new Map<string, { status: Status; productId: Product; quantity: number }>();
  readonly faults: string[] = [];
  pending = 0;
  readonly #history: { ts: number; stock: ReadonlyMap<Product, number>; pending: number }[] = [];

  constructor(products: readonly Product[]) {
    this.stock = new Map(products.map((id) => [id, STOCK]));
    this.initialStock = new Map(this.stock);
    this.#record(0);
  }

  /** Applies the next commit. */
  apply({ call, ts, orderIds }: Commit): void {
    if (call.kind === "place") {
      for (const [at, { productId, quantity }] of call.lines.entries()) {
        this.#reduceStock(productId, quantity);
        this.orders.set(orderIds[at]!, { status: "pending", productId, quantity });
        this.pending += 1;
      }
    } else if (call.kind === "restock") {
      const { productId, stock } = call;
      const edited = stock - this.stock.get(productId)!;
      this.initialStock.set(productId, this.initialStock.get(productId)! + edited);
      this.stock.set(productId, stock);
    } else this.#changeStatus(call.orderId, STATUS_AFTER[call.kind], call.kind !== "accept");
    this.#record(ts);
  }

  #reduceStock(productId: Product, quantity: number): void {
    const left = this.stock.get(productId)! - quantity;
    if (left < 0) this.faults.push(`${quantity} pieces of ${left + quantity} were sold`);
    this.stock.set(productId, left);
  }

  #changeStatus(orderId: string, to: Status, returnsStock: boolean): void {
    const order = this.orders.get(orderId);
    // Repeating a transition changes nothing.
    if (order?.status === to) return;
    if (order?.status !== "pending") {
      this.faults.push(`${orderId} went from ${order?.status} to ${to}`);
      return;
    }
    order.status = to;
    this.pending -= 1;
    if (returnsStock) this.#reduceStock(order.productId, -order.quantity);
  }

  #record(ts: number): void {
    this.#history.push({ ts, stock: new Map(this.stock), pending: this.pending });
  }

  /** Returns the state after the last commit at or before the timestamp. */
  at(ts: number) {
    let [low, high] = [0, this.#history.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#history[middle]!.ts <= ts) low = middle;
      else high = middle - 1;
    }
    return this.#history[low]!;
  }

  /** Returns the lowest number of commits from `first` on, up to the timestamp, after which so many orders were pending, or -1. */
  firstWithPending(pending: number, first: number, ts: number): number {
    return this.#history.findIndex(
      (state, at) => at >= first && state.ts <= ts && state.pending === pending,
    );
  }

  /** Returns true if the product had this stock at or after the timestamp `from`. */
  hadStock(productId: Product, stock: number, from: number): boolean {
    const first = this.#history.indexOf(this.at(from));
    return this.#history.slice(first).some((state) => state.stock.get(productId) === stock);
  }
}

/** The values of all queries of a socket at one timestamp. */
interface View {
  readonly socket: SocketTrader;
  readonly ts: number;
  readonly values: ReadonlyMap<number, unknown>;
}

/** The commits, refusals and query results that all sockets received. */
class Log {
  readonly commits: Commit[] = [];
  readonly refusals: { productId: Product; stock: number; since: number }[] = [];
  readonly faults: string[] = [];
  readonly views: View[] = [];
  /** Timestamp of the newest acknowledged commit. */
  newest = 0;
  /** Number of calls that failed after too many conflicts. */
  conflicts = 0;
}

interface Refusal {
  readonly code?: string;
  readonly stock?: number;
  readonly productName?: string;
  /** Of a placement with several lines: the refusal of each. */
  readonly lines?: readonly Refusal[];
}

const nameOf = (at: number): string => `Lamp ${at}`;

/** Returns the function path and arguments of a call. */
function mutationOf(call: Call): [string, object] {
  switch (call.kind) {
    case "place":
      return [
        "orders:place",
        { placementKey: crypto.randomUUID(), msg: "Please.", lines: call.lines },
      ];
    case "accept":
      return [
        "orders:accept",
        { orderId: call.orderId, deliveryBefore: todayIst(Date.now() + DAY_MS) },
      ];
    case "reject":
    case "cancel":
      return [`orders:${call.kind}`, { orderId: call.orderId, reason: "No." }];
    case "restock":
      return ["products:edit", { productId: call.productId, changes: { stock: call.stock } }];
    default:
      return call satisfies never;
  }
}

/** One socket that subscribes to all products and, for a distributor, to the number of pending orders. */
class SocketTrader {
  readonly #client: LeanClient;
  readonly #log: Log;
  readonly #values = new Map<number, unknown>();
  readonly #queries: number;
  readonly #products: readonly Product[];
  newestView: View | undefined;

  private constructor(client: LeanClient, log: Log, products: readonly Product[], queries: number) {
    this.#client = client;
    this.#log = log;
    this.#products = products;
    this.#queries = queries;
  }

  static async open(
    url: string,
    { token, person }: Trader,
    products: readonly Product[],
    log: Log,
  ) {
    const client = await LeanClient.open(url);
    const watched: { path: string; args: object }[] = products.map((productId) => ({
      path: "products:one",
      args: { productId },
    }));
    if (person.role === "distributor") watched.push({ path: "orders:pendingCount", args: {} });
    const trader = new SocketTrader(client, log, products, watched.length);
    client.onValue = (queryId, value) => trader.#values.set(queryId, value);
    client.onTransition = (ts) => trader.#recordView(ts);
    client.authenticate(token);
    client.watch(watched.map((query, queryId) => ({ queryId, ...query })));
    return trader;
  }

  #recordView(ts: number): void {
    if (ts < (this.newestView?.ts ?? 0)) this.#log.faults.push(`the timestamp went back to ${ts}`);
    // The first transitions may lack some queries.
    if (this.#values.size < this.#queries) return;
    this.newestView = { socket: this, ts, values: new Map(this.#values) };
    this.#log.views.push(this.newestView);
  }

  async run(call: Call): Promise<boolean> {
    const log = this.#log;
    const since = log.newest;
    try {
      const { result, ts } = await this.#client.mutate(...mutationOf(call));
      log.newest = Math.max(log.newest, ts);
      const { orderIds = [] } = (result ?? {}) as { orderIds?: string[] };
      log.commits.push({ call, ts, orderIds });
      return true;
    } catch (error) {
      const refusal = ((error as { data?: unknown }).data ?? {}) as Refusal;
      const { code, lines: refused = [refusal] } = refusal;
      const isShort = refused.every((each) => each.code === "INSUFFICIENT_STOCK");
      if (isShort && call.kind === "place") {
        for (const { stock, productName } of refused) {
          const at = this.#products.findIndex((_, n) => nameOf(n) === productName);
          log.refusals.push({ productId: this.#products[at]!, stock: stock!, since });
        }
      } else if (!(error instanceof ConvexError)) log.conflicts += 1;
      // Another client may have moved the order already, or it may belong to another trader.
      else if (code !== "ILLEGAL_MOVE" && code !== "NOT_FOUND")
        log.faults.push(`${call.kind} was answered ${code}`);
      return false;
    }
  }

  close(): void {
    this.#client.close();
  }
}

type Below = (limit: number) => number;

/** Makes the calls of one socket in sequence: a retailer orders and cancels, a distributor accepts, rejects and restocks. */
async function trade(
  trader: SocketTrader,
  isSeller: boolean,
  context: TradeContext,
  calls: number,
): Promise<void> {
  const { products, log, below } = context;
  for (let count = 0; count < calls; count += 1) {
    const productId = products[below(PRODUCTS)]!;
    // Recent orders are contended: other clients choose them, too.
    const orderId = log.commits.at(-1 - below(8))?.orderIds[0];
    const dice = below(10);
    if (orderId !== undefined && dice < 5)
      await trader.run({ kind: isSeller ? (dice < 3 ? "accept" : "reject") : "cancel", orderId });
    else if (isSeller) await trader.run({ kind: "restock", productId, stock: below(2 * STOCK) });
    else {
      const ids = new Set([productId, products[below(PRODUCTS)]!]);
      const lines = [...ids].map((id) => ({ productId: id, quantity: 1 + below(3) }));
      await trader.run({ kind: "place", lines });
    }
  }
}

interface TradeContext {
  readonly products: readonly Product[];
  readonly log: Log;
  readonly below: Below;
}

/** Tests write skew: of two concurrent orders for the last pieces of two products, exactly one must succeed. */
async function skew(
  seller: SocketTrader,
  [one, other]: readonly SocketTrader[],
  products: readonly Product[],
) {
  const [left, right] = [products[0]!, products[1]!];
  for (const productId of [left, right]) await seller.run({ kind: "restock", productId, stock: 1 });
  const placementOf = (...ids: Product[]): Call => {
    const lines = ids.map((productId) => ({ productId, quantity: 1 }));
    return { kind: "place", lines };
  };
  const both = [one!.run(placementOf(left, right)), other!.run(placementOf(right, left))];
  return (await Promise.all(both)).filter((isPlaced) => isPlaced).length;
}

class Outcome {
  calls = 0;
  comparisons = 0;
  refusals = 0;
  conflicts = 0;
  skews = 0;
  settledMs = 0;
  readonly anomalies: string[] = [];
  readonly skewed: string[] = [];
  readonly mismatches: string[] = [];
}

/**
 * Yields the values of a view that differ from the model at its timestamp. The number of pending orders may be late: it must be that
 * of an earlier commit, and never older than before.
 *
 * @param folded - The number of commits that each socket's number included so far.
 */
function* differences(
  { socket, ts, values }: View,
  model: Model,
  products: readonly Product[],
  folded: Map<SocketTrader, number>,
) {
  const { stock } = model.at(ts);
  for (const [queryId, value] of values) {
    const productId = products[queryId];
    if (productId === undefined) {
      const commits = model.firstWithPending(value as number, folded.get(socket) ?? 0, ts);
      if (commits === -1)
        yield `${String(value)} pending orders at ${ts}, a number that they did not have since the last`;
      else folded.set(socket, commits);
      continue;
    }
    const expected = stock.get(productId);
    const received = (value as { stock: number } | null)?.stock;
    if (received !== expected)
      yield `query ${queryId} is ${String(received)} at ${ts}, and ${expected} in the model`;
  }
}

async function tradeOnce(
  flags: readonly string[],
  { calls, skews }: { calls: number; skews: number },
  below: Below,
  outcome: Outcome,
): Promise<void> {
  const market = await startMarket(["--empty", ...flags]);
  const log = new Log();
  try {
    const { retailers, distributors } = await joinTraders(market, RETAILERS, 1);
    const seller = distributors[0]!;
    const products: Product[] = [];
    while (products.length < PRODUCTS)
      products.push(
        await listProduct(market, seller, { stock: STOCK, name: nameOf(products.length) }),
      );
    const isSeller = (at: number) => at % SELLER_EVERY === 0;
    const traders = await Promise.all(
      Array.from({ length: SOCKETS }, (_, at) => {
        const account = isSeller(at) ? seller : retailers[at % RETAILERS]!;
        return SocketTrader.open(market.url, account, products, log);
      }),
    );
    const context: TradeContext = { products, log, below };
    await Promise.all(traders.map((trader, at) => trade(trader, isSeller(at), context, calls)));
    for (let round = 0; round < skews; round += 1) {
      const winners = await skew(traders[0]!, [traders[1]!, traders[2]!], products);
      outcome.skews += 1;
      if (winners !== 1) outcome.skewed.push(`round ${round}: ${winners} orders succeeded`);
    }
    // The last commit must reach every socket; an acceptance would reach only the seller's.
    await traders[0]!.run({ kind: "restock", productId: products[0]!, stock: 2 * STOCK });
    const behind = () => traders.filter(({ newestView }) => (newestView?.ts ?? 0) < log.newest);
    const isShown = () => Promise.resolve(behind().length === 0);
    const startedAt = performance.now();
    await until("every socket has the last commit", isShown, TIMEOUT_MS).catch(() => {
      const late = behind().map(({ newestView }) => log.newest - (newestView?.ts ?? 0));
      outcome.mismatches.push(
        `${late.length} sockets never received the last commit, behind by ${late.join(" ")}`,
      );
    });
    outcome.settledMs = Math.max(outcome.settledMs, performance.now() - startedAt);
    for (const trader of traders) trader.close();
    const model = new Model(products);
    for (const commit of log.commits.sort((a, b) => a.ts - b.ts)) model.apply(commit);
    const folded = new Map<SocketTrader, number>();
    for (const view of log.views)
      outcome.mismatches.push(...differences(view, model, products, folded));
    const unfounded = log.refusals.filter(
      ({ productId, stock, since }) => !model.hadStock(productId, stock, since),
    );
    const unexplained = unfounded.map(
      ({ stock }) => `refused with a stock of ${stock}, which never existed`,
    );
    const violations = violationsIn(await exportTables(market), model.initialStock);
    outcome.anomalies.push(...model.faults, ...log.faults, ...unexplained, ...violations);
    outcome.calls += log.commits.length;
    outcome.comparisons += log.views.reduce((sum, { values }) => sum + values.size, 0);
    outcome.refusals += log.refusals.length;
    outcome.conflicts += log.conflicts;
  } finally {
    await market.stop();
  }
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { calls, contended, skews, operations } = SIZE[form];
  const random = chance(seed);
  const below: Below = (limit) => Math.floor(random() * limit);
  const outcome = new Outcome();
  await tradeOnce([], { calls, skews }, below, outcome);
  say(`${outcome.calls} commits; now with conflicts`);
  await tradeOnce(["--contend", CONTENTION], { calls: contended, skews: 0 }, below, outcome);
  // Each query result counts as a read at its timestamp, each acknowledged mutation as a write at its commit.
  const checked = outcome.calls + outcome.refusals + outcome.comparisons;
  const some = (what: string, count: number): Finding => {
    return { what, figure: `${count}`, target: "some", holds: count > 0 };
  };
  return [
    {
      what: "operations checked: acknowledged or refused mutations, and query results",
      figure: `${checked}`,
      target: `at least ${operations}`,
      holds: checked >= operations,
    },
    {
      what: `answers to ${SOCKETS} sockets that differ from serial execution`,
      ...countOf(outcome.anomalies, `${outcome.calls} commits`),
    },
    {
      what: "query results that differ from the model at their timestamp, and timestamps that went back",
      ...countOf(outcome.mismatches, `${outcome.comparisons}`),
      holds: outcome.mismatches.length === 0 && outcome.comparisons > 0,
    },
    {
      what: "pairs of orders for the same last pieces of which not exactly one succeeded",
      ...countOf(outcome.skewed, `${outcome.skews}`),
    },
    atMostMs(
      "from the last answer until every socket has its commit",
      outcome.settledMs,
      SETTLED_MS,
    ),
    some("refusals for insufficient stock", outcome.refusals),
    {
      what: "calls that failed after too many conflicts",
      figure: `${outcome.conflicts}`,
      holds: true,
    },
  ];
}

export const serial: Proof = {
  name: "serial",
  title:
    "[I-05] [I-06] answers and query results of many sockets equal a serial execution of the commits, also with conflicts",
  run,
};
