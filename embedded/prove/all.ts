/** Every proof, in the order in which they are run. */
import { answers } from "./answers";
import { cuts } from "./cuts";
import { damage } from "./damage";
import { fanOutProof } from "./fanOut";
import { faults } from "./faults";
import { hosted } from "./hosted";
import { kills } from "./kills";
import { isolation } from "./isolation";
import type { Proof } from "../testkit/proof";
import { restart } from "./restart";
import { search } from "./search";
import { sequences } from "./sequences";
import { soak } from "./soak";
import { subscriptions } from "./subscriptions";
import { throughputProof } from "./throughput";

export const PROOFS: readonly Proof[] = [
  faults,
  answers,
  kills,
  damage,
  restart,
  hosted,
  subscriptions,
  cuts,
  search,
  fanOutProof,
  throughputProof,
  isolation,
  sequences,
  soak,
];
