/** A process that opens the folders that it is sent and reports their content; damage may kill it. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { convexToJson } from "convex/values";
import type { Database } from "../contracts";
import { openData } from "../openData";
import { DamageError } from "../store/checksums";
import { StartupError } from "../store/startupError";

/** Every written version of every document, by id. */
export interface Written {
  readonly table: string;
  readonly indexes: readonly string[];
  readonly newest: Record<string, string>;
  readonly older: Record<string, string[]>;
}

export type Reading =
  | { readonly kind: "refused"; readonly sentence: string }
  | {
      readonly kind: "read";
      /** Reads that ended with a {@link DamageError}. */
      readonly noticed: number;
      /** Reads that ended with something else. */
      readonly failed: string[];
      /** Documents that were never written. */
      readonly wrong: number;
      /** In an index, as they were once. */
      readonly stale: number;
      /** From an index that was read to its end without an error. */
      readonly missing: number;
    };

/** Its first message. */
export type ReadyMessage = "ready";

const LATER_ROWS = 100;

interface Tally {
  noticed: number;
  failed: string[];
  wrong: number;
  stale: number;
  missing: number;
}

function attempt(tally: Tally, look: () => void): void {
  try {
    look();
  } catch (error) {
    if (error instanceof DamageError) tally.noticed += 1;
    else tally.failed.push(String(error));
  }
}

/** Compares all that can be read, by id and along indexes, with what was written. */
function readAll(database: Database, written: Written, tally: Tally): void {
  const snapshot = database.pin();
  const tables = database.beginAt(snapshot).tables("");
  const check = (id: string, text: string) => {
    if (written.newest[id] === text) return;
    if (written.older[id]?.includes(text) === true) tally.stale += 1;
    else tally.wrong += 1;
  };
  for (const id of Object.keys(written.newest)) {
    attempt(tally, () => {
      const row = tables.get(written.table, id);
      if (row === null) tally.missing += 1;
      else check(id, JSON.stringify(convexToJson(row.document)));
    });
  }
  for (const indexName of written.indexes) {
    attempt(tally, () => {
      const source = { type: "IndexRange", indexName, range: [], order: "asc" };
      const found = tables.stream({ source, operators: [] });
      let count = 0;
      for (let next = found.next(); next.done !== true; next = found.next(), count += 1)
        check(
          next.value.document["_id"] as string,
          JSON.stringify(convexToJson(next.value.document)),
        );
      tally.missing += Math.abs(Object.keys(written.newest).length - count);
    });
  }
  snapshot.release();
}

/** Writes, which reuses free pages, or pages that a damaged list names as free. */
async function writeOn(database: Database): Promise<void> {
  const transaction = database.begin();
  const tables = transaction.tables("");
  for (let at = 0; at < LATER_ROWS; at += 1) tables.insert("later", { text: "y".repeat(1_000) });
  await database.commit(transaction).durable;
}

export async function readFolder(folder: string, written: Written): Promise<Reading> {
  let database;
  try {
    ({ database } = await openData(folder));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { kind: "refused", sentence: error.message };
  }
  const tally: Tally = { noticed: 0, failed: [], wrong: 0, stale: 0, missing: 0 };
  readAll(database, written, tally);
  await writeOn(database);
  readAll(database, written, tally);
  await database.close();
  return { kind: "read", ...tally };
}

process.on("message", (folder: string) => {
  const written = JSON.parse(
    readFileSync(path.join(path.dirname(folder), "written.json"), "utf8"),
  ) as Written;
  void readFolder(folder, written).then(
    (reading) => process.send?.(reading),
    (error: unknown) => process.send?.({ kind: "refused", sentence: `?? ${String(error)}` }),
  );
});
process.send?.("ready" satisfies ReadyMessage);
