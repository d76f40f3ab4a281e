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
import { addressesOf } from "./consistency";
import { type Deed, accepting, complaining, ordering, rejecting, saying } from "./operations";
import { Scene } from "./workload";
import { countOf } from "../findings";
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
const SHOWN = 40;
/** A live page grows with new rows. The app splits it; this proof subscribes again above this length. */
const LONGEST_PAGE = 80;
/** Share of operations that come with a fault. */
const FAULTY = 0.05;
const FAULTS = ["cut", "slow reader", "invalid message", "unknown function"] as const;
type Fault = (typeof FAULTS)[number];
const KINDS = [...FAULTS, "kill", "flood"] as const;
type Kind = (typeof KINDS)[number];
/** The minimum sample size of a p95. */
const LATENCIES = 10;
const DEAF_MS = 500;
const BACK_MS = 100;
const START_MS = 30_000;
const MOST_SLOWER = 2;
const MOST_GROWN = 1.1;

/** Returns the number of rows of a page, or 0 for other values. */
function rowsOf(value: unknown): number {
  return (value as { page?: readonly unknown[] } | null | undefined)?.page?.length ?? 0;
}

/** A client of one trader that opens a new socket after each close. */
class Lean {
  readonly #url: string;
  readonly #who: Trader;
  readonly #watched: readonly { queryId: number; path: string; args: object }[];
  #client: Promise<LeanClient> | undefined;
  #gone: Promise<false> = Promise.resolve(false);
  readonly values = new Map<number, unknown>();
  onValue: (queryId: number, value: unknown) => void = () => undefined;

  constructor(url: string, who: Trader, watched: readonly { path: string; args: object }[]) {
    this.#url = url;
    this.#who = who;
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
          if (rowsOf(value) > LONGEST_PAGE) client.watch([this.#watched[queryId]!]);
        };
        client.authenticate(this.#who.token);
        client.watch(this.#watched);
        this.#gone = new Promise((resolve) => client.socket.once("close", () => resolve(false)));
        return client;
      }
      await pause(BACK_MS);
    }
  }

  /** Resolves with false if the socket closed before the answer: the outcome is unknown. */
  async mutate({ call, args }: Deed): Promise<boolean> {
    const client = await this.connected();
    const done = client.mutate(getFunctionName(call), args).then(() => true);
    return Promise.race([done, this.#gone]);
  }

  get gone(): Promise<false> {
    return this.#gone;
  }

  async close(): Promise<void> {
    (await this.#client)?.close();
  }
}

class Load {
  readonly hits = new Map<Kind, number>();
  /** Updates on which the stock equation did not hold. */
  readonly unbalanced: string[] = [];
  balances = 0;
  isFlooding = false;
  readonly latencies: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
  readonly heldBytes: number[] = [];
  readonly scene: Scene;
  readonly #random: () => number;
  readonly #pauseMs: number;

  constructor(market: Market, seed: number, pauseMs: number) {
    this.#random = chance(seed);
    this.#pauseMs = pauseMs;
    this.scene = new Scene(market, (limit) => Math.floor(this.#random() * limit), STOCK);
  }

  /** True once every kind of fault has occurred, with enough latencies with and without a flood. */
  get isVaried(): boolean {
    const { alone, beside } = this.latencies;
    return this.hits.size === KINDS.length && Math.min(alone.length, beside.length) >= LATENCIES;
  }

  hit(fault: Kind): void {
    this.hits.set(fault, (this.hits.get(fault) ?? 0) + 1);
  }

  async #do(lean: Lean, deed: Deed): Promise<void> {
    const { ledger } = this.scene;
    ledger.tried.add(deed.words);
    try {
      if (await lean.mutate(deed)) ledger.acknowledged.add(deed.words);
    } catch (error) {
      // A legitimate refusal: out of stock, or moved by somebody else.
      if (error instanceof ConvexError) ledger.refused.add(deed.words);
      else ledger.faults.push(`${deed.words}: ${String(error)}`);
    }
  }

  async trade(lean: Lean, next: () => Deed | undefined): Promise<void> {
    const { below } = this.scene;
    while (!this.scene.isOver) {
      await pause(this.#random() * this.#pauseMs);
      const deed = next();
      if (deed !== undefined) await this.#do(lean, deed);
      if (this.#random() < FAULTY) await this.#fault(lean, FAULTS[below(FAULTS.length)]!, next);
    }
    await lean.close();
  }

  async #fault(lean: Lean, fault: Fault, next: () => Deed | undefined): Promise<void> {
    this.hit(fault);
    const client = await lean.connected();
    const deed = next();
    const underWay = deed === undefined ? Promise.resolve() : this.#do(lean, deed);
    switch (fault) {
      case "cut":
        client.close();
        break;
      case "slow reader":
        client.socket.pause();
        await pause(DEAF_MS);
        client.socket.resume();
        break;
      case "invalid message":
        client.say({ type: "Nonsense" });
        await lean.gone;
        break;
      case "unknown function":
        await Promise.race([client.mutate("orders:none", {}).catch(() => undefined), lean.gone]);
        break;
      default:
        fault satisfies never;
    }
    await underWay;
  }

  retail(who: Trader, name: string): Promise<void> {
    const { below, products, distributors } = this.scene;
    const watched = [{ path: "chat:unreadCount", args: {} }];
    for (const [productId] of products) watched.push({ path: "products:one", args: { productId } });
    let count = 0;
    return this.trade(new Lean(this.scene.market.url, who, watched), () => {
      const seller = below(distributors.length);
      const words = `${name}, ${(count += 1)}`;
      const dice = below(6);
      if (dice < 3) return ordering(words, [products[seller]!.at(-1)!]);
      return dice < 5 ? saying(words, distributors[seller]!.person.email) : complaining(words);
    });
  }

  distribute(who: Trader, name: string): Promise<void> {
    const { below, taken, retailers, market } = this.scene;
    const asked = { list: "pending", paginationOpts: { numItems: 20, cursor: null } };
    const lean = new Lean(market.url, who, [{ path: "orders:incoming", args: asked }]);
    let count = 0;
    return this.trade(lean, () => {
      const { page = [] } = (lean.values.get(0) ?? {}) as { page?: { _id: Id<"orders"> }[] };
      const order = page.find(({ _id }) => !taken.has(_id))?._id;
      const dice = below(6);
      if (order === undefined || dice === 5)
        return saying(`${name}, ${(count += 1)}`, retailers[below(retailers.length)]!.person.email);
      taken.add(order);
      return dice === 0 ? rejecting(order) : accepting(order);
    });
  }

  /** I-01 on every update of a distributor's client: stock and open orders of the newest product equal its initial stock. */
  observe(who: Trader, at: number): () => Promise<void> {
    const client = openClient(this.scene.market.url, who.token);
    const ignore = () => undefined;
    const page = (numItems: number) => ({ paginationOpts: { numItems, cursor: null } });
    const own = client.onUpdate(api.products.mine, page(1), ignore, ignore);
    const openLists = () =>
      (["pending", "accepted"] as const).map((list) =>
        client.onUpdate(api.orders.incoming, { list, ...page(SHOWN) }, ignore, ignore),
      );
    let lists = openLists();
    client.client.addOnTransitionHandler(() => {
      const newest = own.getCurrentValue()?.page[0];
      const pages = lists.map((list) => list.getCurrentValue()?.page);
      if (newest === undefined || pages.includes(undefined)) return;
      const orders = pages.flatMap((rows) => rows ?? []);
      const open = orders.filter(({ productId }) => productId === newest._id);
      const total = open.reduce((sum, { quantity }) => sum + quantity, newest.stock);
      this.balances += 1;
      if (total !== STOCK)
        this.unbalanced.push(`[I-01] distributor ${at} sees ${total} of ${STOCK} pieces`);
      if (lists.every((list) => rowsOf(list.getCurrentValue()) <= LONGEST_PAGE)) return;
      for (const close of lists) close();
      lists = openLists();
    });
    return () => client.close();
  }

  /** Lists a new product whenever the newest one is sold out. */
  async restock(who: Trader, at: number): Promise<void> {
    const { scene } = this;
    while (!scene.isOver) {
      await pause(BACK_MS);
      const productId = scene.products[at]!.at(-1)!;
      const product = await who.http.query(api.products.one, { productId }).catch(() => null);
      if (product?.stock !== 0) continue;
      // A kill may hide the id of a product that was just listed; the next round lists another one.
      const listed = await scene.list(who).catch(() => null);
      if (listed !== null) scene.products[at]!.push(listed);
    }
  }

  /** Measures the time from sending a message to the receiver's update. It runs after the kills, because a new process is slow anyway. */
  async measure(): Promise<void> {
    const { scene } = this;
    const [speaker, listener] = [scene.retailers[0]!, scene.distributors[0]!];
    const speaking = new Lean(scene.market.url, speaker, []);
    const about = { with: speaker.person.email };
    const conversation = await listener.http.query(api.chat.conversation, about);
    const { conversationId } = conversation!;
    const args = { conversationId, paginationOpts: { numItems: 20, cursor: null } };
    const listening = new Lean(scene.market.url, listener, [{ path: "chat:messages", args }]);
    await listening.connected();
    for (let count = 1; !scene.isOver; count += 1) {
      const deed = saying(`quiet, ${count}`, listener.person.email);
      const heard = new Promise<void>((resolve) => {
        listening.onValue = (_, value) => {
          if (JSON.stringify(value).includes(JSON.stringify(deed.words))) resolve();
        };
      });
      const [beside, startedAt] = [this.isFlooding, performance.now()];
      await this.#do(speaking, deed);
      await Promise.race([heard, listening.gone, pause(START_MS)]);
      const isOne = beside === this.isFlooding;
      if (isOne) this.latencies[beside ? "beside" : "alone"].push(performance.now() - startedAt);
      await listening.connected();
      await pause(BACK_MS);
    }
    await Promise.all([speaking.close(), listening.close()]);
  }

  /** Sends bursts of messages in every second time window. */
  async flood(floodMs: number, atOnce: number): Promise<void> {
    const { scene } = this;
    const lean = new Lean(scene.market.url, scene.retailers[1]!, []);
    const { email } = scene.distributors[0]!.person;
    let count = 0;
    for (let window = 0; !scene.isOver; window += 1) {
      const ends = performance.now() + floodMs;
      this.isFlooding = window % 2 === 1;
      if (this.isFlooding) this.hit("flood");
      const isTime = () => this.isFlooding && performance.now() < ends && !this.scene.isOver;
      while (isTime()) {
        const deeds = Array.from({ length: atOnce }, () => saying(`flood, ${(count += 1)}`, email));
        await Promise.all(deeds.map((deed) => this.#do(lean, deed)));
      }
      await pause(Math.max(0, ends - performance.now()));
    }
    await lean.close();
  }

  /** Kills the process and waits for its restart. */
  async kill(): Promise<void> {
    this.hit("kill");
    await this.scene.market.killBackend();
    await until("the market serves again", () => this.scene.market.isReady(), START_MS);
  }
}

/** Reads a metric of `/metrics`, in its own unit. */
async function figureOf(market: Market, name: string): Promise<number> {
  const { apiUrl, adminKey } = addressesOf(market);
  const headers = { Authorization: `Convex ${adminKey}` };
  const text = await (await fetch(`${apiUrl}/metrics`, { headers })).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.split(" ")[1]);
}

async function heldBytes(market: Market): Promise<number> {
  const names = ["nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"];
  const [heap, external] = await Promise.all(names.map((name) => figureOf(market, name)));
  return heap! + external!;
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { retailers, distributors, socketsEach, ms, pauseMs, kills, sampleMs, floodMs, atOnce } =
    SIZE[form];
  const market = await startMarket(["--empty"]);
  const load = new Load(market, seed, pauseMs);
  const { scene } = load;
  try {
    await scene.open(retailers, distributors);
    const sockets = Array.from({ length: socketsEach }, (_, n) => n);
    const closing = scene.distributors.map((who, at) => load.observe(who, at));
    const trading = [
      ...scene.retailers.flatMap((who, at) =>
        sockets.map((n) => load.retail(who, `retailer ${at}.${n}`)),
      ),
      ...scene.distributors.flatMap((who, at) => [
        ...sockets.map((n) => load.distribute(who, `distributor ${at}.${n}`)),
        load.restock(who, at),
      ]),
    ];
    // The kills come first; from then on memory must stay level.
    for (let kill = 1; kill <= kills; kill += 1) {
      await pause(ms / 3 / kills);
      await load.kill();
    }
    trading.push(load.measure(), load.flood(floodMs, atOnce));
    const startedAt = performance.now();
    const isEnough = () => performance.now() - startedAt > (ms * 2) / 3 && load.isVaried;
    while (!isEnough() && performance.now() - startedAt < ms + START_MS) {
      await pause(sampleMs);
      load.heldBytes.push(await heldBytes(market));
      const { length } = load.heldBytes;
      if (length % 10 === 0) say(`${length} samples, ${scene.ledger.acknowledged.size} acknowledged`);
    }
    scene.isOver = true;
    await Promise.all(trading);
    await Promise.all(closing.map((close) => close()));
    const sum = scene.retailers.length + scene.distributors.length;
    const of = `${sum * socketsEach} sockets of ${sum} accounts`;
    return findingsOf(form, load, await scene.audit(), of);
  } finally {
    scene.isOver = true;
    await market.stop();
  }
}

function findingsOf(form: Form, load: Load, damage: readonly string[], of: string): Finding[] {
  const { scene, hits, latencies } = load;
  const { tried, acknowledged, refused, faults } = scene.ledger;
  const [alone, beside] = [latencies.alone, latencies.beside].map((ms) => percentile(ms, 0.95));
  const ratio = beside! / alone!;
  const findings: Finding[] = [
    {
      what: `faults injected into ${of}`,
      figure: KINDS.map((kind) => `${kind} ${hits.get(kind) ?? 0}`).join(", "),
      target: "each at least once",
      holds: KINDS.every((kind) => (hits.get(kind) ?? 0) > 0),
    },
    {
      what: "operations lost, repeated, or refused but applied, and violated invariants",
      ...countOf(
        damage,
        `${acknowledged.size} acknowledged, ${refused.size} refused, ${tried.size} tried`,
      ),
    },
    { what: "failed calls", ...countOf(faults, `${tried.size}`) },
    {
      what: "updates of distributors that violate the stock equation",
      ...countOf(load.unbalanced, `${load.balances}`),
      holds: load.unbalanced.length === 0 && load.balances > 0,
    },
    {
      what: "p95 from sending a message to the receiver's update, with a flood against without",
      figure: `${ratio.toFixed(2)} × (${beside!.toFixed(0)} ms of ${latencies.beside.length} against ${alone!.toFixed(0)} ms of ${latencies.alone.length})`,
      target: `≤ ${MOST_SLOWER} ×`,
      holds: ratio <= MOST_SLOWER,
      isTime: true,
    },
  ];
  if (form === "long" && MINUTES >= MEMORY_MINUTES) findings.push(memory(load.heldBytes));
  return findings;
}

/** Compares the minimum of the last two thirds, because garbage collection is irregular. Caches fill in the first third. */
function memory(held: readonly number[]): Finding {
  const third = Math.floor(held.length / 3);
  const [before = 0, after = 0] = [held.slice(third, 2 * third), held.slice(2 * third)].map(
    (some) => Math.min(...some) / 1e6,
  );
  return {
    what: "memory in use after the kills, minimum of the last third against the second",
    figure: `${after.toFixed(1)} MB against ${before.toFixed(1)} MB`,
    target: `≤ ${MOST_GROWN} ×`,
    holds: after <= before * MOST_GROWN,
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
