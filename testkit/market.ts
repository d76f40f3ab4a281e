/** A market for one test file: `npm start` on free ports with a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Addresses } from "../embedded/options";
import { freePort } from "../embedded/testkit/freePort";

const ROOT = path.resolve(import.meta.dirname, "..");
/** The test command has built the app; a cold start still seeds the demo data. */
const START_TIMEOUT_MS = 60_000;
const KILL_MS = 5_000;

type Mail = { to: string; subject: string; text: string; html: string; createdAt: number };

export type Market = {
  readonly url: string;
  readonly apiUrl: string;
  readonly dataDir: string;
  readonly ports: Ports;
  readonly pid: number;
  /** Returns the mails to one address, newest first. */
  mails(email: string): Promise<Mail[]>;
  /** Kills the serving process with SIGKILL and resolves when it is gone; its watchdog starts it again. */
  killBackend(): Promise<void>;
  isReady(): Promise<boolean>;
  /** The output so far. */
  output(): string;
  /** Stops the market like Ctrl-C, and keeps its folder. */
  end(): Promise<void>;
  /** Registers work that must be done before the market stops, such as closing its pages. */
  beforeStop(work: () => Promise<void>): void;
  /** Stops the market and removes its folder. */
  stop(): Promise<void>;
};

/** Ports of the web origin and of the client API. */
export type Ports = { readonly port: number; readonly apiPort: number };

/** The parts of a market that clients without a browser need. */
export type Site = Pick<Market, "url" | "mails">;

/** Returns what the serving process has written of itself; a restart changes it. */
export function instanceOf({ dataDir }: Pick<Market, "dataDir">): Addresses & { pid: number } {
  const text = readFileSync(path.join(dataDir, "instance.json"), "utf8");
  return JSON.parse(text) as Addresses & { pid: number };
}

async function ready(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`);
    return response.ok && ((await response.json()) as { status: string }).status === "ok";
  } catch {
    return false;
  }
}

export async function until(
  what: string,
  holds: () => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
    await pause(20);
  }
}

/** The attempts of a read, and the pause between them. */
const [READ_ATTEMPTS, READ_PAUSE_MS] = [5, 200];

/**
 * Repeats a read that got no answer: while processes are killed, a connection may be lost in the moment in which it is used again.
 * @throws whatever the last attempt throws, and at once what is no lost connection.
 */
export async function readAgain<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      // The only error of `fetch` for a connection that failed.
      if (!(error instanceof TypeError) || attempt === READ_ATTEMPTS) throw error;
      await pause(READ_PAUSE_MS);
    }
  }
}

export function mailsOf(url: string): Market["mails"] {
  return async (email) => {
    const response = await fetch(`${url}/api/dev/mailbox?email=${encodeURIComponent(email)}`);
    return (await response.json()) as Mail[];
  };
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Names the folder of `preparedMarket.ts`, for the processes that run the tests. */
export const PREPARED_MARKET = "PREPARED_MARKET";
/** Of a market's folder: the bundled functions. The rest is its data. */
const BUILDS = "builds";

/** Makes a folder for a market: with what was prepared for this run, or an empty one. */
function newFolder(isEmpty: boolean): string {
  const folder = mkdtempSync(path.join(tmpdir(), "mandi-e2e-"));
  const prepared = process.env[PREPARED_MARKET];
  if (prepared === undefined) return folder;
  if (!isEmpty) cpSync(prepared, folder, { recursive: true });
  else cpSync(path.join(prepared, BUILDS), path.join(folder, BUILDS), { recursive: true });
  return folder;
}

type Settings = {
  readonly rateLimits?: "on" | "off";
  readonly dataDir?: string;
  readonly ports?: Ports;
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * @param settings.rateLimits - Off by default, because all callers have one address.
 * @param settings.dataDir - An existing folder; a new one if absent, with the demo's data unless `--empty` is among the flags.
 *   `stop` removes either.
 * @param settings.ports - Free ones if absent.
 * @param settings.env - Environment variables in addition to this process's own.
 */
export async function startMarket(
  flags: readonly string[] = [],
  settings: Settings = {},
): Promise<Market> {
  const { rateLimits = "off", dataDir = newFolder(flags.includes("--empty")) } = settings;
  const { port, apiPort } = settings.ports ?? { port: await freePort(), apiPort: await freePort() };
  const args = ["--port", String(port), "--api-port", String(apiPort), "--data", dataDir];
  const child = spawn(
    process.execPath,
    [path.join(ROOT, "scripts/run.mjs"), "start", ...args, ...flags],
    {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, RATE_LIMITS: rateLimits, ...settings.env },
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));

  const url = `http://127.0.0.1:${port}`;
  await until(
    "the market is ready",
    async () => {
      if (child.exitCode !== null) throw new Error(`npm start ended early:\n${output}`);
      return ready(url);
    },
    START_TIMEOUT_MS,
  );

  const end = () => {
    child.kill("SIGTERM");
    return stopped(child);
  };
  const worksBeforeStop: (() => Promise<void>)[] = [];
  return {
    url,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    dataDir,
    ports: { port, apiPort },
    pid: child.pid ?? 0,
    mails: mailsOf(url),
    async killBackend() {
      const { pid } = instanceOf({ dataDir });
      process.kill(pid, "SIGKILL");
      await until("the killed process is gone", () => Promise.resolve(!isRunning(pid)), KILL_MS);
    },
    isReady: () => ready(url),
    output: () => output,
    end,
    beforeStop: (work) => void worksBeforeStop.push(work),
    async stop() {
      await Promise.all(worksBeforeStop.map((work) => work()));
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a market for this work, and stops it afterwards. */
export async function inMarket<Result>(
  flags: readonly string[],
  work: (market: Market) => Promise<Result>,
  settings: Settings = {},
): Promise<Result> {
  const market = await startMarket(flags, settings);
  try {
    return await work(market);
  } finally {
    await market.stop();
  }
}
