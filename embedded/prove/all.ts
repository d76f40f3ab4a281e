/** Lists all proofs of the backend. */
import { answers } from "./answers";
import { cuts } from "./cuts";
import { damage } from "./damage";
import { fanOutProof } from "./fanOut";
import { faults } from "./faults";
import { hosted } from "./hosted";
import { kills } from "./kills";
import { isolation } from "./isolation";
import type { Proof } from "../testkit/proof";
import { reads } from "./reads";
import { restart } from "./restart";
import { search } from "./search";
import { sequences } from "./sequences";
import { soak } from "./soak";
import { subscriptions } from "./subscriptions";
import { throughputProof } from "./throughput";

/** Proofs that written data stays. */
export const STORAGE: readonly Proof[] = [faults, answers, damage];
/** With processes of their own, which are killed, started and kept busy. */
export const PROCESSES: readonly Proof[] = [kills, restart, hosted, soak];
/** Proofs that answers to clients are right. */
export const CLIENTS: readonly Proof[] = [subscriptions, cuts, search, sequences];
/** They only measure, and only `npm run embedded:prove` judges times. */
const MEASUREMENTS: readonly Proof[] = [fanOutProof, throughputProof, isolation];

export const PROOFS: readonly Proof[] = [
  ...STORAGE,
  reads,
  ...PROCESSES,
  ...CLIENTS,
  ...MEASUREMENTS,
];
