/** The short form of a proof that takes seconds, so that it runs before each commit. */
import { reads } from "./prove/reads";
import { testProofs } from "./testkit/proofTests";

testProofs("embedded:prove", [reads]);
