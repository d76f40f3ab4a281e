/** `npm run bench`: the market beside what a good team would write by hand, measured in one run. `--only NAME`, `--rounds N`, `--dry`. */
await import("../bench/main");
