/** One socket floods the server and another measures its latency, in separate processes. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { HostileSocket } from "../testkit/hostileSocket";
import { LeanClient } from "../testkit/leanClient";
import { percentile } from "../testkit/proof";
import type { Server } from "../testkit/server";
import { startServer } from "../testkit/server";

const PROBES = 60;
/** A process that is silent for ten seconds is replaced; its latency says so before. */
const FLOOD_MS = 6_000;
const PAUSE_MS = 10;
const SLOWER_MAX = 3;
/** A few uninterruptible runs of other clients' queries on a busy machine. */
const FLOOR_MS = 500;
const MIB = 2 ** 20;

let server: Server;

beforeEach(async () => {
  server = await startServer("meters");
}, 60_000);

afterEach(async () => {
  await server.stop();
});

/** The 95th percentile in milliseconds from sending a mutation to receiving its effect. */
async function latencyOfQuietClient(enough: (probes: number) => boolean): Promise<number> {
  const client = await LeanClient.open(server.addresses.url);
  client.watch([{ queryId: 0, path: "meters:read", args: { name: "quiet" } }]);
  const times: number[] = [];
  while (!enough(times.length)) {
    const startedAt = performance.now();
    const shown = new Promise<void>((resolve) => (client.onValue = () => resolve()));
    await Promise.all([client.mutate("meters:step", { name: "quiet" }), shown]);
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  client.close();
  return percentile(times, 0.95);
}

/** Returns the start time of the serving process, which changes when the watchdog replaces it. */
function startedAt(): Promise<number> {
  return server.figure("process_start_time_seconds");
}

/** In bytes: not the resident set, because Node's versions return free pages to the system at different times. */
async function memoryInUse(): Promise<number> {
  return (
    (await server.figure("nodejs_heap_size_used_bytes")) +
    (await server.figure("nodejs_external_memory_bytes"))
  );
}

/** In bytes, at most half a minute later: the server has yet to notice that sockets are closed. */
async function memoryUntil(most: number): Promise<number> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    server.collectGarbage();
    const now = await memoryInUse();
    if (now <= most || Date.now() > deadline) return now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Takes about 20 ms, and differs for each caller. */
const heavy = (at: number) => ({
  udfPath: "meters:heavy",
  args: { name: "loud", thousands: 3_000, asker: at },
});

function flagOf(end: Promise<void>): () => boolean {
  let isOver = false;
  void end.then(() => (isOver = true));
  return () => isOver;
}

const FLOODS: readonly [string, (end: Promise<void>) => Promise<void>][] = [
  [
    "512 heavy queries on each of two sockets, made outdated again and again",
    async (end) => {
      const { url } = server.addresses;
      const clients = [await HostileSocket.connected(url), await HostileSocket.connected(url)];
      clients.forEach((client, which) => client.watchMany(512, heavy, which * 1_000));
      const writer = await LeanClient.open(url);
      const stepping = setInterval(() => {
        writer.mutate("meters:step", { name: "loud" }).catch(() => undefined);
      }, 100);
      await end;
      clearInterval(stepping);
      writer.close();
      for (const client of clients) client.close();
    },
  ],
  [
    "4,000 heavy queries in one frame, by a client that comes back at once",
    async (end) => {
      const isOver = flagOf(end);
      while (!isOver()) {
        const client = await HostileSocket.connected(server.addresses.url);
        client.watchMany(4_000, heavy);
        expect((await client.ended).reason).toContain("TooManyQueries");
      }
    },
  ],
  [
    "megabytes of arguments, answers and unfinished frames on socket after socket",
    async (end) => {
      const isOver = flagOf(end);
      while (!isOver()) {
        const client = await HostileSocket.connected(server.addresses.url);
        client.watchMany(1, () => ({
          udfPath: "meters:read",
          args: { name: "x".repeat(0.9 * MIB) },
        }));
        client.watchMany(
          20,
          (at) => ({
            udfPath: "meters:long",
            args: { name: `${at}`, bytes: MIB },
          }),
          1,
        );
        client.neverEndFrame(0.9 * MIB);
        client.deafen();
        await new Promise((resolve) => setTimeout(resolve, 100));
        client.close();
      }
    },
  ],
];

test.each(FLOODS)(
  "[SUB13] other clients stay fast and the process survives during %s",
  async (_what, flood) => {
    await latencyOfQuietClient((probes) => probes >= PROBES);
    const quiet = await latencyOfQuietClient((probes) => probes >= PROBES);
    const [since, memory] = [await startedAt(), await memoryInUse()];
    let stop: () => void = () => undefined;
    const flooding = flood(new Promise((resolve) => (stop = resolve)));
    const until = Date.now() + FLOOD_MS;
    const beside = await latencyOfQuietClient(() => Date.now() > until);
    stop();
    await flooding;
    console.log(`${_what}: p95 ${beside.toFixed(1)} ms beside, ${quiet.toFixed(1)} ms alone`);
    expect(beside).toBeLessThan(Math.max(SLOWER_MAX * quiet, FLOOR_MS));
    expect(await startedAt()).toBe(since);
    const after = await memoryUntil(memory + 100 * MIB);
    console.log(`memory: ${Math.round(memory / MIB)} MiB before, ${Math.round(after / MIB)} after`);
    expect(after).toBeLessThan(memory + 100 * MIB);
  },
  90_000,
);
