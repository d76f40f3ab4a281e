/** Measures how many small mutations a second reach the disk, and whether the size of a table slows a query by an index. */
import { ConvexHttpClient } from "convex/browser";
import { type LeanClient, openClients } from "../testkit/leanClient";
import { type Finding, type Proof, percentile } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const WRITERS = 16;
/** So many of a client's mutations are under way at once. */
const UNDER_WAY = 64;
const SECONDS = { short: 3, long: 15 };
const MUTATIONS_PER_SECOND = 8_000;
const FEW = 1_000;
const MANY = { short: 100_000, long: 1_000_000 };
const ROWS_PER_MUTATION = 4_000;
const READS = { short: 400, long: 2_000 };
const MOST_SLOWER = 1.5;

/** Writes until the time is over, always with as many under way; answers how many were acknowledged. */
async function writeFor(client: LeanClient, group: string, until: number): Promise<number> {
  let written = 0;
  const oneAfterAnother = async () => {
    while (performance.now() < until) {
      await client.mutate("meters:append", { group, rank: written });
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, oneAfterAnother));
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

/** The median time of a query for ten rows of a group, in milliseconds, another group each time. */
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
    if (rows.length !== 10) throw new Error(`Ten rows were asked for, and ${rows.length} came.`);
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
  const ratio = large / small;
  return {
    what: `ten rows by an index of ${many} documents, against ${FEW}`,
    figure: `${ratio.toFixed(2)} × (${large.toFixed(2)} ms against ${small.toFixed(2)} ms over HTTP)`,
    target: `≤ ${MOST_SLOWER} ×`,
    holds: ratio <= MOST_SLOWER,
    isTime: true,
  };
}

export const throughputProof: Proof = {
  name: "throughput",
  isTimed: true,
  title:
    "many small mutations share a flush, and a query by an index does not feel the table's size",
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
