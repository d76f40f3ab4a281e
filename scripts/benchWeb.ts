/** `npm run bench:web`: measures the cost of each page in a browser. `--only pages|changes|landing|arrivals`. */
await import("../bench/web/main");
