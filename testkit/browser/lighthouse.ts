/**
 * Lighthouse on the built app with its default phone settings (slow 4G and a slow processor, both simulated), an empty cache and
 * a signed-in user where needed. Used by `npm run lighthouse` and the browser tests.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { ensureChromium } from "../../scripts/chromium";
import { type Market, until } from "../market";
import { freePort } from "../../embedded/testkit/freePort";
import { LOGINS } from "../people";
import { logIn } from "./people";

/** The audited pages by user; users without an entry in `LOGINS` are visitors. */
export const AUDITED = [
  { who: "visitor", address: "/" },
  { who: "visitor", address: "/auth/login" },
  { who: "visitor", address: "/auth/signup" },
  { who: "retailer", address: "/homepageretailer" },
  { who: "retailer", address: "/productlistall" },
  { who: "retailer", address: "/invoicepage" },
  { who: "distributor", address: "/homepage" },
  { who: "distributor", address: "/pendingorders_dist" },
  { who: "distributor", address: "/khata" },
  { who: "distributor", address: "/notifications" },
] as const;

export type AuditedPage = (typeof AUDITED)[number];

export const TARGETS = { performance: 95, accessibility: 100, bestPractices: 100 };
type Targets = typeof TARGETS;

export type Marks = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  /** The longest task of the main thread, on the simulated phone. */
  readonly longestTaskMs: number;
  readonly layoutShift: number;
  /** Lighthouse's benchmark index of this machine. */
  readonly machine: number;
  /** The audits that lowered accessibility or best practices, in Lighthouse's words. */
  readonly complaints: readonly string[];
};

const CHROMIUM_FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Lighthouse's default factor between this machine's and the phone's processor. */
const SLOWDOWN = 4;
/** The slowest machine for which the default holds, by Lighthouse's guide on throttling. */
const MACHINE_MEANT = 1_500;

/** Returns the factor that simulates the same phone on a slow or busy machine. */
export function slowdownFor(machine: number): number {
  return Math.max(1, Math.min(SLOWDOWN, (SLOWDOWN * machine) / MACHINE_MEANT));
}

type Auditor = {
  readonly audit: (address: string, slowdown?: number) => Promise<Marks>;
  readonly close: () => Promise<void>;
};

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}

async function isListening(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/json/version`)).ok;
  } catch {
    return false;
  }
}

/**
 * Signs a user in, in the profile of the measured browser. It uses another browser process that ends before the audit, because
 * two programs that steer one browser interfere.
 */
async function signIn(profile: string, market: Market, who: string): Promise<void> {
  const login = LOGINS[who];
  if (login === undefined) return;
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: CHROMIUM_FLAGS,
  });
  try {
    await logIn(await context.newPage(), login, market.url);
  } finally {
    await context.close();
  }
}

/** Starts a browser of its own with `who` signed in. */
export async function openAuditor(market: Market, who: string): Promise<Auditor> {
  const profile = mkdtempSync(path.join(tmpdir(), "mandi-lighthouse-"));
  await signIn(profile, market, who);
  const port = await freePort();
  const browser = spawn(
    ensureChromium(),
    [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`],
    { stdio: "ignore" },
  );
  await until("Chromium listens", () => isListening(port), 20_000);
  return {
    audit: (address, slowdown = SLOWDOWN) => audit(market.url + address, port, slowdown),
    async close() {
      browser.kill("SIGTERM");
      await ended(browser);
      // Its helper processes end shortly after it, and write until then. rmSync would not list a folder again that they filled.
      await rm(profile, { recursive: true, force: true, maxRetries: 30, retryDelay: 200 });
    },
  };
}

/** Codes of a trace that was not recorded. They say nothing of the page, and Lighthouse asks to be run again. */
const UNRECORDED = ["NO_TRACING_STARTED", "NO_NAVSTART", "NO_RESOURCE_REQUEST", "NO_DCL"];

async function run(url: string, port: number, slowdown: number) {
  const result = await lighthouse(
    url,
    {
      port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility", "best-practices"],
    },
    {
      extends: "lighthouse:default",
      settings: { throttling: { cpuSlowdownMultiplier: slowdown } },
    },
  );
  if (result === undefined) throw new Error(`Lighthouse gave no answer for ${url}.`);
  return result.lhr;
}

async function audit(url: string, port: number, slowdown: number): Promise<Marks> {
  const first = await run(url, port, slowdown);
  const isRecorded = !UNRECORDED.includes(first.runtimeError?.code ?? "");
  const lhr = isRecorded ? first : await run(url, port, slowdown);
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`Lighthouse was sent from ${url} to ${lhr.finalDisplayedUrl}.`);
  const mark = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const { details } = lhr.audits["long-tasks"] ?? {};
  const tasks = details?.type === "table" ? details.items : [];
  const figure = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: mark("performance"),
    accessibility: mark("accessibility"),
    bestPractices: mark("best-practices"),
    firstPaintMs: figure("first-contentful-paint"),
    largestPaintMs: figure("largest-contentful-paint"),
    blockedMs: figure("total-blocking-time"),
    longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => Number(duration))),
    layoutShift: figure("cumulative-layout-shift"),
    machine: lhr.environment.benchmarkIndex,
    complaints: ["accessibility", "best-practices"].flatMap((category) =>
      (lhr.categories[category]?.auditRefs ?? [])
        .filter(({ weight }) => weight > 0)
        .map(({ id }) => lhr.audits[id])
        .filter((one) => one?.score !== null && one?.score !== undefined && one.score < 1)
        .map((one) => `${category}: ${one?.title ?? ""}`),
    ),
  };
}

/** Returns one sentence for each score below its target. */
export function shortfalls(marks: Marks, targets: Targets = TARGETS): string[] {
  const { performance, accessibility, bestPractices, complaints } = marks;
  const short = Object.entries({ performance, accessibility, bestPractices })
    .map(([name, mark]) => ({ name, mark, target: targets[name as keyof Targets] }))
    .filter(({ mark, target }) => mark < target)
    .map(({ name, mark, target }) => `${name} is ${mark}, and should be ${target}`);
  return [...short, ...complaints];
}
