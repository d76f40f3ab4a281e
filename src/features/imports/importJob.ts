/**
 * Keeps the imports that an account has at work, so that a closed tab can go on with them. Sending one again does no harm: the server
 * takes in each batch once.
 */
import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { ImportMode } from "../../../domain/import/columns";
import type { FileSheet } from "../../../domain/import/sheet";
import { accountStore } from "../../accountStore/accountStore";
import { type Change, FallbackValue } from "../../accountStore/fallback";
import type { TokenSession } from "../../session/tokens";

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

function isJob(value: unknown): value is ImportJob {
  return typeof value === "object" && value !== null && "importId" in value && "rows" in value;
}

/** Returns the account's imports, the oldest first. Where they are not stored, an import runs all the same. */
export function importJobs(session: TokenSession): FallbackValue<readonly ImportJob[]> {
  return new FallbackValue<readonly ImportJob[]>([], (change) =>
    accountStore.update(session, "imports", (stored) =>
      change(Array.isArray(stored) ? stored.filter(isJob) : []),
    ),
  );
}

export function withJob(job: ImportJob): Change<readonly ImportJob[]> {
  return (jobs) => [...withoutJob(job.importId)(jobs), job].slice(-JOBS_MAX);
}

export function withoutJob(importId: string): Change<readonly ImportJob[]> {
  return (jobs) => jobs.filter((job) => job.importId !== importId);
}
