/**
 * The whole market in this process, on a disk that fails at every single step of a placement, an acceptance and a cancellation,
 * and then loses what was not flushed: order, hold, invoice, stock and figures are all as before or all as after.
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
/** What a store does while somebody waits; all of it must have failed. */
const STEPS: readonly Step[] = ["get", "iterate", "accept", "flush", "acknowledge"];

/** One process after another on the same disk, at the same address. */
class Shop {
  disk = new FaultyDisk();
  /** For all that is no data: each process gets an empty one of its own. */
  dataDir = "";
  readonly #ports: readonly [number, number];
  #backend: RunningBackend | undefined;
  /** The data could not be written: the process would have ended. */
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

  /** Settles when the process would have ended. */
  get failed(): Promise<unknown> {
    return this.#backend!.failed;
  }

  /** The next process finds what is on the disk now. */
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
    // One whose disk failed has nothing to bring to its end.
    await this.#backend?.stop().catch(() => undefined);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

interface Cast {
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly productIds: readonly Id<"products">[];
}

/** A piece of work that either leaves its trace or does not. */
interface Work {
  readonly name: string;
  /** Done before each try. */
  prepare(cast: Cast): Promise<void>;
  act(cast: Cast): Promise<unknown>;
  /** Whether the books have it. */
  isDone(books: Books): boolean;
}

async function place({ retailer, productIds }: Cast, words: string): Promise<Id<"orders">> {
  const { call, args } = ordering(words, productIds);
  const { orderIds } = (await retailer.http.mutation(call, args)) as { orderIds: Id<"orders">[] };
  return orderIds[0]!;
}

/** As programs reserve, before they order. */
async function reserve(url: string, { retailer, productIds }: Cast): Promise<void> {
  const answer = await fetch(`${url}/api/products/update-stock`, {
    method: "POST",
    headers: { Authorization: `Bearer ${retailer.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ productId: productIds[0], quantity: HELD }),
  });
  if (!answer.ok) throw new Error(`Nothing was reserved: ${await answer.text()}`);
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
        throw new Error("[I-03] The hold outlived its order.");
      return there;
    },
  };
}

/** @param words of the order that is moved: other ones each time, or it would be the one that was moved before. */
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

/** Breaks the n-th step of the work. @returns false when the work is done after all, or something is wrong. */
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
  if (answer === "done" && !isDone) faults.push("[I-13] told that it was done, and it was not");
  if (answer === "refused" && isDone && !isOver) faults.push("[I-03] refused, and done");
  tally.faults.push(...faults.map((fault) => `${work.name}, step ${at} (${struck}): ${fault}`));
  if (struck !== undefined) tally.hits.set(struck, (tally.hits.get(struck) ?? 0) + 1);
  return !isDone && struck !== undefined && faults.length === 0;
}

async function run({ form, say }: Attempt): Promise<readonly Finding[]> {
  const loudly = console.error;
  // Each failure is one that was asked for.
  console.error = () => undefined;
  const shop = await Shop.open();
  const tally = new Tally();
  try {
    const site = { url: shop.url, mails: mailsOf(shop.url) };
    const { retailers, distributors } = await joinTraders(site, 1, 1);
    const [retailer, distributor] = [retailers[0]!, distributors[0]!];
    const list = () => listProduct(site, distributor, { stock: STOCK });
    const cast: Cast = { retailer, distributor, productIds: [await list(), await list()] };
    // With the power and without it: what was written and not flushed is there for the next process, or is not.
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
      what: "steps that failed",
      figure: STEPS.map((step) => `${step} ${tally.hits.get(step) ?? 0}`).join(", "),
      target: "each kind of step",
      holds: STEPS.every((step) => (tally.hits.get(step) ?? 0) > 0),
    },
    {
      what: "half done, lost, or told what was not so",
      ...countOf(tally.faults, `${tally.tries}`),
    },
  ];
}

export const brokenStore: Proof = {
  name: "broken-store",
  title:
    "[I-03] [I-12] [I-13] [I-16] a disk that fails at any step of a placement, an acceptance or a cancellation leaves all of it or nothing, and is never answered with success",
  run,
};
