/**
 * A market is backed up while it trades, and restored: the copy is one moment of it, with everything that anybody was told until
 * then, and adds up. A copy of a market at rest, and what stock Convex exports and imports of it, are equal to it byte by byte.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Market, startMarket, until } from "../../testkit/market";
import { builtProgram } from "../../embedded/builtProgram.mjs";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { addressesOf, archiveOf, booksIn, faultsIn } from "./consistency";
import { Scene } from "./workload";
import { countOf } from "../findings";

const ROOT = path.resolve(import.meta.dirname, "../..");
const EMBEDDED = [await builtProgram("embedded/main.ts")];
const CONVEX = [path.join(ROOT, "node_modules/convex/bin/main.js")];
const SETS = { short: 1, long: 20 };
/** Of the sets of the long form, one in so many goes through Convex's own tool as well: most of that is the tool's start. */
const IMPORT_EVERY = 4;
const [RETAILERS, DISTRIBUTORS] = [3, 2];
/** Before the backup. */
const DEEDS = 60;
const TRADE_MS = 30_000;

/** Runs Node and waits for its end. @throws Error with what it printed when that was no success. */
async function node(args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${String(code)}: ${text}`);
}

class Folders {
  readonly #root = mkdtempSync(path.join(tmpdir(), "mandi-restore-"));
  #count = 0;

  next(): string {
    return path.join(this.#root, String((this.#count += 1)));
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}

/** Backs a running market up, and restores that to a folder. */
async function copyOf({ dataDir }: Market, folders: Folders): Promise<string> {
  const [backup, restored] = [folders.next(), folders.next()];
  await node([...EMBEDDED, "--data", dataDir, "--backup", backup]);
  await node([...EMBEDDED, "--data", restored, "--restore", backup]);
  return restored;
}

/** A new market with what stock Convex exports of another and imports here. */
async function imported(from: Market, folders: Folders): Promise<Market> {
  const [zip, to] = [`${folders.next()}.zip`, await startMarket(["--empty"])];
  const convex = (market: Market, ...args: string[]) => {
    const { apiUrl, adminKey } = addressesOf(market);
    const env = { CONVEX_SELF_HOSTED_URL: apiUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
    return node([...CONVEX, ...args], env);
  };
  await convex(from, "export", "--include-file-storage", "--path", zip);
  await convex(to, "import", "--replace-all", "-y", zip);
  return to;
}

/** Names of what is not the same in both; of rows and files alone, because the number of a table and the name of a file on the disk say nothing. */
async function differences(one: Market, other: Market): Promise<string[]> {
  const [before, after] = await Promise.all(
    [one, other].map((market) => archiveOf(market, { withFiles: true })),
  );
  const names = new Set([...before!.keys(), ...after!.keys()]);
  return [...names].filter((name) => {
    if (/(_tables|_storage)\/documents.jsonl$/.test(name)) return false;
    const [left, right] = [before, after].map((archive) => archive!.get(name) ?? Buffer.alloc(0));
    return !left!.equals(right!);
  });
}

interface Outcome {
  orders: number;
  told: number;
  readonly damage: string[];
  readonly different: string[];
}

/** One market, its copy under load, that one's copy at rest, and in the long form what is exported and imported of it. */
async function copy(seed: number, withImport: boolean, outcome: Outcome, folders: Folders) {
  const random = chance(seed);
  const market = await startMarket(["--empty"]);
  const scene = new Scene(market, (limit) => Math.floor(random() * limit));
  const opened: Market[] = [market];
  const open = async (starting: Promise<Market>): Promise<Market> => {
    opened.push(await starting);
    return opened.at(-1)!;
  };
  try {
    await scene.open(RETAILERS, DISTRIBUTORS);
    const { retailers, distributors, ledger } = scene;
    const trading = [
      ...retailers.map((who, n) => scene.retail(who, `retailer ${n}`)),
      ...distributors.map((who, n) => scene.distribute(who, `distributor ${n}`)),
    ];
    const isEnough = () => Promise.resolve(ledger.acknowledged.size >= DEEDS);
    await until("there is something to back up", isEnough, TRADE_MS);
    const told = new Set(ledger.acknowledged);
    const folder = await copyOf(market, folders);
    scene.isOver = true;
    await Promise.all(trading);
    const first = await open(startMarket([], { dataDir: folder }));
    const books = booksIn(await archiveOf(first));
    outcome.damage.push(...ledger.compare(books, told), ...faultsIn(books, scene.listed));
    outcome.orders += books.orders.length;
    outcome.told += told.size;
    const second = await open(startMarket([], { dataDir: await copyOf(first, folders) }));
    outcome.different.push(...(await differences(first, second)));
    if (withImport)
      outcome.different.push(...(await differences(first, await open(imported(first, folders)))));
  } finally {
    scene.isOver = true;
    for (const each of opened) await each.stop();
  }
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const folders = new Folders();
  const outcome: Outcome = { orders: 0, told: 0, damage: [], different: [] };
  try {
    for (let set = 0; set < SETS[form]; set += 1) {
      await copy(seed + set, form === "long" && set % IMPORT_EVERY === 0, outcome, folders);
      say(`${set + 1} data sets, ${outcome.orders} orders in their copies`);
    }
  } finally {
    folders.remove();
  }
  const { orders, told } = outcome;
  return [
    {
      what: "orders in copies made under load",
      figure: `${orders}`,
      target: "some",
      holds: orders > 0,
    },
    {
      what: "deeds that a copy lost, doubled or has half, and figures that do not add up in it",
      ...countOf(outcome.damage, `${told} acknowledged before`),
    },
    {
      what: "tables and files that were not the same in a copy of a copy",
      ...countOf(outcome.different, `all, in ${SETS[form]} data sets`),
    },
  ];
}

export const restore: Proof = {
  name: "restore",
  title:
    "[I-35] a market that is backed up under trade and restored has everything it told and adds up; a copy of one at rest is the same",
  run,
};
