/** The landing page under Lighthouse's mobile throttling: the median of several runs. */
import { openAuditor } from "../../testkit/browser/lighthouse";
import type { Market } from "../../testkit/market";
import { percentile } from "../workload";

const RUNS = 3;

export interface Landing {
  readonly largestPaintMs: number;
  readonly longestTaskMs: number;
  readonly blockedMs: number;
  readonly performance: number;
  /** Lighthouse's benchmark index of this machine: an idle laptop has 1,500 to 3,000. */
  readonly machine: number;
}

export async function landing(market: Market): Promise<Landing> {
  const auditor = await openAuditor(market, "visitor");
  const runs: Landing[] = [];
  try {
    for (let run = 0; run < RUNS; run += 1) runs.push(await auditor.audit("/"));
  } finally {
    await auditor.close();
  }
  const median = (of: (run: Landing) => number) => percentile(runs.map(of), 0.5);
  return {
    largestPaintMs: median((run) => run.largestPaintMs),
    longestTaskMs: median((run) => run.longestTaskMs),
    blockedMs: median((run) => run.blockedMs),
    performance: median((run) => run.performance),
    machine: median((run) => run.machine),
  };
}
