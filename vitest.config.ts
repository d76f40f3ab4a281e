import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BROWSER } from "./playwright.config.ts";

/** Kills, floods, memory and proofs of the backend: minutes, not seconds. */
const EMBEDDED_SLOW = [
  "embedded/prove/**/*.test.ts",
  "embedded/test/{backup,bodyMemory,flood,hostileSockets,package,process}.test.ts",
  "embedded/test/push{Commands,Components,Packages,Process}.test.ts",
];

/** A project for each lane of scripts/lanes/lanes.ts; the browser's are in playwright.config.ts. */
export default defineConfig({
  test: {
    // Two cores carry two; Vitest's own choice leaves one of them to the editor.
    maxWorkers: 2,
    // Several files look at the calls of a spy that they set up before all their tests.
    clearMocks: false,
    // Pictures of components that failed.
    attachmentsDir: ".cache/failures/components",
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
        plugins: [react(), tailwindcss()],
        // All libraries at once: one that is found late would reload the page in the middle of a test.
        optimizeDeps: {
          entries: [
            "src/main.tsx",
            "src/worker/exportFile.ts",
            "src/**/*.worker.ts",
            "src/**/*.test.tsx",
          ],
        },
        cacheDir: ".cache/vite-components",
        test: {
          name: "components",
          include: ["src/**/*.test.tsx"],
          // A browser project takes one page for each worker of its own, not of all.
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            // A click on what is not there fails like an assertion, soon.
            provider: playwright({ launchOptions: BROWSER, actionTimeout: 5_000 }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
            // As in Testing Library and Playwright: part of a text finds it.
            locators: { exact: false },
            screenshotFailures: true,
          },
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
