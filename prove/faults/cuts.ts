/**
 * Traders work through a proxy that cuts their connections at every point of a call. Each acknowledged operation must be applied
 * once, in its client's order, and be visible in the client's queries when it is answered.
 */
import { startMarket } from "../../testkit/market";
import { nextPointOf } from "../../embedded/testkit/cuttingProxy";
import { POINTS, openCuttingProxy } from "../../embedded/testkit/cuttingProxy";
import type { CuttingProxy } from "../../embedded/testkit/cuttingProxy";
import { type Attempt, type Finding, type Proof, chance } from "../../embedded/testkit/proof";
import { Scene } from "./workload";
import { countOf } from "../findings";

const SIZE = {
  short: { cutsPerPoint: 15, mostMs: 60_000 },
  long: { cutsPerPoint: 200, mostMs: 400_000 },
};
const [RETAILERS, DISTRIBUTORS] = [4, 2];
const LATEST_MS = 25;
const LOOK_MS = 100;

async function run(attempt: Attempt): Promise<readonly Finding[]> {
  const { cutsPerPoint, mostMs } = SIZE[attempt.form];
  const random = chance(attempt.seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const market = await startMarket(["--empty"]);
  const scene = new Scene(market, below);
  const proxy: CuttingProxy = await openCuttingProxy({
    target: market.url,
    nextPoint: nextPointOf(() => proxy.cuts, below),
    isNow: () => below(4) === 0,
    delayMs: () => below(LATEST_MS),
  });
  try {
    await scene.open(RETAILERS, DISTRIBUTORS);
    const { retailers, distributors, ledger } = scene;
    const trading = Promise.all([
      ...retailers.map((who, n) => scene.retail(who, `retailer ${n}`, proxy.url)),
      ...[...distributors, ...distributors].map((who, n) =>
        scene.distribute(who, `distributor ${n}`, proxy.url),
      ),
    ]);
    const deadline = Date.now() + mostMs;
    const isEnough = () =>
      ledger.faults.length > 0 ||
      Date.now() > deadline ||
      Math.min(...proxy.cuts.values()) >= cutsPerPoint;
    while (!isEnough())
      await Promise.race([trading, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    scene.isOver = true;
    await trading;
    return findings(scene, proxy, await scene.audit(), cutsPerPoint);
  } finally {
    scene.isOver = true;
    await proxy.close();
    await market.stop();
  }
}

function findings(
  { ledger, looks }: Scene,
  { cuts: made }: CuttingProxy,
  damage: readonly string[],
  cutsPerPoint: number,
): Finding[] {
  const { size } = ledger.acknowledged;
  return [
    {
      what: "operations lost, repeated or out of order, and violated invariants",
      ...countOf(damage, `${size} acknowledged`),
    },
    {
      what: "wrong answers, and answers before their effect was visible",
      ...countOf(ledger.faults, `${size}`),
    },
    {
      what: "answers checked against the client's queries",
      figure: `${looks}`,
      target: "some",
      holds: looks > 0,
    },
    ...POINTS.map((point) => {
      const count = made.get(point) ?? 0;
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
