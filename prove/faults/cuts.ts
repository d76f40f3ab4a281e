/**
 * Traders work through a proxy that cuts their connections at every point of a call. Each acknowledged operation must be applied
 * once, in its client's order, and be visible in the client's queries when it is answered.
 */
import { startMarket } from "../../testkit/market";
import { nextPointOf } from "../../embedded/testkit/cuttingProxy";
import { POINTS, openCuttingProxy } from "../../embedded/testkit/cuttingProxy";
import type { CuttingProxy } from "../../embedded/testkit/cuttingProxy";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { Workload } from "./workload";
import { countOf } from "../findings";

const SIZE = {
  short: { cutsPerPoint: 15, mostMs: 60_000 },
  long: { cutsPerPoint: 200, mostMs: 400_000 },
};
const [RETAILERS, DISTRIBUTORS] = [4, 2];
const MAX_DELAY_MS = 25;
const POLL_MS = 100;

async function run(attempt: Attempt): Promise<readonly Finding[]> {
  const { cutsPerPoint, mostMs } = SIZE[attempt.form];
  const random = chance(attempt.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const market = await startMarket(["--empty"]);
  const workload = new Workload(market, below);
  const proxy: CuttingProxy = await openCuttingProxy({
    target: market.url,
    nextPoint: nextPointOf(() => proxy.cuts, below),
    isNow: () => below(4) === 0,
    delayMs: () => below(MAX_DELAY_MS),
  });
  try {
    await workload.open(RETAILERS, DISTRIBUTORS);
    const { retailers, distributors, log } = workload;
    const trading = Promise.all([
      ...retailers.map((trader, n) => workload.runRetailer(trader, `retailer ${n}`, proxy.url)),
      ...[...distributors, ...distributors].map((trader, n) =>
        workload.runDistributor(trader, `distributor ${n}`, proxy.url),
      ),
    ]);
    const deadline = Date.now() + mostMs;
    const isEnough = () =>
      log.faults.length > 0 ||
      Date.now() > deadline ||
      Math.min(...proxy.cuts.values()) >= cutsPerPoint;
    while (!isEnough())
      await Promise.race([trading, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
    workload.isOver = true;
    await trading;
    return findings(workload, proxy, await workload.check(), cutsPerPoint);
  } finally {
    workload.isOver = true;
    await proxy.close();
    await market.stop();
  }
}

function findings(
  { log, visibilityChecks }: Workload,
  { cuts: cutCounts }: CuttingProxy,
  violations: readonly string[],
  cutsPerPoint: number,
): Finding[] {
  const { size } = log.acknowledged;
  return [
    {
      what: "operations lost, repeated or out of order, and violated invariants",
      ...countOf(violations, `${size} acknowledged`),
    },
    {
      what: "wrong answers, and answers before their effect was visible",
      ...countOf(log.faults, `${size}`),
    },
    {
      what: "answers checked against the client's queries",
      figure: `${visibilityChecks}`,
      target: "some",
      holds: visibilityChecks > 0,
    },
    ...POINTS.map((point) => {
      const count = cutCounts.get(point) ?? 0;
      const target = `at least ${cutsPerPoint}`;
      return { what: `cuts ${point}`, figure: `${count}`, target, holds: count >= cutsPerPoint };
    }),
  ];
}

export const cuts: Proof = {
  name: "cuts",
  title:
    "[I-08] [I-09] [I-10] mutations of unmodified clients are applied once and in order, and are visible when answered, wherever the connection is cut",
  run,
};
