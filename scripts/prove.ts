/** `npm run prove`: tries the market's invariants at random. `--short`, `--only NAME`, `--seed N`. */
import { runProofs } from "../embedded/testkit/run";
import { PROOFS } from "../prove/all";

await runProofs("prove", PROOFS, "long");
