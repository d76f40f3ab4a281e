/** Sends an import batch by batch. What was taken in already is answered again, so an import that broke off simply starts anew. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { ImportField } from "../../../domain/import/columns";
import { IMPORT_BATCH_ROWS } from "../../../domain/limits";
import { refusalOf, tryAgainAfter } from "../../live/convexError";
import type { ImportJob } from "./importJob";
import { faultText } from "./preview";
import { t } from "../../../domain/language/texts";

export type Outcome = FunctionReturnType<typeof api.imports.take>["outcomes"][number];

type Client = Pick<ConvexReactClient, "mutation">;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Time that the drawing of ten pictures takes, and how often it is waited for. */
const DRAWING_MS = 500;
const DRAWING_TRIES = 20;

async function begin(client: Client, { importId, mode, rows }: ImportJob): Promise<void> {
  await client.mutation(api.imports.begin, { importId, mode, rowCount: rows.length });
}

/** Calls again after a limit's pause, and while the pictures of new products are being drawn. */
async function patiently<Result>(
  client: Client,
  job: ImportJob,
  call: () => Promise<Result>,
): Promise<Result> {
  for (let drawings = 0; ;) {
    try {
      return await call();
    } catch (error) {
      const pause = tryAgainAfter(error);
      const isDrawing = refusalOf(error)?.code === "IMPORT_NOT_READY";
      if (pause === null && !(isDrawing && drawings < DRAWING_TRIES)) throw error;
      await wait(pause ?? DRAWING_MS);
      if (!isDrawing) continue;
      drawings += 1;
      await begin(client, job);
    }
  }
}

export async function sendJob(client: Client, job: ImportJob): Promise<Outcome[]> {
  await patiently(client, job, () => begin(client, job));
  const outcomes: Outcome[] = [];
  for (let batch = 0; batch * IMPORT_BATCH_ROWS < job.rows.length; batch += 1) {
    const from = batch * IMPORT_BATCH_ROWS;
    const rows = job.rows.slice(from, from + IMPORT_BATCH_ROWS);
    const { importId } = job;
    const taken = await patiently(client, job, () =>
      client.mutation(api.imports.take, { importId, batch, rows }),
    );
    outcomes.push(...taken.outcomes);
  }
  return outcomes;
}

/** Returns the number of rows that are in after so many batches. */
export function rowsDone({ rows }: ImportJob, batchesDone = 0): number {
  return Math.min(rows.length, batchesDone * IMPORT_BATCH_ROWS);
}

export function rowsInText(done: number, all: number): string {
  return t("{count} of {all} rows are in.", {
    count: done.toLocaleString("en-IN"),
    all: all.toLocaleString("en-IN"),
  });
}

/** Reasons by line of all rows that were not imported: those of the preview and those of the server. */
export function reasonsOf(
  job: ImportJob,
  outcomes: readonly Outcome[],
): Map<number, readonly string[]> {
  const reasons = new Map(job.reasons);
  const cells = new Map(job.rows.map((row) => [row.line, row.cells]));
  for (const { line, outcome, faults = [], stock = 0 } of outcomes) {
    if (outcome === "refused") {
      // The answer names the columns; their texts are in the file.
      const getCell = (field: ImportField) => cells.get(line)?.[field] ?? "";
      reasons.set(
        line,
        faults.map((fault) => faultText({ ...fault, value: getCell(fault.field) })),
      );
    }
    if (outcome === "conflict")
      reasons.set(line, [t("Stock: it changed since the preview, and is {stock} now.", { stock })]);
  }
  return reasons;
}

export type PictureProblem = FunctionReturnType<typeof api.imports.pictureProblems>[number];

/** Reasons by line of all rows whose pictures were not or could not be fetched, in the order of the file. */
export function pictureReasonsOf(
  outcomes: readonly Outcome[],
  problems: readonly PictureProblem[],
): Map<number, readonly string[]> {
  const allProblems = [
    ...outcomes.map(({ line, pictureProblem }) => ({ line, problem: pictureProblem })),
    ...problems,
  ];
  const reasons = allProblems
    .toSorted((one, other) => one.line - other.line)
    .flatMap(({ line, problem }) => (problem === undefined ? [] : [[line, [problem]] as const]));
  return new Map(reasons);
}
