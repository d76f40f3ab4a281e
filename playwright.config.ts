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
const MEASURED = ["**/{lighthouse,liveUpdates,longLists,visits}.spec.ts"];

export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/failures/playwright",
  globalSetup: "./testkit/preparedMarket.ts",
  // Each file brings up a market of its own, and mostly waits: two cores carry two.
  workers: 2,
  fullyParallel: false,
  // What measures time has the machine to itself.
  projects: [
    { name: "main", testMatch: MAIN },
    { name: "people", testIgnore: [...MAIN, ...MEASURED] },
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
    screenshot: "only-on-failure",
    // Pictures of every frame would take as long as the test itself.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: true, sources: false },
    // It would answer before a test's own routes. e2e/installable.spec.ts allows it.
    serviceWorkers: "block",
    actionTimeout: 10_000,
    navigationTimeout: 10_000,
  },
});
