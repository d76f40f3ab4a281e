/**
 * Fails every step of the disk during a mutation of a whole backend, and then loses what was not flushed. An answered mutation must
 * be there after the restart, and any other wholly or not at all.
 */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { runBackend } from "../backend";
import { FaultyDisk, type Step } from "../testkit/faultyStore";
import { copyProject } from "../testkit/project";
import { least, none } from "../testkit/findings";
import type { Attempt, Finding, Proof } from "../testkit/proof";

const SETTLED_MS = 100;
const TRIES = { short: 20, long: 200 };
/** More than a mutation has; some are the backend's own. */
const STEPS_MAX = 6;
/** Steps that must have failed. */
const STEPS: readonly Step[] = ["accept", "flush", "acknowledge"];
const write = makeFunctionReference<"mutation", { writer: string; number: number; text: string }>(
  "ledger:write",
);
const page = makeFunctionReference<
  "query",
  Record<string, unknown>,
  { page: { number: number }[] }
>("ledger:page");

async function run({ form }: Attempt): Promise<readonly Finding[]> {
  const project = copyProject("ledger");
  const print = console.error;
  // Every failure is injected.
  console.error = () => undefined;
  const struck = new Map<Step, number>();
  const problems: string[] = [];
  let disk = new FaultyDisk();
  let folders = 0;
  const start = () => {
    const dataDir = path.join(project.dir, `data ${(folders += 1)}`);
    return runBackend({ ...project.options, dataDir }, { around: () => disk.open() });
  };
  let backend = await start();
  try {
    for (let number = 0; number < TRIES[form]; number += 1) {
      const http = new ConvexHttpClient(backend.addresses.url, { logger: false });
      disk.arm({ at: 1 + (number % STEPS_MAX), kind: "failure" });
      const answered = http.mutation(write, { writer: "writer", number, text: "x" }).then(
        () => true,
        () => false,
      );
      const isAnswered = await Promise.race([answered, backend.failed.then(() => false)]);
      // The disk of a mutation that was answered too early is still writing.
      if (disk.struck === undefined) await Promise.race([backend.failed, pause(SETTLED_MS)]);
      const step = disk.struck;
      if (step !== undefined) struck.set(step, (struck.get(step) ?? 0) + 1);
      disk.arm(null);
      // A backend whose disk failed can't stop cleanly.
      await backend.stop().catch(() => undefined);
      disk = disk.next(true);
      backend = await start();
      const after = new ConvexHttpClient(backend.addresses.url, { logger: false });
      const paginationOpts = { numItems: 1_000, cursor: null };
      const [entries, copies] = await Promise.all(
        ["entries", "copies"].map(async (table) => {
          const rows = (await after.query(page, { table, paginationOpts })).page;
          return rows.filter((row) => row.number === number).length;
        }),
      );
      if (entries !== copies) problems.push(`half of mutation ${number}, failed at ${step}`);
      if (isAnswered && entries !== 1)
        problems.push(`mutation ${number} was answered without an effect, failed at ${step}`);
    }
  } finally {
    await backend.stop().catch(() => undefined);
    console.error = print;
    project.remove();
  }
  return [
    ...STEPS.map((step) => least(`disk failures at "${step}"`, struck.get(step) ?? 0)),
    none("mutations half applied, or answered without an effect", problems, TRIES[form]),
  ];
}

export const answers: Proof = {
  name: "answers",
  title: "[DUR1] a client gets no answer to a mutation that the disk did not take, at any step",
  run,
};
