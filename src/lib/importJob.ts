/**
 * Keeps the import that an account has at work in IndexedDB, so that a closed tab can go on with it. Sending it again does no harm:
 * the server takes in each batch once. A sign-out discards it.
 */
import type { FunctionArgs } from "convex/server";
import { createStore, del, get, set, type UseStore } from "idb-keyval";
import type { api } from "../../convex/_generated/api";
import type { ImportMode } from "../../domain/import/columns";
import type { FileSheet } from "../../domain/import/sheet";

export type SentRow = FunctionArgs<typeof api.imports.take>["rows"][number];

export type ImportJob = {
  readonly importId: string;
  readonly mode: ImportMode;
  readonly fileName: string;
  readonly sheet: FileSheet;
  /** New and changed rows, in the order of the file. */
  readonly rows: readonly SentRow[];
  /** Rows that the preview refused, by line. */
  readonly reasons: readonly (readonly [number, readonly string[]])[];
};

let opened: UseStore | undefined;

function database(): UseStore {
  return (opened ??= createStore("mandi-imports", "accounts"));
}

function isJob(value: unknown): value is ImportJob {
  return typeof value === "object" && value !== null && "importId" in value && "rows" in value;
}

/** The account's import that broke off, or null; also where storage is blocked. */
export async function keptJob(accountId: string): Promise<ImportJob | null> {
  try {
    const kept: unknown = await get(accountId, database());
    return isJob(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** If storage is blocked, the import runs all the same, and can't go on in another tab. */
export async function keepJob(accountId: string, job: ImportJob): Promise<void> {
  try {
    await set(accountId, job, database());
  } catch {
    // Said above.
  }
}

export async function discardJob(accountId: string): Promise<void> {
  try {
    await del(accountId, database());
  } catch {
    // Nothing was kept.
  }
}
