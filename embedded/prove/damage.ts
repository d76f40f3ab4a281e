/** Changes bytes of the data at random: no read may return data that was never written. */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { convexToJson } from "convex/values";
import type { StoredDocument } from "../contracts";
import { openDatabase } from "../database/database";
import { INDEX_KINDS } from "../extras/indexKinds";
import { openLmdbStore } from "../store/lmdb";
import type { Reading, ReadyMessage, Written } from "../test/damagedReader";
import { none } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

const TRIES = { short: 300, long: 5_000 };
const DOCUMENTS = 250;
const ROUNDS = 12;
const SECTOR_BYTES = 512;
/** A reader that takes longer hangs; the watchdog of a real process would end it. */
const PATIENCE_MS = 5_000;
const READER = path.resolve(import.meta.dirname, "../test/damagedReader.ts");
const SCHEMA = {
  schemaValidation: false,
  tables: [
    {
      tableName: "goods",
      indexes: [{ indexDescriptor: "by_kind", fields: ["kind"] }],
      searchIndexes: [],
      documentType: { type: "any" },
    },
  ],
};

/** Makes a store with several versions of documents, and free pages. */
async function make(folder: string, random: () => number): Promise<Written> {
  const database = await openDatabase(openLmdbStore(folder), { indexKinds: INDEX_KINDS });
  await database.applySchemas(new Map([["", SCHEMA]]));
  const newest: Record<string, string> = {};
  const older: Record<string, string[]> = {};
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const transaction = database.begin();
    const tables = transaction.tables("");
    const keep = (document: StoredDocument | null) => {
      const id = document?.["_id"] as string;
      if (newest[id] !== undefined) (older[id] ??= []).push(newest[id]);
      newest[id] = JSON.stringify(convexToJson(document));
    };
    const value = () => ({ kind: Math.floor(random() * 20), text: "x".repeat(random() * 400) });
    for (let count = 0; count < DOCUMENTS / ROUNDS; count += 1) {
      const id = tables.insert("goods", value());
      ids.push(id);
      keep(tables.get("goods", id)?.document ?? null);
      const other = ids[Math.floor(random() * ids.length)] ?? id;
      tables.patch("goods", other, value());
      keep(tables.get("goods", other)?.document ?? null);
    }
    await database.commit(transaction).durable;
  }
  await database.close();
  const indexes = ["goods.by_kind", "goods.by_creation_time"];
  return { table: "goods", indexes, newest, older };
}

/** Returns a copy with one bit, byte or sector changed. */
function damaged(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(random() * copy.length);
  const kind = random();
  if (kind < 0.4) copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  else if (kind < 0.7) copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  else
    copy.fill(
      kind < 0.85 ? 0 : 0xff,
      at - (at % SECTOR_BYTES),
      at - (at % SECTOR_BYTES) + SECTOR_BYTES,
    );
  return copy;
}

/** A process that reads damaged folders; its result is null when it crashed or hung. */
class Reader {
  #child: ChildProcess | null = null;

  async read(folder: string): Promise<Reading | null> {
    const child = (this.#child ??= await this.#start());
    const reading = await new Promise<Reading | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), PATIENCE_MS);
      const answer = (result: Reading | null) => {
        clearTimeout(timer);
        resolve(result);
      };
      child.once("message", (message) => answer(message as Reading));
      child.once("exit", () => answer(null));
      child.send(folder);
    });
    child.removeAllListeners();
    if (reading === null) await this.close();
    return reading;
  }

  /** Resolves when it can read: on a busy machine the start takes longer than reading may. */
  async #start(): Promise<ChildProcess> {
    const child = fork(READER, { execArgv: ["--import", "tsx"], stdio: "ignore" });
    const [message] = (await Promise.race([
      once(child, "message"),
      once(child, "exit"),
    ])) as unknown[];
    if (message !== ("ready" satisfies ReadyMessage)) throw new Error("The reader did not start.");
    return child;
  }

  /** Waits for the exit of the process, which may hold the lock of the folder. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const random = chance(seed);
  const root = mkdtempSync(path.join(tmpdir(), "damage-"));
  const reader = new Reader();
  /** Findings by their verdict. */
  const found = new Map<ReadResult, string[]>();
  let changed = 0;
  try {
    const original = path.join(root, "original");
    writeFileSync(path.join(root, "written.json"), JSON.stringify(await make(original, random)));
    const bytes = readFileSync(path.join(original, "store.lmdb"));
    for (let at = 0; at < TRIES[form]; at += 1) {
      const folder = path.join(root, "damaged");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      const content = damaged(bytes, random);
      if (!content.equals(bytes)) changed += 1;
      writeFileSync(path.join(folder, "store.lmdb"), content);
      const reading = await reader.read(folder);
      const result = resultOfReading(reading);
      const what = reading?.kind === "refused" ? reading.sentence : `change ${at}`;
      found.set(result, [...(found.get(result) ?? []), what]);
    }
  } finally {
    await reader.close();
    rmSync(root, { recursive: true, force: true });
  }
  say([...found].map(([result, { length }]) => `${result}: ${length}`).join(", "));
  return findings(changed, (result) => found.get(result) ?? []);
}

type ReadResult =
  "refused" | "detected" | "crashed" | "unclear" | "wrong" | "older" | "not found" | "unharmed";

function resultOfReading(reading: Reading | null): ReadResult {
  if (reading === null) return "crashed";
  if (reading.kind === "refused")
    return /^The data in \S+ can't be opened .*\.$/.test(reading.sentence) ? "refused" : "unclear";
  if (reading.wrong > 0) return "wrong";
  if (reading.noticed > 0 || reading.failed.length > 0) return "detected";
  if (reading.stale > 0) return "older";
  return reading.missing > 0 ? "not found" : "unharmed";
}

function findings(changed: number, of: (result: ReadResult) => readonly string[]): Finding[] {
  const [refused, atRead, crashed] = [of("refused"), of("detected"), of("crashed")].map(
    ({ length }) => length,
  );
  return [
    {
      what: "changes to the data, of them detected",
      figure: `${changed}: ${refused} starts refused, ${atRead} at a read, ${crashed} crashes; the others changed unused bytes`,
      holds: of("refused").length > 0 && of("unharmed").length > 0,
    },
    none("folders with a document that was never written", of("wrong"), changed),
    none("starts refused without a clear sentence", of("unclear"), changed),
    none("folders with a document silently missing", of("not found"), changed),
    none("folders with an older version of a document", of("older"), changed),
  ];
}

export const damage: Proof = {
  name: "damage",
  title:
    "[DUR8] random changes to the data are detected, and no read returns data that was never written",
  run,
};
