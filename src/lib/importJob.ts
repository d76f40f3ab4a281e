/**
 * Keeps the imports that an account has at work in IndexedDB, so that a closed tab can go on with them. Sending one again does no
 * harm: the server takes in each batch once. A sign-out discards them.
 */
import type { FunctionArgs } from "convex/server";
import { createStore, del, promisifyRequest, set, type UseStore } from "idb-keyval";
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

function jobKey(accountId: string, importId: string): string {
  return `${accountId} ${importId}`;
}

/** The keys of all imports of an account. */
function keysOf(accountId: string): IDBKeyRange {
  return IDBKeyRange.bound(jobKey(accountId, ""), jobKey(accountId, "\uffff"));
}

/** An import of the account that broke off, or whose outcome nobody has seen; null if there is none, or storage is blocked. */
export async function keptJob(accountId: string): Promise<ImportJob | null> {
  try {
    const kept: unknown[] = await database()("readonly", (store) =>
      promisifyRequest(store.getAll(keysOf(accountId))),
    );
    return kept.find(isJob) ?? null;
  } catch {
    return null;
  }
}

/** Keeps it beside others of the account. If storage is blocked, the import runs all the same, and can't go on in another tab. */
export async function keepJob(accountId: string, job: ImportJob): Promise<void> {
  try {
    await set(jobKey(accountId, job.importId), job, database());
  } catch {
    // Said above.
  }
}

export async function discardJob(accountId: string, importId: string): Promise<void> {
  try {
    await del(jobKey(accountId, importId), database());
  } catch {
    // Nothing was kept.
  }
}

/** Discards all imports of the account, for a sign-out. */
export async function discardJobs(accountId: string): Promise<void> {
  try {
    await database()("readwrite", (store) => promisifyRequest(store.delete(keysOf(accountId))));
  } catch {
    // Nothing was kept.
  }
}
