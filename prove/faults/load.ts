/**
 * Many sockets trade for minutes with cut connections, kills, slow readers and a flooding client. The stock equation must hold on
 * every update of a distributor and at the end, and the flood must not slow other clients down.
 */
import { setTimeout as pause } from "node:timers/promises";
import { getFunctionName } from "convex/server";
import { ConvexError } from "convex/values";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { type Market, startMarket, until } from "../../testkit/market";
import { LeanClient } from "../../embedded/testkit/leanClient";
import {
  type Attempt,
  type Finding,
  type Form,
  type Proof,
  chance,
  percentile,
} from "../../embedded/testkit/proof";
import {
  type Operation,
  acceptance,
  chatMessage,
  feedback,
  orderPlacement,
  rejection,
} from "./operations";
import { Workload } from "./workload";
import { countOf } from "../findings";
import { metricOf } from "../../testkit/metrics";
import { type Trader, openClient } from "../../testkit/traders";

const MINUTES = Number(process.env["PROVE_LOAD_MINUTES"] ?? 3);
/** Minutes until the caches of a new process are full, so that its memory can be judged. */
const MEMORY_MINUTES = 5;
const SIZE = {
  short: {
    ...{ retailers: 6, distributors: 2, socketsEach: 5, ms: 12_000, pauseMs: 800 },
    ...{ kills: 1, sampleMs: 500, floodMs: 1_000, atOnce: 50 },
  },
  long: {
    ...{ retailers: 32, distributors: 8, socketsEach: 5, ms: MINUTES * 60_000, pauseMs: 4_000 },
    ...{ kills: 5, sampleMs: 2_000, floodMs: 10_000, atOnce: 500 },
  },
};
/** Stock of each product, small enough that all its orders are on the first page of their lists. */
const STOCK = 20;
const PAGE_ROWS = 40;
/** A live page grows with new rows. The app splits it; this proof subscribes again above this length. */
const MAX_PAGE_ROWS = 80;
/** Share of operations that come with a fault. */
const FAULT_SHARE = 0.05;
const FAULTS = ["cut", "slow reader", "invalid message", "unknown function"] as const;
type Fault = (typeof FAULTS)[number];
const KINDS = [...FAULTS, "kill", "flood"] as const;
type Kind = (typeof KINDS)[number];
/** The minimum sample size of a p95. */
const LATENCIES = 10;
const PAUSED_MS = 500;
const RECONNECT_MS = 100;
const START_MS = 30_000;
const MAX_SLOWDOWN = 2;
const MAX_GROWTH = 1.1;

/** Returns the number of rows of a page, or 0 for other values. */
function rowsOf(value: unknown): number {
  return (value as { page?: readonly unknown[] } | null | undefined)?.page?.length ?? 0;
}

/** A client of one trader that opens a new socket after each close. */
class ReconnectingClient {
  readonly #url: string;
  readonly #trader: Trader;
  readonly #watched: readonly { queryId: number; path: string; args: object }[];
  #client: Promise<LeanClient> | undefined;
  #closed: Promise<false> = Promise.resolve(false);
  readonly values = new Map<number, unknown>();
  onValue: (queryId: number, value: unknown) => void = () => undefined;

  constructor(url: string, trader: Trader, watched: readonly { path: string; args: object }[]) {
    this.#url = url;
    this.#trader = trader;
    this.#watched = watched.map((query, queryId) => ({ queryId, ...query }));
  }

  /** Resolves with the current socket or the next one. Concurrent calls share it. */
  connected(): Promise<LeanClient> {
    if (this.#client === undefined) {
      this.#client = this.#open();
      void this.#client.then(({ socket }) =>
        socket.once("close", () => (this.#client = undefined)),
      );
    }
    return this.#client;
  }

  async #open(): Promise<LeanClient> {
    for (;;) {
      const client = await LeanClient.open(this.#url).catch(() => null);
      if (client !== null) {
        client.onValue = (queryId, value) => {
          // The query was removed in order to be added again.
          if (value === undefined) return;
          this.values.set(queryId, value);
          this.onValue(queryId, value);
          if (rowsOf(value) > MAX_PAGE_ROWS) client.watch([this.#watched[queryId]!]);
        };
        client.authenticate(this.#trader.token);
        client.watch(this.#watched);
        this.#closed = new Promise((resolve) => client.socket.once("close", () => resolve(false)));
        return client;
      }
      await pause(RECONNECT_MS);
    }
  }

  /** Resolves with false if the socket closed before the answer: the outcome is unknown. */
  async mutate({ call, args }: Operation): Promise<boolean> {
    const client = await this.connected();
    const done = client.mutate(getFunctionName(call), args).then(() => true);
    return Promise.race([done, this.#closed]);
  }

  get closed(): Promise<false> {
    return this.#closed;
  }

  async close(): Promise<void> {
    (await this.#client)?.close();
  }
}

class Load {
  readonly injected = new Map<Kind, number>();
  /** Updates on which the stock equation did not hold. */
  readonly unbalanced: string[] = [];
  balanceChecks = 0;
  isFlooding = false;
  readonly latencies: { quiet: number[]; flooded: number[] } = { quiet: [], flooded: [] };
  readonly usedBytes: number[] = [];
  readonly workload: Workload;
  readonly #random: () => number;
  readonly #pauseMs: number;

  constructor(market: Market, seed: number, pauseMs: number) {
    this.#random = chance(seed);
    this.#pauseMs = pauseMs;
    this.workload = new Workload(market, (limit) => Math.floor(this.#random() * limit), STOCK);
  }

  /** True once every kind of fault has occurred, with enough latencies with and without a flood. */
  get hasEnoughSamples(): boolean {
    const { quiet, flooded } = this.latencies;
    return (
      this.injected.size === KINDS.length && Math.min(quiet.length, flooded.length) >= LATENCIES
    );
  }

  countFault(fault: Kind): void {
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1);
  }

  async #run(reconnecting: ReconnectingClient, operation: Operation): Promise<void> {
    const { log } = this.workload;
    log.tried.add(operation.marker);
    try {
      if (await reconnecting.mutate(operation)) log.acknowledged.add(operation.marker);
    } catch (error) {
      // A legitimate refusal: out of stock, or moved by somebody else.
      if (error instanceof ConvexError) log.refused.add(operation.marker);
      else log.faults.push(`${operation.marker}: ${String(error)}`);
    }
  }

  async trade(reconnecting: ReconnectingClient, next: () => Operation | undefined): Promise<void> {
    const { below } = this.workload;
    while (!this.workload.isOver) {
      await pause(this.#random() * this.#pauseMs);
      const operation = next();
      if (operation !== undefined) await this.#run(reconnecting, operation);
      if (this.#random() < FAULT_SHARE)
        await this.#fault(reconnecting, FAULTS[below(FAULTS.length)]!, next);
    }
    await reconnecting.close();
  }

  async #fault(
    reconnecting: ReconnectingClient,
    fault: Fault,
    next: () => Operation | undefined,
  ): Promise<void> {
    this.countFault(fault);
    const client = await reconnecting.connected();
    const operation = next();
    const inFlight =
      operation === undefined ? Promise.resolve() : this.#run(reconnecting, operation);
    switch (fault) {
      case "cut":
        client.close();
        break;
      case "slow reader":
        client.socket.pause();
        await pause(PAUSED_MS);
        client.socket.resume();
        break;
      case "invalid message":
        client.say({ type: "Nonsense" });
        await reconnecting.closed;
        break;
      case "unknown function":
        await Promise.race([
          client.mutate("orders:none", {}).catch(() => undefined),
          reconnecting.closed,
        ]);
        break;
      default:
        fault satisfies never;
    }
    await inFlight;
  }

  runRetailer(trader: Trader, name: string): Promise<void> {
    const { below, products, distributors } = this.workload;
    const watched = [{ path: "chat:unreadCount", args: {} }];
    for (const [productId] of products) watched.push({ path: "products:one", args: { productId } });
    let count = 0;
    return this.trade(new ReconnectingClient(this.workload.market.url, trader, watched), () => {
      const seller = below(distributors.length);
      const marker = `${name}, ${(count += 1)}`;
      const dice = below(6);
      if (dice < 3) return orderPlacement(marker, [products[seller]!.at(-1)!]);
      return dice < 5 ? chatMessage(marker, distributors[seller]!.person.email) : feedback(marker);
    });
  }

  runDistributor(trader: Trader, name: string): Promise<void> {
    const { below, claimed, retailers, market } = this.workload;
    const args = { list: "pending", paginationOpts: { numItems: 20, cursor: null } };
    const reconnecting = new ReconnectingClient(market.url, trader, [
      { path: "orders:incoming", args },
    ]);
    let count = 0;
    return this.trade(reconnecting, () => {
      const { page = [] } = (reconnecting.values.get(0) ?? {}) as {
        page?: { _id: Id<"orders"> }[];
      };
      const order = page.find(({ _id }) => !claimed.has(_id))?._id;
      const dice = below(6);
      if (order === undefined || dice === 5)
        return chatMessage(
          `${name}, ${(count += 1)}`,
          retailers[below(retailers.length)]!.person.email,
        );
      claimed.add(order);
      return dice === 0 ? rejection(order) : acceptance(order);
    });
  }

  /** I-01 on every update of a distributor's client: stock and open orders of the newest product equal its initial stock. */
  checkStock(trader: Trader, at: number): () => Promise<void> {
    const client = openClient(this.workload.market.url, trader.token);
    const ignore = () => undefined;
    const page = (numItems: number) => ({ paginationOpts: { numItems, cursor: null } });
    const own = client.onUpdate(api.products.mine, page(1), ignore, ignore);
    const openLists = () =>
      (["pending", "accepted"] as const).map((list) =>
        client.onUpdate(api.orders.incoming, { list, ...page(PAGE_ROWS) }, ignore, ignore),
      );
    const watchStock = (productId: Id<"products">) =>
      client.onUpdate(api.products.stockLevels, { productIds: [productId] }, ignore, ignore);
    let stock: { of: Id<"products">; levels: ReturnType<typeof watchStock> } | null = null;
    let lists = openLists();
    client.client.addOnTransitionHandler(() => {
      const newest = own.getCurrentValue()?.page[0];
      if (newest !== undefined && stock?.of !== newest._id) {
        stock?.levels();
        stock = { of: newest._id, levels: watchStock(newest._id) };
      }
      const level = stock?.levels.getCurrentValue()?.[0];
      const pages = lists.map((list) => list.getCurrentValue()?.page);
      if (level === undefined || pages.includes(undefined)) return;
      const orders = pages.flatMap((rows) => rows ?? []);
      const open = orders.filter(({ productName }) => productName === newest?.name);
      const total = open.reduce((sum, { quantity }) => sum + quantity, level.stock);
      this.balanceChecks += 1;
      if (total !== STOCK)
        this.unbalanced.push(`[I-01] distributor ${at} sees ${total} of ${STOCK} pieces`);
      if (lists.every((list) => rowsOf(list.getCurrentValue()) <= MAX_PAGE_ROWS)) return;
      for (const close of lists) close();
      lists = openLists();
    });
    return () => client.close();
  }

  /** Lists a new product whenever the newest one is sold out. */
  async restock(trader: Trader, at: number): Promise<void> {
    const { workload } = this;
    while (!workload.isOver) {
      await pause(RECONNECT_MS);
      const productId = workload.products[at]!.at(-1)!;
      const product = await trader.http.query(api.products.one, { productId }).catch(() => null);
      if (product?.stock !== 0) continue;
      // A kill may hide the id of a product that was just listed; the next round lists another one.
      const listed = await workload.list(trader).catch(() => null);
      if (listed !== null) workload.products[at]!.push(listed);
    }
  }

  /** Measures the time from sending a message to the receiver's update. It runs after the kills, because a new process is slow anyway. */
  async measureLatency(): Promise<void> {
    const { workload } = this;
    const [sender, receiver] = [workload.retailers[0]!, workload.distributors[0]!];
    const sending = new ReconnectingClient(workload.market.url, sender, []);
    const other = { with: sender.person.email };
    const conversation = await receiver.http.query(api.chat.conversation, other);
    const { conversationId } = conversation!;
    const args = { conversationId, paginationOpts: { numItems: 20, cursor: null } };
    const receiving = new ReconnectingClient(workload.market.url, receiver, [
      { path: "chat:messages", args },
    ]);
    await receiving.connected();
    for (let count = 1; !workload.isOver; count += 1) {
      const operation = chatMessage(`quiet, ${count}`, receiver.person.email);
      const received = new Promise<void>((resolve) => {
        receiving.onValue = (_, value) => {
          if (JSON.stringify(value).includes(JSON.stringify(operation.marker))) resolve();
        };
      });
      const [isFlooded, startedAt] = [this.isFlooding, performance.now()];
      await this.#run(sending, operation);
      await Promise.race([received, receiving.closed, pause(START_MS)]);
      const isSamePhase = isFlooded === this.isFlooding;
      if (isSamePhase)
        this.latencies[isFlooded ? "flooded" : "quiet"].push(performance.now() - startedAt);
      await receiving.connected();
      await pause(RECONNECT_MS);
    }
    await Promise.all([sending.close(), receiving.close()]);
  }

  /** Sends bursts of messages in every second time window. */
  async flood(floodMs: number, atOnce: number): Promise<void> {
    const { workload } = this;
    const reconnecting = new ReconnectingClient(workload.market.url, workload.retailers[1]!, []);
    const { email } = workload.distributors[0]!.person;
    let count = 0;
    for (let window = 0; !workload.isOver; window += 1) {
      const ends = performance.now() + floodMs;
      this.isFlooding = window % 2 === 1;
      if (this.isFlooding) this.countFault("flood");
      const isTime = () => this.isFlooding && performance.now() < ends && !this.workload.isOver;
      while (isTime()) {
        const operations = Array.from({ length: atOnce }, () =>
          chatMessage(`flood, ${(count += 1)}`, email),
        );
        await Promise.all(operations.map((operation) => this.#run(reconnecting, operation)));
      }
      await pause(Math.max(0, ends - performance.now()));
    }
    await reconnecting.close();
  }

  /** Kills the process and waits for its restart. */
  async kill(): Promise<void> {
    this.countFault("kill");
    await this.workload.market.killBackend();
    await until("the market serves again", () => this.workload.market.isReady(), START_MS);
  }
}

async function usedBytes(market: Market): Promise<number> {
  const names = ["nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"];
  const [heap, external] = await Promise.all(names.map((name) => metricOf(market, name)));
  return heap! + external!;
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { retailers, distributors, socketsEach, ms, pauseMs, kills, sampleMs, floodMs, atOnce } =
    SIZE[form];
  const market = await startMarket(["--empty"]);
  const load = new Load(market, seed, pauseMs);
  const { workload } = load;
  try {
    await workload.open(retailers, distributors);
    const sockets = Array.from({ length: socketsEach }, (_, n) => n);
    const closing = workload.distributors.map((trader, at) => load.checkStock(trader, at));
    const trading = [
      ...workload.retailers.flatMap((trader, at) =>
        sockets.map((n) => load.runRetailer(trader, `retailer ${at}.${n}`)),
      ),
      ...workload.distributors.flatMap((trader, at) => [
        ...sockets.map((n) => load.runDistributor(trader, `distributor ${at}.${n}`)),
        load.restock(trader, at),
      ]),
    ];
    // The kills come first; from then on memory must stay level.
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(ms / 3 / kills);
      await load.kill();
    }
    trading.push(load.measureLatency(), load.flood(floodMs, atOnce));
    const startedAt = performance.now();
    const isEnough = () => performance.now() - startedAt > (ms * 2) / 3 && load.hasEnoughSamples;
    while (!isEnough() && performance.now() - startedAt < ms + START_MS) {
      await pause(sampleMs);
      load.usedBytes.push(await usedBytes(market));
      const { length } = load.usedBytes;
      if (length % 10 === 0)
        say(`${length} samples, ${workload.log.acknowledged.size} acknowledged`);
    }
    workload.isOver = true;
    await Promise.all(trading);
    await Promise.all(closing.map((close) => close()));
    const sum = workload.retailers.length + workload.distributors.length;
    const of = `${sum * socketsEach} sockets of ${sum} accounts`;
    return findingsOf(form, load, await workload.check(), of);
  } finally {
    workload.isOver = true;
    await market.stop();
  }
}

function findingsOf(form: Form, load: Load, violations: readonly string[], of: string): Finding[] {
  const { workload, injected, latencies } = load;
  const { tried, acknowledged, refused, faults } = workload.log;
  const [quiet, flooded] = [latencies.quiet, latencies.flooded].map((ms) => percentile(ms, 0.95));
  const ratio = flooded! / quiet!;
  const findings: Finding[] = [
    {
      what: `faults injected into ${of}`,
      figure: KINDS.map((kind) => `${kind} ${injected.get(kind) ?? 0}`).join(", "),
      target: "each at least once",
      holds: KINDS.every((kind) => (injected.get(kind) ?? 0) > 0),
    },
    {
      what: "operations lost, repeated, or refused but applied, and violated invariants",
      ...countOf(
        violations,
        `${acknowledged.size} acknowledged, ${refused.size} refused, ${tried.size} tried`,
      ),
    },
    { what: "failed calls", ...countOf(faults, `${tried.size}`) },
    {
      what: "updates of distributors that violate the stock equation",
      ...countOf(load.unbalanced, `${load.balanceChecks}`),
      holds: load.unbalanced.length === 0 && load.balanceChecks > 0,
    },
    {
      what: "p95 from sending a message to the receiver's update, with a flood against without",
      figure: `${ratio.toFixed(2)} × (${flooded!.toFixed(0)} ms of ${latencies.flooded.length} against ${quiet!.toFixed(0)} ms of ${latencies.quiet.length})`,
      target: `≤ ${MAX_SLOWDOWN} ×`,
      holds: ratio <= MAX_SLOWDOWN,
      isTime: true,
    },
  ];
  if (form === "long" && MINUTES >= MEMORY_MINUTES) findings.push(memory(load.usedBytes));
  return findings;
}

/** Compares the minimum of the last two thirds, because garbage collection is irregular. Caches fill in the first third. */
function memory(usedBytes: readonly number[]): Finding {
  const third = Math.floor(usedBytes.length / 3);
  const [before = 0, after = 0] = [
    usedBytes.slice(third, 2 * third),
    usedBytes.slice(2 * third),
  ].map((some) => Math.min(...some) / 1e6);
  return {
    what: "memory in use after the kills, minimum of the last third against the second",
    figure: `${after.toFixed(1)} MB against ${before.toFixed(1)} MB`,
    target: `≤ ${MAX_GROWTH} ×`,
    holds: after <= before * MAX_GROWTH,
    isTime: true,
  };
}

export const load: Proof = {
  name: "load",
  isTimed: true,
  title:
    "[I-32] [I-34] under load with cuts, kills, slow readers and a flood, the stock equation holds, no operation is lost, and other clients stay fast",
  run,
};
