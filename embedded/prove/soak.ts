/** Half an hour of clients with faults of all kinds: no write is lost, no subscription goes back, and memory does not grow. */
import { once } from "node:events";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { LeanClient } from "../testkit/leanClient";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const CLIENTS = 50;
const METERS = 20;
/** Queries per client. */
const QUERIES = 3;
const FORMS = {
  short: { ms: 8_000, sampleMs: 1_000 },
  long: { ms: 30 * 60_000, sampleMs: 5_000 },
};
const PAUSE_MS_MAX = 200;
/** The share of steps that come with a fault. */
const FAULTY = 0.06;
const UNREAD_MS = 500;
const FLOOD = 50;
/** The first third fills caches. Each minute's lowest value counts, because garbage is collected irregularly. */
const WARM_UP = 1 / 3;
const MINUTE_MS = 60_000;
const PERCENT_A_MINUTE_MAX = 1;

const read = makeFunctionReference<"query", { name: string }, { value: number }>("meters:read");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Increments a meter; resolves when it was acknowledged or the connection closed. */
type Step = () => Promise<void>;

const FAULTS: Readonly<Record<string, (client: LeanClient, step: Step) => Promise<unknown>>> = {
  "connection cut"(client, step) {
    const unanswered = step();
    client.close();
    return unanswered;
  },
  async "messages left unread"({ socket }) {
    socket.pause();
    await pause(UNREAD_MS);
    socket.resume();
  },
  async "invalid message"(client, step) {
    void step();
    client.say({ type: "Nonsense" });
    await once(client.socket, "close");
  },
  "missing function": (client) => client.mutate("meters:none", {}).catch(() => undefined),
  flood: (_client, step) => Promise.all(Array.from({ length: FLOOD }, step)),
};

class Counts {
  readonly faults = new Map(Object.keys(FAULTS).map((fault) => [fault, 0]));
  sent = 0;
  acknowledged = 0;
  /** Values of a subscription that were smaller than the previous one. */
  wentBack = 0;
  isOver = false;
}

/** Subscribes to the meters and counts values that go back. */
async function connected(url: string, names: readonly string[], counts: Counts) {
  const client = await LeanClient.open(url);
  const latest = new Map<number, number>();
  client.onValue = (queryId, result) => {
    const { value } = result as { value: number };
    if (value < (latest.get(queryId) ?? 0)) counts.wentBack += 1;
    latest.set(queryId, value);
  };
  client.watch(names.map((name, queryId) => ({ queryId, path: "meters:read", args: { name } })));
  return client;
}

/** Steps meters, now and then with a fault, and reconnects when the connection closed. */
async function runClient(url: string, seed: number, counts: Counts): Promise<void> {
  const random = chance(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const names = Array.from({ length: QUERIES }, () => `meter ${below(METERS)}`);
  const isOver = () => counts.isOver;
  while (!isOver()) {
    const client = await connected(url, names, counts);
    const closed = new Promise<void>((resolve) => client.socket.once("close", () => resolve()));
    const step = () => {
      counts.sent += 1;
      const done = client.mutate("meters:step", { name: names[below(QUERIES)] ?? "" });
      return Promise.race([done.then(() => void (counts.acknowledged += 1)), closed]);
    };
    while (!isOver() && client.socket.readyState === client.socket.OPEN) {
      await pause(random() * PAUSE_MS_MAX);
      await step();
      if (random() >= FAULTY) continue;
      const [fault, inject] = Object.entries(FAULTS)[below(counts.faults.size)]!;
      counts.faults.set(fault, (counts.faults.get(fault) ?? 0) + 1);
      await Promise.race([inject(client, step), closed]);
    }
    client.close();
  }
}

async function heldBytes(server: Server): Promise<number> {
  const figures = ["nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"];
  const [heap = 0, external = 0] = await Promise.all(figures.map((name) => server.figure(name)));
  return heap + external;
}

/** Returns each minute's lowest memory in use. */
async function sampled(server: Server, { form, say }: Attempt): Promise<number[]> {
  const { ms, sampleMs } = FORMS[form];
  const lowest: number[] = [];
  const startedAt = performance.now();
  for (let passed = 0; passed < ms; passed = performance.now() - startedAt) {
    await pause(sampleMs);
    const minute = Math.floor(passed / MINUTE_MS);
    if (lowest[minute] === undefined) say(`minute ${minute}`);
    lowest[minute] = Math.min(lowest[minute] ?? Infinity, await heldBytes(server));
  }
  return lowest;
}

/** The slope of the regression line through the values, in percent of their mean for each. */
function slopeOf(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const middle = (values.length - 1) / 2;
  const covariance = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return (covariance / spread / mean) * 100;
}

async function run(attempt: Attempt): Promise<readonly Finding[]> {
  const server = await startServer("meters");
  const { url } = server.addresses;
  const counts = new Counts();
  try {
    const clients = Array.from({ length: CLIENTS }, (_, at) =>
      runClient(url, attempt.seed + at, counts),
    );
    const lowest = await sampled(server, attempt);
    counts.isOver = true;
    await Promise.all(clients);
    const http = new ConvexHttpClient(url, { logger: false });
    let stored = 0;
    for (let at = 0; at < METERS; at += 1)
      stored += (await http.query(read, { name: `meter ${at}` })).value;
    return [...findings(counts, stored), ...growth(lowest)];
  } finally {
    counts.isOver = true;
    await server.stop();
  }
}

function findings({ sent, acknowledged, wentBack, faults }: Counts, stored: number): Finding[] {
  return [
    {
      what: "injected faults",
      figure: [...faults].map(([fault, count]) => `${fault} ${count}`).join(", "),
      target: "at least one of each",
      holds: [...faults.values()].every((count) => count > 0),
    },
    {
      what: `stored steps, of ${acknowledged} acknowledged and ${sent} sent`,
      figure: String(stored),
      target: "at least the acknowledged, at most the sent",
      holds: stored >= acknowledged && stored <= sent && acknowledged > 0,
    },
    {
      what: "subscribed values that went back",
      figure: `${wentBack}`,
      target: "0",
      holds: wentBack === 0,
    },
  ];
}

function growth(lowest: readonly number[]): Finding[] {
  const level = lowest.slice(Math.ceil(lowest.length * WARM_UP));
  if (level.length < 2) return [];
  const slope = slopeOf(level);
  const megabytes = (bytes = 0) => (bytes / 1e6).toFixed(1);
  return [
    {
      what: "memory in use, by the minute, after the first third",
      figure: `${slope.toFixed(2)} % a minute, from ${megabytes(level[0])} to ${megabytes(level.at(-1))} MB`,
      target: `at most ${PERCENT_A_MINUTE_MAX} % a minute`,
      holds: slope <= PERCENT_A_MINUTE_MAX,
      isTime: true,
    },
  ];
}

export const soak: Proof = {
  name: "soak",
  isTimed: true,
  title: "[SYNC7] clients with faults of all kinds lose no write, and memory does not grow",
  run,
};
