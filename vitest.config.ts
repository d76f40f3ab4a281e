import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import { BROWSER } from "./playwright.config.ts";

/** Kills, floods, memory and proofs of the backend: minutes, not seconds. */
const EMBEDDED_SLOW = [
  "embedded/prove/**/*.test.ts",
  "embedded/test/{backup,bodyMemory,deployment,hostileSockets,package,process,restoreDrill,reverseProxy}.test.ts",
  "embedded/test/push{,Commands,Components,Memory,Packages,Process}.test.ts",
];

/** Tests of the backend wait for states, which come late on a busy machine; what never comes is reported by then. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 };

/** They compare times: nothing runs beside them. */
const EMBEDDED_TIMED = ["embedded/test/{flood,saveToScreen}.test.ts"];

/** Starts the files of proofs first: they are short to read and long to run, and Vitest would leave the shortest until last. */
class ProofsFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]): Promise<typeof files> {
    const isProof = ({ moduleId }: (typeof files)[number]) => moduleId.includes("/prove/");
    const sorted = await super.sort(files);
    return [...sorted.filter(isProof), ...sorted.filter((file) => !isProof(file))];
  }
}

/** A project for each lane of scripts/lanes/lanes.ts; the browser's are in playwright.config.ts. */
export default defineConfig({
  test: {
    // Two cores carry two; Vitest's own choice leaves one of them to the editor.
    maxWorkers: 2,
    // Several files look at the calls of a spy that they set up before all their tests.
    clearMocks: false,
    sequence: { sequencer: ProofsFirst },
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
          // As patient as clicks: the first visit of a page waits for the server to translate its modules.
          expect: { poll: { timeout: 5_000 } },
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
          setupFiles: ["convex/quickHash.setup.ts"],
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
          exclude: [
            ...EMBEDDED_SLOW,
            ...EMBEDDED_TIMED,
            "embedded/**/fixtures/**",
            "**/node_modules/**",
          ],
          environment: "node",
          ...PATIENCE,
          // They wait as long as they work: for the disk, for timers and for processes.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "embedded-slow",
          include: EMBEDDED_SLOW,
          environment: "node",
          ...PATIENCE,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "embedded-timed",
          include: EMBEDDED_TIMED,
          environment: "node",
          ...PATIENCE,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "prove",
          include: ["prove/**/*.test.ts"],
          environment: "node",
          globalSetup: "./testkit/preparedMarket.ts",
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
