/**
 * Keeps the imports that an account has at work, so that a closed tab can go on with them. Sending one again does no harm: the server
 * takes in each batch once.
 */
import type { FunctionArgs } from "convex/server";
import type { api } from "../../convex/_generated/api";
import type { ImportMode } from "../../domain/import/columns";
import type { FileSheet } from "../../domain/import/sheet";
import { accountStore } from "../accountStore/accountStore";

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

/** Imports that broke off, or whose outcome nobody has seen: some of them hold thousands of rows. */
const JOBS_MAX = 20;

function isJob(stored: unknown): stored is ImportJob {
  return typeof stored === "object" && stored !== null && "importId" in stored && "rows" in stored;
}

/** Import jobs by import id. */
export const importJobs = accountStore.collection<ImportJob>("imports", {
  max: JOBS_MAX,
  parse: (stored) => (isJob(stored) ? stored : undefined),
});
