/** The short form of every proof. */
import { PROOFS } from "./all";
import { testProofs } from "../testkit/proofTests";

testProofs("embedded:prove", PROOFS);
