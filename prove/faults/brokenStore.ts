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
import { untilFoldEnds } from "../../testkit/clients";
import { mailsOf } from "../../testkit/market";
import { type RunningBackend, runBackend } from "../../embedded/backend";
import type { Attempt, Finding, Proof } from "../../embedded/testkit/proof";
import { FaultyDisk, type Step } from "../../embedded/testkit/faultyStore";
import { type Tables, exportTables, violationsIn } from "./consistency";
import { acceptance, orderPlacement } from "./operations";
import { countOf } from "../findings";
import { type Trader, joinTraders, listProduct } from "../../testkit/traders";

const ROOT = path.resolve(import.meta.dirname, "../..");
const STOCK = 50;
const HELD = 3;
/** The store's steps within a call. The proof must have failed each kind. */
const STEPS: readonly Step[] = ["get", "iterate", "accept", "flush", "acknowledge"];

/** The market's backend on a simulated disk. A restart keeps the disk and the ports. */
class FaultyMarket {
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

  static async open(): Promise<FaultyMarket> {
    const market = new FaultyMarket([await freePort(), await freePort()]);
    await market.#start();
    return market;
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
      { around: () => this.disk.open() },
    );
    void this.failed.then(() => (this.hasFailed = true));
  }

  async stop(): Promise<void> {
    // A backend whose disk failed cannot stop cleanly.
    await this.#backend?.stop().catch(() => undefined);
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

interface Traders {
  readonly retailer: Trader;
  readonly distributor: Trader;
  readonly productIds: readonly Id<"products">[];
}

/** An operation under test, and a check of whether it took effect. */
interface TestedOperation {
  readonly name: string;
  /** Runs before each try. */
  prepare(traders: Traders): Promise<void>;
  run(traders: Traders): Promise<unknown>;
  /** Returns true if the exported tables contain its effect. */
  isApplied(tables: Tables): boolean;
}

async function place({ retailer, productIds }: Traders, marker: string): Promise<Id<"orders">> {
  const { call, args } = orderPlacement(marker, productIds);
  const { orderIds } = (await retailer.http.mutation(call, args)) as { orderIds: Id<"orders">[] };
  return orderIds[0]!;
}

/** Reserves stock over REST before an order, as programs do. */
async function reserve(url: string, { retailer, productIds }: Traders): Promise<void> {
  const answer = await fetch(`${url}/api/products/update-stock`, {
    method: "POST",
    headers: { Authorization: `Bearer ${retailer.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ productId: productIds[0], quantity: HELD }),
  });
  if (!answer.ok) throw new Error(`The reservation failed: ${await answer.text()}`);
}

function placementTest(market: FaultyMarket, marker: string): TestedOperation {
  let isHeld = false;
  return {
    name: "a placement",
    async prepare(traders) {
      if (!isHeld) await reserve(market.url, traders);
      isHeld = true;
    },
    run: (traders) => place(traders, marker),
    isApplied: (tables) => {
      const isPlaced = tables.placements.some(({ request }) => request.includes(marker));
      if (isPlaced && tables.stockHolds.length > 0)
        throw new Error("[I-03] The hold remained after its order.");
      return isPlaced;
    },
  };
}

/** @param marker - The order's message. It must be unique, because an equal placement would return the previous order. */
function statusChange(
  name: string,
  marker: string,
  status: string,
  run: (traders: Traders, id: Id<"orders">) => Promise<unknown>,
): TestedOperation {
  let orderId: Id<"orders"> | undefined;
  return {
    name,
    prepare: async (traders) => void (orderId ??= await place(traders, `${marker}, for ${name}`)),
    run: (traders) => run(traders, orderId!),
    isApplied: (tables) => tables.orders.find(({ _id }) => _id === orderId)?.status === status,
  };
}

const testedOperations = (market: FaultyMarket, marker: string): readonly TestedOperation[] => [
  placementTest(market, marker),
  statusChange("an acceptance", marker, "accepted", ({ distributor }, orderId) => {
    const { call, args } = acceptance(orderId);
    return distributor.http.mutation(call, args);
  }),
  statusChange("a cancellation", marker, "cancelled", ({ retailer }, orderId) =>
    retailer.http.mutation(api.orders.cancel, { orderIds: [orderId], reason: "Too late." }),
  ),
];

class Results {
  readonly failedSteps = new Map<Step, number>();
  readonly faults: string[] = [];
  tries = 0;
}

/** Fails the n-th step of the operation. Resolves with false once the operation took effect, or after a violation. */
async function failAt(
  { market, traders, results }: { market: FaultyMarket; traders: Traders; results: Results },
  operation: TestedOperation,
  at: number,
  isPowerLost: boolean,
): Promise<boolean> {
  results.tries += 1;
  await operation.prepare(traders);
  // Its steps would be taken for those of the operation.
  await untilFoldEnds(market);
  market.disk.arm({ at, kind: "failure" });
  const ended = market.failed.then(() => "no answer" as const);
  const answered = operation.run(traders).then(
    () => "acknowledged" as const,
    () => "refused" as const,
  );
  const answer = await Promise.race([ended, answered]);
  const { struck } = market.disk;
  market.disk.arm(null);
  const isOver = market.hasFailed;
  if (isOver) await market.startAgain(isPowerLost);
  const tables = await exportTables(market);
  const initialStock = new Map(traders.productIds.map((id) => [id, STOCK]));
  const faults = violationsIn(tables, initialStock);
  const isApplied = operation.isApplied(tables);
  if (answer === "acknowledged" && !isApplied) faults.push("[I-13] acknowledged without an effect");
  if (answer === "refused" && isApplied && !isOver) faults.push("[I-03] refused, but applied");
  results.faults.push(
    ...faults.map((fault) => `${operation.name}, step ${at} (${struck}): ${fault}`),
  );
  if (struck !== undefined)
    results.failedSteps.set(struck, (results.failedSteps.get(struck) ?? 0) + 1);
  return !isApplied && struck !== undefined && faults.length === 0;
}

async function run({ form, say }: Attempt): Promise<readonly Finding[]> {
  const logError = console.error;
  // Every failure is injected, so their log lines are noise.
  console.error = () => undefined;
  const market = await FaultyMarket.open();
  const results = new Results();
  try {
    const site = { url: market.url, mails: mailsOf(market.url) };
    const { retailers, distributors } = await joinTraders(site, 1, 1);
    const [retailer, distributor] = [retailers[0]!, distributors[0]!];
    const list = () => listProduct(site, distributor, { stock: STOCK });
    const traders: Traders = { retailer, distributor, productIds: [await list(), await list()] };
    // A power loss drops unflushed writes; a crash of the process alone keeps them.
    for (const isPowerLost of form === "long" ? [true, false] : [true]) {
      for (const operation of testedOperations(
        market,
        `An order, ${isPowerLost ? "power lost" : "power there"}.`,
      )) {
        for (let at = 1; await failAt({ market, traders, results }, operation, at, isPowerLost);)
          at += 1;
        say(`${operation.name}: ${results.tries} tries`);
      }
    }
  } finally {
    await market.stop();
    console.error = logError;
  }
  return [
    {
      what: "failed steps of the store",
      figure: STEPS.map((step) => `${step} ${results.failedSteps.get(step) ?? 0}`).join(", "),
      target: "each kind of step",
      holds: STEPS.every((step) => (results.failedSteps.get(step) ?? 0) > 0),
    },
    {
      what: "operations half applied, lost or wrongly answered",
      ...countOf(results.faults, `${results.tries}`),
    },
  ];
}

export const brokenStore: Proof = {
  name: "broken-store",
  title:
    "[I-03] [I-12] [I-13] [I-16] after a disk failure at any step, a placement, acceptance or cancellation is applied completely or not at all, and never acknowledged without an effect",
  run,
};
