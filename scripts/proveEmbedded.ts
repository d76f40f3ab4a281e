/** `npm run embedded:prove`: what the embedded backend promises, tried very often and measured. `--long`, `--only NAME`, `--seed N`. */
await import("../embedded/prove/main");
