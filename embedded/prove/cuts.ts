/**
 * Stock clients call mutations through a proxy that cuts their connections at every point at which
 * a call can be on its way. In the end each call is there once, in its client's order, and each
 * promise was kept with its own value.
 */
import { isDeepStrictEqual } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { runBackend } from "../backend";
import { copyProject } from "../testkit/project";
import type { CuttingProxy, Point } from "../testkit/cuttingProxy";
import { POINTS, openCuttingProxy } from "../testkit/cuttingProxy";
import { flakyClient } from "../testkit/flakyClient";
import type { Attempt, Finding, Proof } from "../testkit/proof";
import { chance } from "../testkit/proof";

const SIZES = {
  short: { clients: 6, cutsPerPoint: 60, mostMs: 60_000 },
  long: { clients: 8, cutsPerPoint: 600, mostMs: 400_000 },
} as const;
/** Calls that a client makes without waiting for their answers. */
const BURST = 6;
const LATEST_MS = 25;
/** A call that takes longer was forgotten. */
const PATIENCE_MS = 20_000;
const FAULTS_TOLD = 5;

type Call = { client: string; number: number };
interface Answer {
  number: number;
  place: number;
}
const append = makeFunctionReference<"mutation", Call, Answer>("calls:append");
const callsOf = makeFunctionReference<"query", { client: string }, number[]>("calls:of");
const recentCalls = makeFunctionReference<"query", { client: string }, number[]>("calls:recent");

interface Tally {
  calls: number;
  readonly faults: string[];
}

function patiently<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** One client's life: bursts of calls until `isEnough`. Returns how many it made. */
async function callOn(
  client: string,
  url: string,
  below: (limit: number) => number,
  isEnough: () => boolean,
  tally: Tally,
): Promise<number> {
  const flaky = flakyClient(url);
  // Some watch what they do; to the others nothing changes but that they were answered.
  if (below(2) === 0) flaky.client.onUpdate(recentCalls, { client }, () => undefined);
  let next = 0;
  const call = async (number: number) => {
    try {
      const answer = await patiently(flaky.client.mutation(append, { client, number }));
      if (!isDeepStrictEqual(answer, { number, place: number }))
        tally.faults.push(`${client}'s call ${number} was answered ${JSON.stringify(answer)}`);
    } catch (error) {
      tally.faults.push(`${client}'s call ${number} failed: ${String(error)}`);
    }
  };
  try {
    while (!isEnough()) {
      const burst = Array.from({ length: 1 + below(BURST) }, () => call(next++));
      tally.calls += burst.length;
      await Promise.all(burst);
    }
  } finally {
    await flaky.client.close();
  }
  return next;
}

/** The connections' points of cutting, those first that were cut least. */
export function nextPointOf(
  cuts: () => ReadonlyMap<Point, number>,
  below: (limit: number) => number,
) {
  return (): Point | null => {
    const rarest = [...cuts()].sort(([, a], [, b]) => a - b).slice(0, 3);
    return rarest[below(rarest.length)]?.[0] ?? null;
  };
}

async function tried(
  target: string,
  attempt: Attempt,
): Promise<{ tally: Tally; proxy: CuttingProxy }> {
  const { clients, cutsPerPoint, mostMs } = SIZES[attempt.form];
  const random = chance(attempt.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const tally: Tally = { calls: 0, faults: [] };
  const proxy: CuttingProxy = await openCuttingProxy({
    target,
    nextPoint: nextPointOf(() => proxy.cuts, below),
    isNow: () => below(4) === 0,
    delayMs: () => below(LATEST_MS),
  });
  const deadline = Date.now() + mostMs;
  const isEnough = () =>
    tally.faults.length > 0 ||
    Date.now() > deadline ||
    Math.min(...proxy.cuts.values()) >= cutsPerPoint;
  const told = setInterval(() => attempt.say(`${tally.calls} calls`), 10_000);
  try {
    const names = Array.from({ length: clients }, (_, at) => `client ${at}`);
    const made = await Promise.all(
      names.map((name) => callOn(name, proxy.url, below, isEnough, tally)),
    );
    const http = new ConvexHttpClient(target, { logger: false });
    for (const [at, client] of names.entries()) {
      const done = await http.query(callsOf, { client });
      const called = Array.from({ length: made[at] ?? 0 }, (_, number) => number);
      if (!isDeepStrictEqual(done, called)) tally.faults.push(faultIn(client, done, called.length));
    }
  } finally {
    clearInterval(told);
    await proxy.close();
  }
  return { tally, proxy };
}

function faultIn(client: string, done: readonly number[], calls: number): string {
  const wrong = done.findIndex((number, at) => number !== at);
  const around =
    wrong === -1
      ? ""
      : `, in order up to ${done.slice(Math.max(0, wrong - 3), wrong + 3).join(" ")}`;
  return `of ${client}'s ${calls} calls ${done.length} are there${around}`;
}

export const cuts: Proof = {
  name: "cuts",
  title:
    "[EO1] [ORD1] [SYNC4] calls are done once and in order, and answered, wherever their connection is cut",
  async run(attempt) {
    const project = copyProject("notes");
    try {
      const backend = await runBackend(project.options);
      try {
        const { tally, proxy } = await tried(backend.addresses.url, attempt);
        return findingsOf(tally, proxy, attempt);
      } finally {
        await backend.stop();
      }
    } finally {
      project.remove();
    }
  },
};

function findingsOf({ calls, faults }: Tally, proxy: CuttingProxy, attempt: Attempt): Finding[] {
  const { cutsPerPoint } = SIZES[attempt.form];
  for (const fault of faults.slice(0, FAULTS_TOLD)) attempt.say(fault);
  const first = faults[0] === undefined ? "" : `, first: ${faults[0]}`;
  return [
    {
      what: "calls that were lost, repeated, out of order or answered wrongly",
      figure: `${faults.length} of ${calls}${first}`,
      target: "0",
      holds: faults.length === 0 && calls > 0,
    },
    ...POINTS.map((point) => {
      const count = proxy.cuts.get(point) ?? 0;
      const target = `at least ${cutsPerPoint}`;
      return { what: `cuts ${point}`, figure: String(count), target, holds: count >= cutsPerPoint };
    }),
  ];
}
