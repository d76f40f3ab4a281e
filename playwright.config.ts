import { defineConfig, devices } from "@playwright/test";
import { pageBrowser } from "./scripts/chromium.ts";

/** Chromium without a sandbox (we may be root) and without its own traffic to the outside. */
const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Also of the component tests (vitest.config.ts). */
export const BROWSER = { executablePath: pageBrowser(), args: CHROMIUM_FLAGS };

/** The main job of each role, and a visit to every screen. */
const MAIN = ["**/criticalPath.spec.ts", "**/routes.spec.ts", "**/admin.spec.ts"];
const MEASURED = [
  "**/crashRecovery.spec.ts",
  "**/lighthouse.spec.ts",
  "**/liveUpdates.spec.ts",
  "**/longKhata.spec.ts",
  "**/longLists.spec.ts",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./testkit/preparedMarket.ts",
  // Each file brings up a market of its own, and mostly waits: two cores carry two.
  workers: 2,
  fullyParallel: false,
  // What measures time has the machine to itself.
  projects: [
    { name: "main", testMatch: MAIN },
    // Two hundred tests beside each other: one that a busy machine fails once does not hide what the others say. It is a defect
    // all the same, and is listed with its first error.
    { name: "people", testIgnore: [...MAIN, ...MEASURED], retries: 1 },
    { name: "measured", testMatch: MEASURED, workers: 1, dependencies: ["people"] },
  ],
  timeout: 60_000,
  // As patient as actions and navigations: an expectation may need several round trips on two busy cores.
  expect: { timeout: 10_000 },
  forbidOnly: process.env["CI"] !== undefined,
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 800 },
    launchOptions: BROWSER,
    // Recording takes as long as the test itself: `--trace retain-on-failure` does when a failure is looked into.
    trace: "off",
    // It would answer before a test's own routes. e2e/installable.spec.ts allows it.
    serviceWorkers: "block",
    actionTimeout: 10_000,
    navigationTimeout: 10_000,
  },
});
