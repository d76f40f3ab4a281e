/** Every proof, in the order in which they are run. */
import { cuts } from "./cuts";
import { fanOutProof } from "./fanOut";
import { neighboursProof } from "./neighbours";
import type { Proof } from "./proof";
import { search } from "./search";
import { subscriptions } from "./subscriptions";
import { throughputProof } from "./throughput";

export const PROOFS: readonly Proof[] = [
  subscriptions,
  cuts,
  search,
  fanOutProof,
  throughputProof,
  neighboursProof,
];
