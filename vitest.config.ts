import { defineConfig } from "vitest/config";

/** Kills, floods, memory and proofs of the backend: minutes, not seconds. */
const EMBEDDED_SLOW = [
  "embedded/prove/**/*.test.ts",
  "embedded/test/{backup,bodyMemory,flood,hostileSockets,package,process}.test.ts",
];

/** A project for each lane of scripts/lanes/lanes.ts; the browser's are in playwright.config.ts. */
export default defineConfig({
  test: {
    // Two cores carry two; Vitest's own choice leaves one of them to the editor.
    maxWorkers: 2,
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
            deps: { inline: ["convex-test", "@convex-dev/rate-limiter"] },
          },
        },
      },
      {
        test: {
          name: "embedded",
          include: ["embedded/**/*.test.ts"],
          exclude: [...EMBEDDED_SLOW, "embedded/**/fixtures/**", "**/node_modules/**"],
          environment: "node",
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "embedded-slow",
          include: EMBEDDED_SLOW,
          environment: "node",
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "prove",
          include: ["prove/**/*.test.ts"],
          environment: "node",
        },
      },
    ],
  },
});
