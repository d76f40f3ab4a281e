/**
 * Backs up a market under load and restores it: the copy must be one consistent snapshot with every operation acknowledged before.
 * A copy of an idle market, and its export and import with Convex's own tool, must be equal byte by byte.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { untilFoldEnds } from "../../testkit/clients";
import { type Market, instanceOf, startMarket, until } from "../../testkit/market";
import { builtProgram } from "../../embedded/builtProgram.mjs";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { archiveOf, exportTables, requestExport, violationsIn } from "./consistency";
import { Workload } from "./workload";
import { least, none } from "../../embedded/testkit/findings";

const ROOT = path.resolve(import.meta.dirname, "../..");
const EMBEDDED = [await builtProgram("embedded/main.ts")];
const CONVEX = [path.join(ROOT, "node_modules/convex/bin/main.js")];
const SETS = { short: 1, long: 20 };
/** Every fourth data set also goes through Convex's own tool, whose start takes most of the time. */
const IMPORT_EVERY = 4;
const [RETAILERS, DISTRIBUTORS] = [3, 2];
/** Acknowledged operations before the backup. */
const OPERATIONS = 60;
const TRADE_MS = 30_000;

/** Runs Node and waits for its exit. @throws Error with its output if the exit code is not 0. */
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

/** Backs up a running market, restores the backup to a new folder and returns it. */
async function restoredCopy({ dataDir }: Market, folders: Folders): Promise<string> {
  const [backup, restored] = [folders.next(), folders.next()];
  await node([...EMBEDDED, "--data", dataDir, "--backup", backup]);
  await node([...EMBEDDED, "--data", restored, "--restore", backup]);
  return restored;
}

/** Starts a market and fills it with an export of another, both with Convex's own tool. */
async function imported(from: Market, folders: Folders): Promise<Market> {
  const [zip, to] = [`${folders.next()}.zip`, await startMarket(["--empty"])];
  const convex = (market: Market, ...args: string[]) => {
    const { apiUrl, adminKey } = instanceOf(market);
    const env = { CONVEX_SELF_HOSTED_URL: apiUrl, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
    return node([...CONVEX, ...args], env);
  };
  await convex(from, "export", "--include-file-storage", "--path", zip);
  await convex(to, "import", "--replace-all", "-y", zip);
  return to;
}

/** Returns the names of differing archive files. Table numbers and stored file names may differ. */
async function differences(one: Market, other: Market): Promise<string[]> {
  const [before, after] = await Promise.all(
    [one, other].map(async (market) => archiveOf(market, await requestExport(market, true))),
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
  acknowledged: number;
  readonly violations: string[];
  readonly different: string[];
}

/** Checks a copy of a market under load, an idle copy of that copy and, if asked, an import of it. */
async function compareCopies(
  seed: number,
  withImport: boolean,
  outcome: Outcome,
  folders: Folders,
) {
  const random = chance(seed);
  const market = await startMarket(["--empty"]);
  const workload = new Workload(market, (limit) => Math.floor(random() * limit));
  const opened: Market[] = [market];
  const open = async (starting: Promise<Market>): Promise<Market> => {
    opened.push(await starting);
    return opened.at(-1)!;
  };
  try {
    await workload.open(RETAILERS, DISTRIBUTORS);
    const { retailers, distributors, log } = workload;
    const trading = [
      ...retailers.map((trader, n) => workload.runRetailer(trader, `retailer ${n}`)),
      ...distributors.map((trader, n) => workload.runDistributor(trader, `distributor ${n}`)),
    ];
    const isEnough = () => Promise.resolve(log.acknowledged.size >= OPERATIONS);
    await until("there are operations to back up", isEnough, TRADE_MS);
    const acknowledged = new Set(log.acknowledged);
    const folder = await restoredCopy(market, folders);
    workload.isOver = true;
    await Promise.all(trading);
    const first = await open(startMarket([], { dataDir: folder }));
    const tables = await exportTables(first);
    outcome.violations.push(
      ...log.compare(tables, acknowledged),
      ...violationsIn(tables, workload.initialStock),
    );
    outcome.orders += tables.orders.length;
    outcome.acknowledged += acknowledged.size;
    // A market is idle once its figures are folded.
    await untilFoldEnds(first);
    const second = await open(startMarket([], { dataDir: await restoredCopy(first, folders) }));
    outcome.different.push(...(await differences(first, second)));
    if (withImport)
      outcome.different.push(...(await differences(first, await open(imported(first, folders)))));
  } finally {
    workload.isOver = true;
    for (const each of opened) await each.stop();
  }
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const folders = new Folders();
  const outcome: Outcome = { orders: 0, acknowledged: 0, violations: [], different: [] };
  try {
    for (let set = 0; set < SETS[form]; set += 1) {
      await compareCopies(
        seed + set,
        form === "long" && set % IMPORT_EVERY === 0,
        outcome,
        folders,
      );
      say(`${set + 1} data sets, ${outcome.orders} orders in their copies`);
    }
  } finally {
    folders.remove();
  }
  const { orders, acknowledged } = outcome;
  return [
    least("orders in copies made under load", orders),
    none(
      "operations that a copy lost, repeated or has half, and violated invariants in it",
      outcome.violations,
      `${acknowledged} acknowledged before`,
    ),
    none(
      "tables and files that differ in a copy of an idle market",
      outcome.different,
      `all, in ${SETS[form]} data sets`,
    ),
  ];
}

export const restore: Proof = {
  name: "restore",
  title:
    "[I-35] the backup of a market under load restores every acknowledged operation consistently; a copy of an idle market is equal",
  run,
};
