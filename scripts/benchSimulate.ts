/** `npm run bench:simulate`: simulates the market on Convex's optimistic engine. `--service-ms N`. */
await import("../bench/simulate/main");
