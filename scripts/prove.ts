/** `npm run prove`: what must always hold in the market, tried very often. `--short`, `--only NAME`, `--seed N`. */
await import("../prove/main");
