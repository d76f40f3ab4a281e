/**
 * People order, accept, talk and complain through a proxy that cuts their connections wherever a call can be on its way. In the
 * end each deed is in the books once, in its doer's order, and was on the doer's screen when it was answered.
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
      what: "deeds lost, done again, out of order or out of balance",
      ...countOf(damage, `${size} acknowledged`),
    },
    {
      what: "wrong answers, or ones whose effect was not on the screen",
      ...countOf(ledger.faults, `${size}`),
    },
    {
      what: "looks at the screen upon an answer",
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
    "[I-08] [I-09] [I-10] what unmodified clients do is done once and in order, and shown when it is answered, wherever their connection is cut",
  run,
};
