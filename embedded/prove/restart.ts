/** Measures the start with a large data folder. */
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { JSONValue } from "convex/values";
import { openData } from "../openData";
import { copyProject } from "../testkit/project";
import schema from "../test/fixtures/ledger/convex/schema";
import { freePorts, instanceOf, startProcess } from "../testkit/realProcess";
import { atMostMs, least } from "../testkit/findings";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";

const SIZE = {
  short: { documents: 100_000, targetMs: 2_000 },
  long: { documents: 1_000_000, targetMs: 5_000 },
};
const PER_COMMIT = 10_000;
/** A document has about 200 bytes with its id, time and names. */
const TEXT = "x".repeat(90);
const STARTS = 3;
const READS = 20;
const one = makeFunctionReference<
  "query",
  { writer: string; number: number },
  { number: number } | null
>("ledger:one");
/** The project's own schema: another one would have every document validated at the first start. */
const SCHEMA = JSON.parse((schema as unknown as { export(): string }).export()) as JSONValue;

/** Inserts through the database, which is faster than through functions; each commit is flushed while the next one is made. */
async function fill(dataDir: string, documents: number): Promise<void> {
  const { database } = await openData(dataDir);
  await database.applySchemas(new Map([["", SCHEMA]]));
  let onDisk = Promise.resolve();
  for (let from = 0; from < documents; from += PER_COMMIT) {
    const transaction = database.begin();
    const tables = transaction.tables("");
    for (let number = from; number < from + PER_COMMIT; number += 1)
      tables.insert("entries", { writer: "writer", number, text: TEXT });
    await onDisk;
    onDisk = database.commit(transaction).durable;
  }
  await onDisk;
  await database.close();
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { documents, targetMs } = SIZE[form];
  const random = chance(seed);
  const project = copyProject("ledger");
  const times: number[] = [];
  let found = 0;
  try {
    await fill(project.options.dataDir, documents);
    say(`${documents} documents inserted`);
    for (let start = 0; start < STARTS; start += 1) {
      const began = performance.now();
      const running = startProcess(project.options, await freePorts());
      try {
        const { url } = await instanceOf(project);
        const http = new ConvexHttpClient(url, { logger: false });
        for (let read = 0; read < READS; read += 1) {
          const number = Math.floor(random() * documents);
          const row = await http.query(one, { writer: "writer", number });
          if (read === 0) times.push(performance.now() - began);
          if (row?.number === number) found += 1;
        }
      } finally {
        running.kill("SIGTERM");
        await running.exited;
      }
    }
  } finally {
    project.remove();
  }
  return [
    atMostMs(
      `from the start of the process to the first result, with ${documents.toLocaleString("en")} documents, slowest of ${STARTS}`,
      Math.max(...times),
      targetMs,
    ),
    least("documents found after a start", found, STARTS * READS),
  ];
}

export const restart: Proof = {
  name: "restart",
  isTimed: true,
  title:
    "[DUR10] a start, which reads all data, takes at most two seconds with 100,000 documents and five with 1,000,000",
  run,
};
