/**
 * One query or mutation from the outside in: the transaction, clock, log and
 * caller that it shares with every call nested in it.
 */
import type { JSONValue } from "convex/values";
import type { Transaction, TransactionUsage } from "../contracts";
import { AuditLines } from "./auditLines";
import type { Served } from "./chargedTime";
import type { FunctionEntry } from "./deployment";
import { LogLines } from "./logs";
import { processorTimeSince, recentProcessorTime } from "./processorTime";
import { seededRandom } from "./random";
import type { Caller, Services } from "./services";
import { RUN_MS_MAX, SILENCE_MS_MAX, WORK_MS_MAX, timedOut, tooMuchWork } from "./stuckCalls";

/** Convex's limits for one transaction's schedules. */
const SCHEDULED_MAX = 1_000;
const SCHEDULED_BYTES_MAX = 16 * 2 ** 20;
/** Deeper chains of `ctx.runQuery` are taken for endless ones. */
export const DEEPEST_CALL = 8;

type Effect = () => void;

/** Functions that a mutation schedules, and the size of their arguments. */
interface Schedules {
  readonly calls: number;
  readonly bytes: number;
}

/** The limits of a nested call; an absent one is its caller's. */
export type CallBudget = Partial<TransactionUsage> & { readonly scheduled?: Partial<Schedules> };

export interface RequestedCall {
  readonly entry: FunctionEntry;
  readonly args: JSONValue;
}

export class TransactionRun implements Served {
  readonly transaction: Transaction;
  readonly caller: Caller;
  readonly services: Services;
  readonly logs = new LogLines();
  readonly audit = new AuditLines();
  /** Stands still while the run lasts. */
  readonly startedAt = Date.now();
  readonly random = seededRandom();
  /** True once the function read the caller's identity. */
  readIdentity = false;
  /** True once the function read the clock. */
  readClock = false;
  /** The first error that the function left unhandled. */
  unhandled: { readonly reason: unknown } | null = null;
  /** The time in milliseconds since the epoch from which the result must be computed again, whatever was read. */
  reusableUntil = Infinity;
  /** The end of the page when this query ran before, and its end now. */
  readonly oldJournal: string | null;
  newJournal: string | null = null;
  /** The call as the client made it. */
  readonly call: RequestedCall;
  #effects: Effect[] = [];
  #usedMs = 0;
  #workedMs = 0;
  readonly #beganAt = performance.now();
  readonly #processorAtStart = recentProcessorTime();
  #scheduled: Schedules = { calls: 0, bytes: 0 };
  #scheduleLimits: Schedules = { calls: SCHEDULED_MAX, bytes: SCHEDULED_BYTES_MAX };

  constructor(
    call: RequestedCall,
    transaction: Transaction,
    caller: Caller,
    services: Services,
    journal: string | null = null,
  ) {
    this.call = call;
    this.transaction = transaction;
    this.caller = caller;
    this.services = services;
    this.oldJournal = journal;
  }

  ran(ms: number): void {
    this.#usedMs += ms;
  }

  worked(ms: number): void {
    this.#workedMs += ms;
  }

  /** @throws FunctionFailure when app code, or our own work for it, has had the thread for too long. */
  requireTime(): void {
    if (this.#exceeds(this.#usedMs, RUN_MS_MAX)) throw timedOut(RUN_MS_MAX);
    const isSilent = this.#workedMs > SILENCE_MS_MAX;
    if (isSilent || this.#exceeds(this.#workedMs, WORK_MS_MAX)) throw tooMuchWork();
  }

  /** Returns true if a run took longer. Only the time counts for which this process had a processor: no call shall fail because the computer was busy. */
  #exceeds(ms: number, longest: number): boolean {
    if (ms <= longest) return false;
    const share = processorTimeSince(this.#processorAtStart) / (performance.now() - this.#beganAt);
    return ms * Math.min(share, 1) > longest;
  }

  limitReuse(until: number): void {
    this.reusableUntil = Math.min(this.reusableUntil, until);
  }

  /** Registers an effect that happens when the writes so far are committed, and is forgotten if they are rolled back. */
  afterCommit(effect: Effect): void {
    this.#effects.push(effect);
  }

  committed(): void {
    for (const effect of this.#effects) effect();
  }

  /** @throws Error beyond the limits. */
  countSchedule(args: JSONValue): void {
    const { calls, bytes } = this.#scheduled;
    const limits = this.#scheduleLimits;
    this.#scheduled = { calls: calls + 1, bytes: bytes + Buffer.byteLength(JSON.stringify(args)) };
    if (this.#scheduled.calls > limits.calls)
      throw new Error(`Too many functions scheduled by this mutation (limit: ${limits.calls})`);
    if (this.#scheduled.bytes <= limits.bytes) return;
    throw new Error(
      `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limits.bytes} bytes)`,
    );
  }

  /** Lowers the limits of a nested call to what was used so far and a budget more. Returns the way back. */
  lowerLimits({ scheduled = {}, ...usage }: CallBudget): () => void {
    const before = this.#scheduleLimits;
    const { calls, bytes } = this.#scheduled;
    const raiseUsage = this.transaction.lowerLimits(usage);
    this.#scheduleLimits = {
      calls: Math.min(before.calls, calls + (scheduled.calls ?? Infinity)),
      bytes: Math.min(before.bytes, bytes + (scheduled.bytes ?? Infinity)),
    };
    return () => {
      raiseUsage();
      this.#scheduleLimits = before;
    };
  }

  /** The usage and the limit of each. */
  get schedules(): Readonly<Record<"calls" | "bytes", readonly [used: number, limit: number]>> {
    const { calls, bytes } = this.#scheduled;
    const limits = this.#scheduleLimits;
    return { calls: [calls, limits.calls], bytes: [bytes, limits.bytes] };
  }

  /** Begins a nested mutation: `rollback` takes back everything written since. */
  savepoint(): { release(): void; rollback(): void } {
    const inner = this.transaction.savepoint();
    const [effects, scheduled] = [this.#effects.length, this.#scheduled];
    return {
      release: () => inner.release(),
      rollback: () => {
        inner.rollback();
        this.#effects = this.#effects.slice(0, effects);
        this.#scheduled = scheduled;
      },
    };
  }
}
