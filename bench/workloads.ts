/** Every workload, with the figures that we promise (issue by issue, `docs/decisions/` says which are missed and why). */
import type { Workload } from "./workload";
import { CATALOGUE } from "./workloads/catalogue";
import { GROWTH } from "./workloads/growth";
import { LIMIT } from "./workloads/limit";
import { PLACING } from "./workloads/placing";
import { STANDING } from "./workloads/standing";
import { TILES } from "./workloads/tiles";
import { WATCHING } from "./workloads/watching";

export const WORKLOADS: readonly Workload[] = [
  ...PLACING,
  ...WATCHING,
  ...TILES,
  ...LIMIT,
  // Its restarts give every workload behind it a market that is warm no more.
  ...STANDING,
  ...CATALOGUE,
  ...GROWTH,
];
