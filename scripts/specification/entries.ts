/** Everything that Mandi promises on its screens, in the order in which docs/coverage.md shows it. */
import { CATALOGUE_ENTRIES } from "./entries/catalogue";
import { CONSTANT_ENTRIES } from "./entries/constants";
import { ENTRANCE_ENTRIES } from "./entries/entrance";
import { FAILURE_ENTRIES } from "./entries/failures";
import { NAVIGATION_ENTRIES } from "./entries/navigation";
import { NETWORK_ENTRIES } from "./entries/network";
import { ORDER_ENTRIES } from "./entries/orders";
import { ROUTE_ENTRIES } from "./entries/routes";
import { SHARED_ENTRIES } from "./entries/shared";
import type { Entry } from "./entry";

export const ENTRIES: readonly Entry[] = [
  ...ROUTE_ENTRIES,
  ...NAVIGATION_ENTRIES,
  ...ENTRANCE_ENTRIES,
  ...CATALOGUE_ENTRIES,
  ...NETWORK_ENTRIES,
  ...ORDER_ENTRIES,
  ...SHARED_ENTRIES,
  ...FAILURE_ENTRIES,
  ...CONSTANT_ENTRIES,
];
