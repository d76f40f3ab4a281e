/**
 * Runs the market in this process on a simulated disk that fails at each step of a placement, an acceptance and a cancellation, and
 * may lose unflushed writes. Each operation takes effect completely or not at all.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { freePort } from "../../embedded/testkit/freePort";
import { mailsOf } from "../../testkit/market";
import { type RunningBackend, runBackend } from "../../embedded/backend";
import type { Attempt, Finding, Proof } from "../../embedded/testkit/proof";
import { FaultyDisk, type Step } from "../../embedded/testkit/faultyStore";
import { type Books, booksOf, faultsIn } from "./consistency";
import { accepting, ordering } from "./operations";
import { countOf } from "../findings";
import { type Trader, joinTraders, listProduct } from "../../testkit/traders";

const ROOT = path.resolve(import.meta.dirname, "../..");
const STOCK = 50;
const HELD = 3;
/** The store's steps within a call. The proof must have failed each kind. */
const STEPS: readonly Step[] = ["get", "iterate", "accept", "flush", "acknowledge"];

/** The market's backend on a simulated disk. A restart keeps the disk and the ports. */
class Shop {
  disk = new FaultyDisk();
  /** A new empty folder for each process. It holds everything but the database. */
  dataDir = "";
  readonly #ports: readonly [number, number];
  #backend: RunningBackend | undefined;
  /** A write failed, which ends a real process. */
  hasFailed = false;

  private constructor(ports: readonly [number, number]) {
    this.#ports = ports;
  }

  static async open(): Promise<Shop> {
    const shop = new Shop([await freePort(), await freePort()]);
    await shop.#start();
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#ports[0]}`;
  }

  /** Settles when a real process would end. */
  get failed(): Promise<unknown> {
    return this.#backend!.failed;
  }

  /** Starts the next process on the disk's current content. */
  async startAgain(isPowerLost: boolean): Promise<void> {
    await this.stop();
    this.disk = this.disk.next(isPowerLost);
    await this.#start();
  }

  async #start(): Promise<void> {
    const [port, apiPort] = this.#ports;
    this.hasFailed = false;
    this.dataDir = mkdtempSync(path.join(tmpdir(), "mandi-broken-"));
    this.#backend = await runBackend(
      {
        ...{ projectDir: ROOT, dataDir: this.dataDir, host: "127.0.0.1", port, apiPort },
        variables: { DEV_MAILBOX: "1", RATE_LIMITS: "off" },
        ...{ origins: [], watch: false, redactErrors: true },
      },
      () => this.disk.open(),
    );
    void this.failed.then(() => (this.hasFailed = true));
  }

  async stop(): Promise<void> {
    // A backend whose disk failed cannot stop cleanly.
    await this.#backend?.stop().catch(() => undefined);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

interface Cast {
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly productIds: readonly Id<"products">[];
}

/** An operation under test, and a check of whether it took effect. */
interface Work {
  readonly name: string;
  /** Runs before each try. */
  prepare(cast: Cast): Promise<void>;
  act(cast: Cast): Promise<unknown>;
  /** Returns true if the exported tables contain its effect. */
  isDone(books: Books): boolean;
}

async function place({ retailer, productIds }: Cast, words: string): Promise<Id<"orders">> {
  const { call, args } = ordering(words, productIds);
  const { orderIds } = (await retailer.http.mutation(call, args)) as { orderIds: Id<"orders">[] };
  return orderIds[0]!;
}

/** Reserves stock over REST before an order, as programs do. */
async function reserve(url: string, { retailer, productIds }: Cast): Promise<void> {
  const answer = await fetch(`${url}/api/products/update-stock`, {
    method: "POST",
    headers: { Authorization: `Bearer ${retailer.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ productId: productIds[0], quantity: HELD }),
  });
  if (!answer.ok) throw new Error(`The reservation failed: ${await answer.text()}`);
}

function placement(shop: Shop, words: string): Work {
  let isHeld = false;
  return {
    name: "a placement",
    async prepare(cast) {
      if (!isHeld) await reserve(shop.url, cast);
      isHeld = true;
    },
    act: (cast) => place(cast, words),
    isDone: (books) => {
      const there = books.placements.some(({ request }) => request.includes(words));
      if (there && books.stockHolds.length > 0)
        throw new Error("[I-03] The hold remained after its order.");
      return there;
    },
  };
}

/** @param words - The order's message. It must be unique, because an equal placement would return the previous order. */
function moveOf(
  name: string,
  words: string,
  status: string,
  act: (cast: Cast, id: Id<"orders">) => Promise<unknown>,
): Work {
  let orderId: Id<"orders"> | undefined;
  return {
    name,
    prepare: async (cast) => void (orderId ??= await place(cast, `${words}, for ${name}`)),
    act: (cast) => act(cast, orderId!),
    isDone: (books) => books.orders.find(({ _id }) => _id === orderId)?.status === status,
  };
}

const works = (shop: Shop, words: string): readonly Work[] => [
  placement(shop, words),
  moveOf("an acceptance", words, "accepted", ({ distributor }, orderId) => {
    const { call, args } = accepting(orderId);
    return distributor.http.mutation(call, args);
  }),
  moveOf("a cancellation", words, "cancelled", ({ retailer }, orderId) =>
    retailer.http.mutation(api.orders.cancel, { orderId, reason: "Too late." }),
  ),
];

class Tally {
  readonly hits = new Map<Step, number>();
  readonly faults: string[] = [];
  tries = 0;
}

/** Fails the n-th step of the operation. Resolves with false once the operation took effect, or after a violation. */
async function tryAt(
  { shop, cast, tally }: { shop: Shop; cast: Cast; tally: Tally },
  work: Work,
  at: number,
  isPowerLost: boolean,
): Promise<boolean> {
  tally.tries += 1;
  await work.prepare(cast);
  shop.disk.arm({ at, kind: "failure" });
  const ended = shop.failed.then(() => "never told" as const);
  const told = work.act(cast).then(
    () => "done" as const,
    () => "refused" as const,
  );
  const answer = await Promise.race([ended, told]);
  const { struck } = shop.disk;
  shop.disk.arm(null);
  const isOver = shop.hasFailed;
  if (isOver) await shop.startAgain(isPowerLost);
  const books = await booksOf(shop);
  const listed = new Map(cast.productIds.map((id) => [id, STOCK]));
  const faults = faultsIn(books, listed);
  const isDone = work.isDone(books);
  if (answer === "done" && !isDone) faults.push("[I-13] acknowledged without an effect");
  if (answer === "refused" && isDone && !isOver) faults.push("[I-03] refused, but applied");
  tally.faults.push(...faults.map((fault) => `${work.name}, step ${at} (${struck}): ${fault}`));
  if (struck !== undefined) tally.hits.set(struck, (tally.hits.get(struck) ?? 0) + 1);
  return !isDone && struck !== undefined && faults.length === 0;
}

async function run({ form, say }: Attempt): Promise<readonly Finding[]> {
  const loudly = console.error;
  // Every failure is injected, so their log lines are noise.
  console.error = () => undefined;
  const shop = await Shop.open();
  const tally = new Tally();
  try {
    const site = { url: shop.url, mails: mailsOf(shop.url) };
    const { retailers, distributors } = await joinTraders(site, 1, 1);
    const [retailer, distributor] = [retailers[0]!, distributors[0]!];
    const list = () => listProduct(site, distributor, { stock: STOCK });
    const cast: Cast = { retailer, distributor, productIds: [await list(), await list()] };
    // A power loss drops unflushed writes; a crash of the process alone keeps them.
    for (const isPowerLost of form === "long" ? [true, false] : [true]) {
      for (const work of works(shop, `A basket, ${isPowerLost ? "power lost" : "power there"}.`)) {
        for (let at = 1; await tryAt({ shop, cast, tally }, work, at, isPowerLost);) at += 1;
        say(`${work.name}: ${tally.tries} tries`);
      }
    }
  } finally {
    await shop.stop();
    console.error = loudly;
  }
  return [
    {
      what: "failed steps of the store",
      figure: STEPS.map((step) => `${step} ${tally.hits.get(step) ?? 0}`).join(", "),
      target: "each kind of step",
      holds: STEPS.every((step) => (tally.hits.get(step) ?? 0) > 0),
    },
    {
      what: "operations half applied, lost or wrongly answered",
      ...countOf(tally.faults, `${tally.tries}`),
    },
  ];
}

export const brokenStore: Proof = {
  name: "broken-store",
  title:
    "[I-03] [I-12] [I-13] [I-16] after a disk failure at any step, a placement, acceptance or cancellation is applied completely or not at all, and never acknowledged without an effect",
  run,
};
