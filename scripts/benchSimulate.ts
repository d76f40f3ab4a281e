/** `npm run bench:simulate`: the market on Convex's optimistic engine, simulated. `--service-ms N`. */
await import("../bench/simulate/main");
