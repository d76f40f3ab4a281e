/** Measures the latency of a change to a thousand clients, with one query or a thousand, and the cost of subscriptions. */
import { atMostMs, atMostTimes } from "../testkit/findings";
import { type LeanClient, openClients } from "../testkit/leanClient";
import { type Finding, type Proof, percentile } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const CLIENTS = 1_000;
const UNTOUCHED = 10_000;
const QUERIES_PER_SOCKET = 500;
const ROUNDS = { short: 15, long: 100 };
const SHARED_MS = 20;
const DISTINCT_MS = 150;
const IDLE_CLIENT_KB = 60;
/** Tolerance for a machine with other load. */
const SLOWER_MAX = 1.25;

/** Resolves when every client has got an update; called before the change, so that none is missed. */
function allUpdated(clients: readonly LeanClient[]): Promise<void> {
  let waiting = clients.length;
  return new Promise((resolve) => {
    for (const client of clients) {
      client.onValue = () => {
        client.onValue = () => undefined;
        waiting -= 1;
        if (waiting === 0) resolve();
      };
    }
  });
}

async function subscribe(
  clients: readonly LeanClient[],
  argsOf: (position: number) => object,
): Promise<void> {
  const first = allUpdated(clients);
  for (const [position, client] of clients.entries())
    client.watch([{ queryId: 0, path: "meters:read", args: argsOf(position) }]);
  await first;
}

/** Returns the milliseconds from sending a mutation to the last client's update, once per round. */
async function roundsOf(
  clients: readonly LeanClient[],
  writer: LeanClient,
  name: string,
  rounds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const updated = allUpdated(clients);
    const startedAt = performance.now();
    await Promise.all([writer.mutate("meters:step", { name }), updated]);
    // The first two rounds are a warm-up.
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}

async function memoryOf(server: Server): Promise<number> {
  // Garbage is collected irregularly: the lowest of several samples is the memory in use.
  const samples: number[] = [];
  for (let sample = 0; sample < 5; sample += 1) {
    samples.push(await server.figure("process_resident_memory_bytes"));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return Math.min(...samples);
}

async function fanOut(server: Server, rounds: number): Promise<Finding[]> {
  const { url } = server.addresses;
  const [writer] = await openClients(url, 1);
  if (writer === undefined) throw new Error("No client.");
  await writer.mutate("meters:step", { name: "shared" });
  // Compiles code and fills caches before memory is measured.
  const warm = await openClients(url, 100);
  await subscribe(warm, () => ({ name: "shared" }));
  await roundsOf(warm, writer, "shared", 20);
  for (const client of warm) client.close();

  const before = await memoryOf(server);
  const clients = await openClients(url, CLIENTS);
  await subscribe(clients, () => ({ name: "shared" }));
  const perClient = (await memoryOf(server)) - before;
  const shared = await roundsOf(clients, writer, "shared", rounds);
  for (const client of clients) client.close();

  const others = await openClients(url, CLIENTS);
  await subscribe(others, (asker) => ({ name: "distinct", asker }));
  const distinct = await roundsOf(others, writer, "distinct", rounds);
  for (const client of others) client.close();
  writer.close();
  const kb = perClient / CLIENTS / 1_000;
  return [
    atMostMs(
      `one change to ${CLIENTS} clients of one query, until the last update, p99 of ${rounds} (median ${percentile(shared, 0.5).toFixed(1)} ms)`,
      percentile(shared, 0.99),
      SHARED_MS,
    ),
    atMostMs(
      `one change to ${CLIENTS} clients with as many different queries, until the last update, p99 of ${rounds} (median ${percentile(distinct, 0.5).toFixed(1)} ms)`,
      percentile(distinct, 0.99),
      DISTINCT_MS,
    ),
    {
      what: "memory per idle client with one query",
      figure: `${kb.toFixed(1)} kB`,
      target: `≤ ${IDLE_CLIENT_KB} kB`,
      holds: kb <= IDLE_CLIENT_KB,
      isTime: true,
    },
  ];
}

async function stepTimes(writer: LeanClient, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const startedAt = performance.now();
    await writer.mutate("meters:step", { name: "lonely" });
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Measures a commit without subscriptions and beside ten thousand subscribed queries that it does not invalidate. */
async function untouched(server: Server, count: number): Promise<Finding> {
  const { url } = server.addresses;
  const sockets = await openClients(url, UNTOUCHED / QUERIES_PER_SOCKET + 1);
  const [writer, ...watchers] = sockets;
  if (writer === undefined) throw new Error("No client.");
  await stepTimes(writer, count);
  const alone = percentile(await stepTimes(writer, count), 0.5);
  const subscribed = watchers.map((watcher, socket) => {
    let missing = QUERIES_PER_SOCKET;
    const all = new Promise<void>((resolve) => {
      watcher.onValue = () => {
        missing -= 1;
        if (missing === 0) resolve();
      };
    });
    watcher.watch(
      Array.from({ length: QUERIES_PER_SOCKET }, (_, queryId) => ({
        queryId,
        path: "meters:read",
        args: { name: `other ${socket * QUERIES_PER_SOCKET + queryId}` },
      })),
    );
    return all;
  });
  await Promise.all(subscribed);
  const watching = await server.figure("convex_watched_queries");
  const runs = await server.figure("convex_query_runs_total");
  const crowded = percentile(await stepTimes(writer, count), 0.5);
  const reruns = (await server.figure("convex_query_runs_total")) - runs;
  for (const client of sockets) client.close();
  const what = `a commit that invalidates none of ${watching} subscribed queries, against one without subscriptions; ${reruns} ran again`;
  const finding = atMostTimes(what, crowded, alone, SLOWER_MAX);
  return { ...finding, holds: finding.holds && reruns === 0 && watching === UNTOUCHED };
}

export const fanOutProof: Proof = {
  name: "fan-out",
  isTimed: true,
  title: "one change reaches a thousand clients quickly, and unaffected subscriptions cost nothing",
  async run({ form, say }) {
    const server = await startServer("meters");
    try {
      const findings = await fanOut(server, ROUNDS[form]);
      say("now ten thousand unaffected queries");
      return [...findings, await untouched(server, ROUNDS[form] * 20)];
    } finally {
      await server.stop();
    }
  },
};
