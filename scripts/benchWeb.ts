/** `npm run bench:web`: what each page costs in a browser. `--only pages|changes|landing|arrivals`. */
await import("../bench/web/main");
