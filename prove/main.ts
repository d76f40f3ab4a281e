/** `npm run prove`: the long form unless `--short` is given. */
import { runProofs } from "../embedded/testkit/run";
import { PROOFS } from "./all";

await runProofs("prove", PROOFS, "long");
