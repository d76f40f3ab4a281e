/** `npm run embedded:prove`: the short form unless `--long` is given. */
import { PROOFS } from "./all";
import { runProofs } from "../testkit/run";

await runProofs("embedded:prove", PROOFS, "short");
