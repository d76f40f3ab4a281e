/** Measures the durable mutations a second, and the effect of a table's size on a query by index. */
import { ConvexHttpClient } from "convex/browser";
import { atMostTimes } from "../testkit/findings";
import { type LeanClient, openClients } from "../testkit/leanClient";
import { type Finding, type Proof, percentile } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const WRITERS = 16;
/** Unanswered mutations per client. */
const CONCURRENT = 64;
const SECONDS = { short: 3, long: 15 };
const MUTATIONS_PER_SECOND = 8_000;
const FEW = 1_000;
const MANY = { short: 100_000, long: 1_000_000 };
const ROWS_PER_MUTATION = 4_000;
const READS = { short: 400, long: 2_000 };
const SLOWER_MAX = 1.5;

/** Writes with constant concurrency until the deadline; returns the number of acknowledged mutations. */
async function writeFor(client: LeanClient, group: string, until: number): Promise<number> {
  let written = 0;
  const oneAfterAnother = async () => {
    while (performance.now() < until) {
      await client.mutate("meters:append", { group, rank: written });
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, oneAfterAnother));
  return written;
}

async function rate(server: Server, seconds: number): Promise<Finding> {
  const clients = await openClients(server.addresses.url, WRITERS);
  const writeAll = async (duration: number) => {
    const until = performance.now() + duration * 1_000;
    const counts = await Promise.all(
      clients.map((client, at) => writeFor(client, `writer ${at}`, until)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await writeAll(1);
  const flushes = await server.figure("convex_flush_seconds_count");
  const startedAt = performance.now();
  const written = await writeAll(seconds);
  const perSecond = (written / (performance.now() - startedAt)) * 1_000;
  const groups = (await server.figure("convex_flush_seconds_count")) - flushes;
  for (const client of clients) client.close();
  return {
    what: `durable mutations a second from ${WRITERS} clients (${written} in ${groups} flushes)`,
    figure: perSecond.toFixed(0),
    target: `≥ ${MUTATIONS_PER_SECOND}`,
    holds: perSecond >= MUTATIONS_PER_SECOND,
    isTime: true,
  };
}

/** Returns the median milliseconds of a query for the ten rows of a group, a different group each time. */
async function readTime(server: Server, reads: number): Promise<number> {
  const client = new ConvexHttpClient(server.addresses.url, { logger: false });
  const times: number[] = [];
  for (let read = 0; read < reads; read += 1) {
    const startedAt = performance.now();
    const rows = (await client.query(
      "meters:newest" as never,
      {
        group: `g${read % 100}`,
      } as never,
    )) as unknown[];
    times.push(performance.now() - startedAt);
    if (rows.length !== 10) throw new Error(`Expected ten rows, got ${rows.length}.`);
  }
  return percentile(times, 0.5);
}

async function fill(server: Server, from: number, to: number): Promise<void> {
  const [client] = await openClients(server.addresses.url, 1);
  for (let at = from; at < to; at += ROWS_PER_MUTATION)
    await client?.mutate("meters:fill", { from: at, count: Math.min(ROWS_PER_MUTATION, to - at) });
  client?.close();
}

async function growth(server: Server, many: number, reads: number): Promise<Finding> {
  await fill(server, 0, FEW);
  await readTime(server, reads);
  const small = await readTime(server, reads);
  await fill(server, FEW, many);
  await readTime(server, reads);
  const large = await readTime(server, reads);
  const what = `ten rows by an index of ${many} documents over HTTP, against ${FEW}`;
  return atMostTimes(what, large, small, SLOWER_MAX);
}

export const throughputProof: Proof = {
  name: "throughput",
  isTimed: true,
  title: "small mutations share flushes, and a query by index is independent of the table's size",
  async run({ form, say }) {
    const server = await startServer("meters");
    try {
      const written = await rate(server, SECONDS[form]);
      say(`now ${MANY[form]} documents`);
      return [written, await growth(server, MANY[form], READS[form])];
    } finally {
      await server.stop();
    }
  },
};
