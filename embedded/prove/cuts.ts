/**
 * Stock clients call mutations through a proxy that cuts their connections at every point of a call. Each call must run once, in its
 * client's order, and each promise must resolve with its own result.
 */
import { isDeepStrictEqual } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { runBackend } from "../backend";
import { copyProject } from "../testkit/project";
import { type CuttingProxy, cutsAtLeast, openCuttingProxy } from "../testkit/cuttingProxy";
import { none } from "../testkit/findings";
import { flakyClient, withTimeout } from "../testkit/flakyClient";
import type { Attempt, Finding, Proof } from "../testkit/proof";
import { chance } from "../testkit/proof";

const SIZES = {
  short: { clients: 6, cutsPerPoint: 60, mostMs: 60_000 },
  long: { clients: 8, cutsPerPoint: 600, mostMs: 400_000 },
} as const;
/** The most calls that a client makes concurrently. */
const BURST = 6;
/** A call that takes longer counts as unanswered. */
const PATIENCE_MS = 20_000;
const FAULTS_PRINTED = 5;

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

/** Makes bursts of calls until `isEnough`; returns their number. */
async function runClient(
  client: string,
  url: string,
  below: (limit: number) => number,
  isEnough: () => boolean,
  tally: Tally,
): Promise<number> {
  const flaky = flakyClient(url);
  // Half of the clients subscribe to the result of their calls; the others get transitions without changes.
  if (below(2) === 0) flaky.client.onUpdate(recentCalls, { client }, () => undefined);
  let next = 0;
  const call = async (number: number) => {
    try {
      const answer = await withTimeout(
        flaky.client.mutation(append, { client, number }),
        PATIENCE_MS,
      );
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

async function runCalls(
  target: string,
  attempt: Attempt,
): Promise<{ tally: Tally; proxy: CuttingProxy }> {
  const { clients, cutsPerPoint, mostMs } = SIZES[attempt.form];
  const random = chance(attempt.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const tally: Tally = { calls: 0, faults: [] };
  const proxy = await openCuttingProxy(target, below);
  const deadline = Date.now() + mostMs;
  const isEnough = () =>
    tally.faults.length > 0 ||
    Date.now() > deadline ||
    Math.min(...proxy.cuts.values()) >= cutsPerPoint;
  const progress = setInterval(() => attempt.say(`${tally.calls} calls`), 10_000);
  try {
    const names = Array.from({ length: clients }, (_, at) => `client ${at}`);
    const made = await Promise.all(
      names.map((name) => runClient(name, proxy.url, below, isEnough, tally)),
    );
    const http = new ConvexHttpClient(target, { logger: false });
    for (const [at, client] of names.entries()) {
      const stored = await http.query(callsOf, { client });
      const called = Array.from({ length: made[at] ?? 0 }, (_, number) => number);
      if (!isDeepStrictEqual(stored, called))
        tally.faults.push(faultIn(client, stored, called.length));
    }
  } finally {
    clearInterval(progress);
    await proxy.close();
  }
  return { tally, proxy };
}

function faultIn(client: string, stored: readonly number[], calls: number): string {
  const wrong = stored.findIndex((number, at) => number !== at);
  const around =
    wrong === -1
      ? ""
      : `, in order up to ${stored.slice(Math.max(0, wrong - 3), wrong + 3).join(" ")}`;
  return `of ${client}'s ${calls} calls ${stored.length} ran${around}`;
}

export const cuts: Proof = {
  name: "cuts",
  title:
    "[EO1] [ORD1] [SYNC4] calls run once, in order, and are answered, wherever their connection is cut",
  async run(attempt) {
    const project = copyProject("notes");
    try {
      const backend = await runBackend(project.options);
      try {
        const { tally, proxy } = await runCalls(backend.addresses.url, attempt);
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
  for (const fault of faults.slice(0, FAULTS_PRINTED)) attempt.say(fault);
  return [
    none("calls that were lost, repeated, out of order or answered wrongly", faults, calls),
    ...cutsAtLeast(proxy, cutsPerPoint),
  ];
}
