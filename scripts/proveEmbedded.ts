/** `npm run embedded:prove`: randomized proofs and measurements of the embedded backend. `--long`, `--only NAME`, `--seed N`. */
await import("../embedded/prove/main");
