/** `npm run bench`: compares the market with a hand-written baseline in one run. `--only NAME`, `--baseline full|lean`, `--rounds N`, `--dry`. */
await import("../bench/main");
