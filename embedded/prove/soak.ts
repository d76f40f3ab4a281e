/** Half an hour of many clients with faults of all kinds: nothing is lost, nothing goes back, and memory stays level. */
import { LeanClient } from "../testkit/leanClient";
import { type Attempt, type Finding, type Proof, chance } from "../testkit/proof";
import { type Server, startServer } from "../testkit/server";

const CLIENTS = 50;
const METERS = 20;
const WATCHED = 3;
const FORMS = {
  short: { ms: 8_000, sampleMs: 1_000 },
  long: { ms: 30 * 60_000, sampleMs: 5_000 },
};
const LONGEST_PAUSE_MS = 200;
/** Of all steps, so many come with a fault. */
const FAULTY = 0.06;
const DEAF_MS = 500;
const FLOOD = 50;
/** The first third fills caches; of each minute the lowest counts, because garbage goes when it goes. */
const WARM_UP = 1 / 3;
const MINUTE_MS = 60_000;
const STEEPEST = 1;

type Fault = "cut" | "deaf for a while" | "nonsense said" | "unknown function" | "flood";
const FAULTS: readonly Fault[] = [
  "cut",
  "deaf for a while",
  "nonsense said",
  "unknown function",
  "flood",
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The findings of all clients. */
class Tally {
  readonly faults = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]));
  sent = 0;
  acknowledged = 0;
  /** Values on a screen that were smaller than the one before. */
  wentBack = 0;
  isOver = false;
}

/** One client that comes back whenever its socket is gone. */
class Trader {
  readonly #url: string;
  readonly #random: () => number;
  readonly #tally: Tally;
  readonly #names: readonly string[];
  #client: LeanClient | undefined;
  #gone: Promise<false> = Promise.resolve(false);

  constructor(url: string, seed: number, tally: Tally) {
    this.#url = url;
    this.#random = chance(seed);
    this.#tally = tally;
    this.#names = Array.from({ length: WATCHED }, () => `meter ${this.#below(METERS)}`);
  }

  async run(): Promise<void> {
    while (!this.#tally.isOver) {
      await pause(this.#random() * LONGEST_PAUSE_MS);
      const client = await this.#connected();
      await this.#step(client);
      if (this.#random() < FAULTY) await this.#fault(client, FAULTS[this.#below(FAULTS.length)]);
    }
    this.#client?.close();
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  async #connected(): Promise<LeanClient> {
    if (this.#client?.socket.readyState === this.#client?.socket.OPEN && this.#client !== undefined)
      return this.#client;
    const client = await LeanClient.open(this.#url);
    const shown = new Map<number, number>();
    client.onValue = (queryId, value) => {
      const figure = (value as { value: number }).value;
      if (figure < (shown.get(queryId) ?? 0)) this.#tally.wentBack += 1;
      shown.set(queryId, figure);
    };
    client.watch(
      this.#names.map((name, queryId) => ({ queryId, path: "meters:read", args: { name } })),
    );
    this.#gone = new Promise((resolve) => client.socket.once("close", () => resolve(false)));
    this.#client = client;
    return client;
  }

  /** Nobody knows of a step that was under way when the socket went. */
  async #step(client: LeanClient): Promise<void> {
    const name = this.#names[this.#below(WATCHED)] ?? "";
    this.#tally.sent += 1;
    const done = client.mutate("meters:step", { name }).then(() => true);
    if (await Promise.race([done, this.#gone])) this.#tally.acknowledged += 1;
  }

  async #fault(client: LeanClient, fault: Fault = "cut"): Promise<void> {
    this.#tally.faults.set(fault, (this.#tally.faults.get(fault) ?? 0) + 1);
    switch (fault) {
      case "cut": {
        const underWay = this.#step(client);
        client.close();
        await underWay;
        break;
      }
      case "deaf for a while":
        client.socket.pause();
        await pause(DEAF_MS);
        client.socket.resume();
        break;
      case "nonsense said": {
        const underWay = this.#step(client);
        client.say({ type: "Nonsense" });
        await Promise.all([underWay, this.#gone]);
        break;
      }
      case "unknown function":
        await client.mutate("meters:none", {}).catch(() => undefined);
        break;
      case "flood":
        await Promise.all(Array.from({ length: FLOOD }, () => this.#step(client)));
        break;
      default:
        fault satisfies never;
    }
  }
}

async function heldBytes(server: Server): Promise<number> {
  const figures = ["nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"];
  const [heap = 0, external = 0] = await Promise.all(figures.map((name) => server.figure(name)));
  return heap + external;
}

/** The steepness of the line through the minutes' lowest values, in percent of their mean for each minute. */
function slopeOf(minutes: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [middle, level] = [(minutes.length - 1) / 2, mean(minutes)];
  const covariance = minutes.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0);
  const spread = minutes.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return (covariance / spread / level) * 100;
}

async function total(url: string): Promise<number> {
  const client = await LeanClient.open(url);
  let sum = 0;
  let missing = METERS;
  await new Promise<void>((resolve) => {
    client.onValue = (_, value) => {
      sum += (value as { value: number }).value;
      missing -= 1;
      if (missing === 0) resolve();
    };
    const queries = Array.from({ length: METERS }, (_, queryId) => ({
      queryId,
      path: "meters:read",
      args: { name: `meter ${queryId}` },
    }));
    client.watch(queries);
  });
  client.close();
  return sum;
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const { ms, sampleMs } = FORMS[form];
  const server = await startServer("meters");
  const { url } = server.addresses;
  const tally = new Tally();
  const lowest: number[] = [];
  try {
    const traders = Array.from({ length: CLIENTS }, (_, at) => new Trader(url, seed + at, tally));
    const trading = traders.map((trader) => trader.run());
    const startedAt = performance.now();
    for (let passed = 0; passed < ms; passed = performance.now() - startedAt) {
      await pause(sampleMs);
      const minute = Math.floor(passed / MINUTE_MS);
      const held = await heldBytes(server);
      if (lowest[minute] === undefined && minute > 0)
        say(`minute ${minute}: ${((lowest[minute - 1] ?? 0) / 1e6).toFixed(1)} MB`);
      lowest[minute] = Math.min(lowest[minute] ?? Infinity, held);
    }
    tally.isOver = true;
    await Promise.all(trading);
    return findings(tally, await total(url), lowest);
  } finally {
    tally.isOver = true;
    await server.stop();
  }
}

function findings(tally: Tally, there: number, lowest: readonly number[]): Finding[] {
  const { sent, acknowledged, wentBack, faults } = tally;
  const hit = [...faults].map(([fault, count]) => `${fault} ${count}`).join(", ");
  const level = lowest.slice(Math.ceil(lowest.length * WARM_UP));
  const found: Finding[] = [
    {
      what: "faults that struck",
      figure: hit,
      target: "at least one of each",
      holds: [...faults.values()].every((count) => count > 0),
    },
    {
      what: `steps there, of ${acknowledged} acknowledged and ${sent} sent`,
      figure: String(there),
      target: "as many as were acknowledged, and no more than were sent",
      holds: there >= acknowledged && there <= sent && acknowledged > 0,
    },
    { what: "values that went back", figure: String(wentBack), target: "0", holds: wentBack === 0 },
  ];
  if (level.length < 2) return found;
  const slope = slopeOf(level);
  const [first = 0, last = 0] = [level[0], level.at(-1)];
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  found.push({
    what: "memory in use, by the minute, after the first third",
    figure: `${slope.toFixed(2)} % a minute, from ${megabytes(first)} to ${megabytes(last)} MB`,
    target: `at most ${STEEPEST} % a minute`,
    holds: slope <= STEEPEST,
    isTime: true,
  });
  return found;
}

export const soak: Proof = {
  name: "soak",
  isTimed: true,
  title:
    "[SYNC7] many clients and faults of all kinds for a long time: nothing is lost and memory stays level",
  run,
};
