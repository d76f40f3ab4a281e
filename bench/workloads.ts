/** All workloads with their promised figures; `docs/decisions/` explains the missed ones. */
import type { Workload } from "./workload";
import { CATALOGUE } from "./workloads/catalogue";
import { GROWTH } from "./workloads/growth";
import { LIMIT } from "./workloads/limit";
import { BOUNDED_PLACING, PLACING } from "./workloads/placing";
import { STANDING } from "./workloads/standing";
import { TILES } from "./workloads/tiles";
import { WATCHING } from "./workloads/watching";

export const WORKLOADS: readonly Workload[] = [
  ...PLACING,
  ...WATCHING,
  ...TILES,
  ...LIMIT,
  // Its restarts cool the market, so it comes last.
  ...STANDING,
  ...BOUNDED_PLACING,
  ...CATALOGUE,
  ...GROWTH,
];
