/** `npm run embedded:prove`: tries and measures the rules of `embedded/SPEC.md`. `--long`, `--only NAME`, `--seed N`. */
import { PROOFS } from "../embedded/prove/all";
import { runProofs } from "../embedded/testkit/run";

await runProofs("embedded:prove", PROOFS, "short");
