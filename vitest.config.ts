import { defineConfig } from "vitest/config";

/** Four lanes of `npm test`; the browser lane is Playwright's. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "bench/**/*.test.ts",
            "domain/**/*.test.ts",
            "src/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          environment: "node",
          // Some go through ten thousand days; a busy machine takes its time.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          include: ["convex/**/*.test.ts"],
          environment: "edge-runtime",
          // The password hash is meant to be slow.
          testTimeout: 30_000,
          server: {
            deps: { inline: ["convex-test", "@convex-dev/rate-limiter", "@convex-dev/aggregate"] },
          },
        },
      },
      {
        test: {
          name: "embedded",
          include: ["embedded/**/*.test.ts"],
          exclude: ["embedded/**/fixtures/**", "**/node_modules/**"],
          environment: "node",
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "prove",
          include: ["prove/**/*.test.ts"],
          environment: "node",
          // Each is mostly waiting for a market of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
});
