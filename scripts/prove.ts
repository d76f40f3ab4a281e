/** `npm run prove`: randomized proofs of the market's invariants. `--short`, `--only NAME`, `--seed N`. */
await import("../prove/main");
