/**
 * Stores the state of each `npx convex import`, as rows that the command line watches:
 *
 *   uploaded ──▶ waiting_for_confirmation ──▶ in_progress ──▶ completed
 *       └────────────────┴─────────────────────────┴────────▶ failed
 *
 * `completed` is written in the very commit that holds what was imported.
 */
import type { JSONValue } from "convex/values";
import { convexToJson } from "convex/values";
import type { StoredDocument, Transaction } from "../../contracts";
import { backendTables, rows, textIn } from "../../functions/backendTables";

export type ImportState =
  | { readonly state: "uploaded" }
  | {
      readonly state: "waiting_for_confirmation";
      readonly message_to_confirm: string;
      readonly require_manual_confirmation: boolean;
    }
  | { readonly state: "in_progress"; readonly progress_message: string }
  | { readonly state: "completed"; readonly timestamp: bigint; readonly num_rows_written: bigint }
  | { readonly state: "failed"; readonly error_message: string };

const TABLE = "imports";
/** As many as the command line looks at. */
const KEPT = 20;

function toImportState(row: StoredDocument): ImportState {
  return row["state"] as ImportState;
}

function newest(transaction: Transaction): StoredDocument[] {
  const order = { order: "desc" } as const;
  return [...rows(backendTables(transaction), `${TABLE}.by_creation_time`, {}, order)];
}

function isOver({ state }: ImportState): boolean {
  return state === "completed" || state === "failed";
}

/** @returns the import's id. */
export function addImport(transaction: Transaction): string {
  const tables = backendTables(transaction);
  const old = newest(transaction).slice(KEPT - 1);
  for (const row of old.filter((each) => isOver(toImportState(each))))
    tables.remove(TABLE, textIn(row, "_id"));
  return tables.insert(TABLE, { state: { state: "uploaded" } });
}

export function setImportState(transaction: Transaction, id: string, state: ImportState): void {
  backendTables(transaction).patch(TABLE, id, { state });
}

/** Returns the state of an import as the command line shows it. @throws Error when there is no such import. */
export function importState(transaction: Transaction, id: unknown): JSONValue {
  const row = newest(transaction).find(({ _id }) => _id === id);
  if (row === undefined) throw new Error("There is no such import.");
  return convexToJson(row);
}

/** Returns the newest imports as the command line shows them, the newest first. */
export function newestImports(transaction: Transaction): JSONValue {
  return newest(transaction)
    .slice(0, KEPT)
    .map((row) => convexToJson(row));
}

/** Fails the imports that the last process did not finish. */
export function failUnfinished(transaction: Transaction): void {
  for (const row of newest(transaction)) {
    if (isOver(toImportState(row))) continue;
    const error_message = "The backend was restarted: nothing was imported.";
    setImportState(transaction, textIn(row, "_id"), { state: "failed", error_message });
  }
}
