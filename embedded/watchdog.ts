/**
 * The parent of the backend's process: starts it, listens to its heartbeat, and
 * starts another when it is killed or hangs. It holds no data and serves
 * nothing, so there is little in it that could fail.
 *
 *   starting ──ready──▶ serving ──killed or silent──▶ starting again
 *      │                   │
 *      └─its sentence──▶ ended ◀──stop()
 */
import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { childProgram } from "./childProgram";
import type { Addresses, BackendOptions } from "./options";

/** The child's messages; too few to need a protocol. */
export type ChildReport =
  { readonly type: "ready"; readonly addresses: Addresses } | { readonly type: "heartbeat" };

export interface WatchedBackend {
  /** Resolves at the first readiness; rejects with {@link ChildFailure} if that never comes, or with what the preparation threw. */
  readonly ready: Promise<Addresses>;
  /** Resolves when there will be no other child, with the exit code for this process. */
  readonly ended: Promise<number>;
  stop(): Promise<number>;
}

/** The child ended at start; it has printed why. */
export class ChildFailure extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super("The backend did not start.");
    this.exitCode = exitCode;
  }
}

/** The interval of the heartbeat, by which the child shows that its event loop runs. */
export const HEARTBEAT_MS = 1_000;
/**
 * The number of heartbeats that may be missing before the child counts as hung. They are ticks, because a sleeping computer
 * stops both clocks.
 */
const SILENT_TICKS = 10;
/** A start may fill indexes, which takes its time. */
const STARTING_TICKS = 300;
/** The time that the child may take to flush its data. */
const STOP_MS = 10_000;
/** A child that dies again and again is not started in a tight loop. */
const FIRST_RETRY_MS = 10;
const LAST_RETRY_MS = 5_000;
/** A child that served for so long is not dying again and again. */
export const HEALTHY_MS = 3_000;

/**
 * Returns the pause before the next start, in milliseconds.
 * @param before - the pause before the child that has ended; 0 when it was the first one.
 * @param servedMs - how long that child was ready to serve.
 */
export function pauseAfter(before: number, servedMs: number): number {
  if (before === 0 || servedMs >= HEALTHY_MS) return FIRST_RETRY_MS;
  return Math.min(before * 4, LAST_RETRY_MS);
}

class Watchdog implements WatchedBackend {
  readonly ready: Promise<Addresses>;
  readonly ended: Promise<number>;
  readonly #options: BackendOptions;
  /** Resolves to true when a backend may serve, and to false when it never will. */
  readonly #prepared: Promise<boolean>;
  #isPrepared = false;
  readonly #program = childProgram();
  #settleReady: (addresses: Addresses) => void = () => undefined;
  #failReady: (failure: unknown) => void = () => undefined;
  #settleEnded: (code: number) => void = () => undefined;
  #child: ChildProcess | null = null;
  #everReady = false;
  /** Undefined while it starts. */
  #readyAt: number | undefined;
  #silentTicks = 0;
  #pauseMs = 0;
  #stopping = false;
  readonly #clock: NodeJS.Timeout;

  constructor(options: BackendOptions, prepared: Promise<unknown>) {
    this.#options = options;
    this.#prepared = prepared.then(
      () => (this.#isPrepared = true),
      (error: unknown) => {
        this.#failReady(error);
        return false;
      },
    );
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = resolve;
      this.#failReady = reject;
    });
    this.ended = new Promise((resolve) => (this.#settleEnded = resolve));
    // Whoever only waits for the end is not troubled by a failed start.
    this.ready.catch(() => undefined);
    this.#clock = setInterval(() => this.#tick(), HEARTBEAT_MS);
    void this.#start();
  }

  async stop(): Promise<number> {
    this.#stopping = true;
    const child = this.#child;
    if (child === null) this.#end(0);
    else this.#stopChild(child);
    return this.ended;
  }

  #stopChild(child: ChildProcess): void {
    child.kill("SIGTERM");
    const impatient = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    child.once("exit", () => clearTimeout(impatient));
  }

  async #start(): Promise<void> {
    const { file, execArgv } = await this.#program;
    if (this.#stopping) {
      this.#end(0);
      return;
    }
    this.#readyAt = undefined;
    this.#silentTicks = 0;
    // Options travel as a message: they may hold secrets, which a command line shows to everybody.
    const child = fork(file, {
      execArgv: [...execArgv],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    // A child that ends before it has read them is buried like any other; one that could not even be made never says goodbye.
    child.on("error", () => {
      if (child.pid === undefined && this.#child === child) this.#bury(1);
    });
    // It loads its program meanwhile.
    void this.#prepared.then((isPrepared) => {
      if (isPrepared && child.connected) child.send(this.#options);
    });
    child.on("message", (report) => this.#hear(report as ChildReport));
    child.on("exit", (code) => this.#bury(code));
    this.#child = child;
  }

  #hear(report: ChildReport): void {
    this.#silentTicks = 0;
    if (report.type !== "ready") return;
    this.#readyAt = performance.now();
    this.#everReady = true;
    this.#settleReady(report.addresses);
  }

  #tick(): void {
    if (!this.#isPrepared) return;
    this.#silentTicks += 1;
    if (this.#silentTicks <= (this.#readyAt === undefined ? STARTING_TICKS : SILENT_TICKS)) return;
    this.#silentTicks = 0;
    console.error("The backend does not answer any more and is started again.");
    this.#child?.kill("SIGKILL");
  }

  /** @param code null when a signal ended the child. */
  #bury(code: number | null): void {
    this.#child = null;
    if (this.#stopping) {
      this.#end(code ?? 0);
      return;
    }
    if (!this.#everReady) {
      if (code === null)
        console.error(
          "The backend was killed while it started: start it again, and restore a backup if that does not help.",
        );
      this.#end(code ?? 1);
      return;
    }
    if (code !== null) console.error(`The backend ended with code ${code} and is started again.`);
    const now = performance.now();
    this.#pauseMs = pauseAfter(this.#pauseMs, now - (this.#readyAt ?? now));
    setTimeout(() => void this.#start(), this.#pauseMs);
  }

  #end(code: number): void {
    clearInterval(this.#clock);
    this.#failReady(new ChildFailure(code));
    this.#settleEnded(code);
  }
}

/**
 * Starts the backend in a process of its own and keeps it running until `stop`.
 * @param prepared - It opens nothing before this resolves, and `ready` rejects with what this rejects with.
 */
export function watchBackend(
  options: BackendOptions,
  prepared: Promise<unknown> = Promise.resolve(),
): WatchedBackend {
  return new Watchdog(options, prepared);
}
