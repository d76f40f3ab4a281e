/** Every proof, in the order in which they are run. */
import { fanOutProof } from "./fanOut";
import { neighboursProof } from "./neighbours";
import type { Proof } from "./proof";
import { throughputProof } from "./throughput";

export const PROOFS: readonly Proof[] = [fanOutProof, throughputProof, neighboursProof];
