/**
 * Traders work through a proxy that cuts their connections at every point of a call, while the process is killed, a client floods
 * and another never reads. Each acknowledged operation must be applied once, in its client's order, and be visible in the client's
 * queries when it is answered.
 */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { getFunctionName } from "convex/server";
import {
  type CuttingProxy,
  cutsAtLeast,
  openCuttingProxy,
} from "../../embedded/testkit/cuttingProxy";
import { LeanClient } from "../../embedded/testkit/leanClient";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { type Market, startMarket } from "../../testkit/market";
import { metricOf } from "../../testkit/metrics";
import { least, none } from "../../embedded/testkit/findings";
import { chatMessage } from "./operations";
import { Workload } from "./workload";

const SIZE = {
  short: { retailers: 4, distributors: 2, socketsEach: 1, kills: 1, cutsPerPoint: 10, ms: 12_000 },
  long: {
    retailers: 16,
    distributors: 4,
    socketsEach: 4,
    kills: 5,
    cutsPerPoint: 200,
    ms: 300_000,
  },
};
const RECONNECT_MS = 25;
/** Chat messages that the flooding client sends at a time. */
const FLOOD = 200;
/** Extra time for rare points of cutting. */
const PATIENCE_MS = 60_000;
const SAMPLE_MS = 1_000;
const GROWTH_MAX = 1.1;

/** Sends messages in bursts, on a new socket after each close; what is unanswered then is never sent again. */
async function flood(workload: Workload): Promise<void> {
  const { market, log, retailers, distributors } = workload;
  const { email } = distributors[0]!.person;
  for (let count = 0; !workload.isOver;) {
    const client = await LeanClient.open(market.url).catch(() => null);
    if (client === null) await pause(RECONNECT_MS);
    else {
      const closed = once(client.socket, "close");
      client.authenticate(retailers[0]!.token);
      const isOpen = () => !workload.isOver && client.socket.readyState === client.socket.OPEN;
      while (isOpen()) {
        await workload.gate;
        const sent = Array.from({ length: FLOOD }, () => {
          const { marker, call, args } = chatMessage(`flood, ${(count += 1)}`, email);
          log.tried.add(marker);
          return client
            .mutate(getFunctionName(call), args)
            .then(() => log.acknowledged.add(marker));
        });
        await Promise.race([Promise.all(sent), closed]);
      }
      client.close();
    }
  }
}

/** Subscribes to the conversation that the flood changes, and never reads. */
async function neverRead({ market, distributors }: Workload): Promise<void> {
  const client = await LeanClient.open(market.url);
  client.authenticate(distributors[0]!.token);
  const paginationOpts = { numItems: 100, cursor: null };
  const args = { part: "talking", paginationOpts };
  client.watch([{ queryId: 0, path: "chat:conversations", args }]);
  client.socket.pause();
}

async function usedMb(market: Market): Promise<number> {
  const names = ["nodejs_heap_size_used_bytes", "nodejs_external_memory_bytes"];
  const [heap, external] = await Promise.all(names.map((name) => metricOf(market, name)));
  return (heap! + external!) / 1e6;
}

async function run({ form, seed, say }: Attempt): Promise<readonly Finding[]> {
  const size = SIZE[form];
  const random = chance(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const market = await startMarket(["--empty"]);
  const workload = new Workload(market, below);
  const proxy = await openCuttingProxy(market.url, below);
  const usedMbs: number[] = [];
  try {
    await workload.open(size.retailers, size.distributors);
    const { retailers, distributors, log } = workload;
    const trading = Array.from({ length: size.socketsEach }, (_, n) => [
      ...retailers.map((one, at) => workload.runRetailer(one, `retailer ${at} ${n}`, proxy.url)),
      ...distributors.map((one, at) =>
        workload.runDistributor(one, `distributor ${at} ${n}`, proxy.url),
      ),
    ]).flat();
    // The kills come first; from then on memory must stay level.
    for (let kill = 1; kill <= size.kills; kill += 1) {
      await pause(size.ms / 3 / size.kills);
      await workload.kill();
    }
    trading.push(flood(workload));
    await neverRead(workload);
    const ends = Date.now() + (size.ms * 2) / 3;
    const isEnough = () =>
      log.faults.length > 0 ||
      Date.now() > ends + PATIENCE_MS ||
      (Date.now() > ends && Math.min(...proxy.cuts.values()) >= size.cutsPerPoint);
    while (!isEnough()) {
      await pause(SAMPLE_MS);
      usedMbs.push(await usedMb(market));
      if (usedMbs.length % 20 === 0) say(`${log.acknowledged.size} acknowledged`);
    }
    workload.isOver = true;
    await Promise.all(trading);
    const found = findings(workload, proxy, await workload.check(), size.cutsPerPoint);
    return form === "long" ? [...found, memory(usedMbs)] : found;
  } finally {
    workload.isOver = true;
    await proxy.close();
    await market.stop();
  }
}

function findings(
  { log, visibilityChecks }: Workload,
  proxy: CuttingProxy,
  violations: readonly string[],
  cutsPerPoint: number,
): Finding[] {
  const { size } = log.acknowledged;
  const flooded = [...log.acknowledged].filter((marker) => marker.startsWith("flood")).length;
  return [
    none(
      "operations lost, repeated or out of order, and violated invariants",
      violations,
      `${size} acknowledged`,
    ),
    none("wrong answers, and answers before their effect was visible", log.faults, `${size}`),
    least("answers checked against the client's queries", visibilityChecks),
    least("messages of the flood", flooded, FLOOD),
    ...cutsAtLeast(proxy, cutsPerPoint),
  ];
}

/** Compares the minimum of the last two thirds, because garbage collection is irregular. Caches fill in the first third. */
function memory(samples: readonly number[]): Finding {
  const third = Math.floor(samples.length / 3);
  const before = Math.min(...samples.slice(third, 2 * third));
  const after = Math.min(...samples.slice(2 * third));
  return {
    what: "memory in use after the kills, minimum of the last third against the second",
    figure: `${after.toFixed(1)} MB against ${before.toFixed(1)} MB`,
    target: `≤ ${GROWTH_MAX} ×`,
    holds: after <= before * GROWTH_MAX,
    isTime: true,
  };
}

export const load: Proof = {
  name: "load",
  isTimed: true,
  title:
    "[I-08] [I-09] [I-10] [I-34] with cut connections, kills, a flood and a client that never reads, mutations are applied once, in order, and visible when answered",
  run,
};
