/**
 * `ctx.scheduler`: what was scheduled is a row of the transaction that scheduled
 * it, so it happens if and only if that transaction did. A mutation's run and
 * the note that it ran are one transaction: exactly once. An action is noted
 * before it starts: at most once, as Convex promises.
 */
import type { JSONValue } from "convex/values";
import { jsonToConvex } from "convex/values";
import type { DiskReserve } from "../diskReserve";
import type { CallOrigin, ComponentPath, StoredDocument, Transaction } from "../contracts";
import { Alarm } from "./alarm";
import { backendTables, firstRow, numberIn, rows, textIn } from "./backendTables";
import type { Deployment, FunctionAddress, FunctionEntry } from "./deployment";
import { findFunction } from "./deployment";
import type { Executor, Result } from "./executor";
import { FunctionFailure, notFound } from "./failures";
import type { Caller, ScheduleRequest, Scheduler } from "./services";

const TABLE = "_scheduled_functions";
const NO_SCHEDULED_ID =
  "Invalid scheduled function ID. The ID must be an ID on the '_scheduled_functions' table.";
/** Convex shows finished ones for so long. */
const SHOWN_MS = 7 * 24 * 60 * 60 * 1_000;
/** The most functions of each lane that run at a time. Actions may take long: mutations never wait for them, and actions of one runtime not for those of the other. */
const ROOM = 64;
/** Finished ones that one transaction forgets. */
const SWEEP_ROWS = 500;
/** The pause after a disk that failed, not after a function that did. */
const RETRY_MS = 1_000;
const SWEEP_EVERY_MS = 60 * 60 * 1_000;

/** Mutations are "waiting" until they have run; actions are noted as "running" first; what is "finished" waits to be forgotten. */
type State = Waiting | "running" | "finished";
type Waiting = "waiting" | "waitingAction" | "waitingNodeAction";
const LANES: readonly Waiting[] = ["waiting", "waitingAction", "waitingNodeAction"];

function toLane({ kind, runtime }: ScheduleRequest["target"]): Waiting {
  if (kind !== "action") return "waiting";
  return runtime === "node" ? "waitingNodeAction" : "waitingAction";
}

interface Job extends FunctionAddress {
  readonly rowId: string;
  /** The id of the row in `_scheduled_functions` of `owner`. */
  readonly scheduledId: string;
  readonly owner: ComponentPath;
  readonly args: JSONValue;
  readonly lane: Waiting;
}

function toJob(row: StoredDocument): Job {
  return {
    rowId: textIn(row, "_id"),
    scheduledId: textIn(row, "scheduledId"),
    owner: textIn(row, "owner"),
    component: textIn(row, "component"),
    path: textIn(row, "path"),
    args: JSON.parse(textIn(row, "args")) as JSONValue,
    lane: LANES.find((lane) => lane === row["state"]) ?? "waiting",
  };
}

/** Jobs that wait for the disk are looked at again after so long. */
const LOW_DISK_MS = 1_000;
/** As many of them are passed over in search of those that may run. */
const LOW_DISK_LOOKS = 10_000;

function stateAfter(result: Result): { kind: string; error?: string } {
  return result.kind === "success"
    ? { kind: "success" }
    : { kind: "failed", error: result.failure.message };
}

export interface SchedulerOptions {
  readonly executor: Executor;
  readonly deployment: () => Deployment;
  /** Returns the request metadata of what is run. */
  readonly origin: () => CallOrigin;
  readonly disk: DiskReserve;
}

export class JobScheduler implements Scheduler {
  readonly #executor: Executor;
  readonly #deployment: () => Deployment;
  readonly #origin: () => CallOrigin;
  readonly #disk: DiskReserve;
  readonly #alarm = new Alarm(() => this.#look());
  /** The runs under way by row, in their lane. */
  readonly #running: Readonly<Record<Waiting, Map<string, Promise<void>>>> = {
    waiting: new Map(),
    waitingAction: new Map(),
    waitingNodeAction: new Map(),
  };
  #sweeping: NodeJS.Timeout | undefined;
  #stopped = true;

  constructor({ executor, deployment, origin, disk }: SchedulerOptions) {
    this.#disk = disk;
    this.#executor = executor;
    this.#deployment = deployment;
    this.#origin = origin;
  }

  schedule(transaction: Transaction, { component, target, args, at }: ScheduleRequest): string {
    const scheduledId = transaction.system(component).insert(TABLE, {
      // As Convex shows it.
      name: target.path.replace(":", ".js:"),
      args: [jsonToConvex(args)],
      scheduledTime: at,
      state: { kind: "pending" },
    });
    backendTables(transaction).insert("scheduledJobs", {
      state: toLane(target) satisfies State,
      due: at,
      scheduledId,
      owner: component,
      component: target.component,
      path: target.path,
      args: JSON.stringify(args),
    });
    return scheduledId;
  }

  cancel(transaction: Transaction, component: ComponentPath, id: string): void {
    if (transaction.system(component).normalizeId(TABLE, id) === null)
      throw new Error(NO_SCHEDULED_ID);
    const row = firstRow(backendTables(transaction), "scheduledJobs.by_scheduled_id", {
      scheduledId: id,
    });
    if (row !== undefined && row["state"] !== "finished") {
      this.#finish(transaction, toJob(row), { kind: "canceled" });
    }
  }

  /** Makes a function that waits due now. Call `wake` once that is committed. */
  bringForward(transaction: Transaction, component: ComponentPath, id: string): void {
    const tables = backendTables(transaction);
    const row = firstRow(tables, "scheduledJobs.by_scheduled_id", { scheduledId: id });
    const job = row && toJob(row);
    if (job?.owner !== component || !this.#isIn(job.lane, transaction, job))
      throw new Error("This function does not wait any more.");
    const now = Date.now();
    tables.patch("scheduledJobs", job.rowId, { due: now });
    this.#show(transaction, job, { scheduledTime: now });
  }

  wake(): void {
    if (!this.#stopped) this.#alarm.noLaterThan(Date.now());
  }

  /** Begins to run what is due. What was running when the process died is noted as failed. */
  async start(): Promise<void> {
    await this.#failInterrupted();
    this.#stopped = false;
    this.#sweeping = setInterval(() => {
      this.#sweep().catch((error: unknown) => {
        console.error("Old scheduled functions could not be forgotten:", error);
      });
    }, SWEEP_EVERY_MS);
    this.#sweeping.unref();
    this.wake();
  }

  /** Starts nothing new and waits for what runs, `graceMs` at most. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#alarm.stop();
    clearInterval(this.#sweeping);
    const running = LANES.flatMap((lane) => [...this.#running[lane].values()]);
    const late = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    await Promise.race([Promise.all(running), late]);
  }

  #look(): void {
    if (this.#stopped) return;
    for (const lane of LANES) this.#lookAt(lane);
  }

  #lookAt(lane: Waiting): void {
    const running = this.#running[lane];
    const room = ROOM - running.size;
    // Whoever ends looks again.
    if (room <= 0) return;
    const now = Date.now();
    const { due, next } = this.#executor.read((transaction) => {
      const tables = backendTables(transaction);
      // Those that wait for the disk are passed over.
      const limit = this.#disk.isLow ? LOW_DISK_LOOKS : room + running.size;
      const waiting = [...rows(tables, "scheduledJobs.by_due", { state: lane }, { limit })];
      const found = waiting
        .filter((row) => !running.has(textIn(row, "_id")))
        .slice(0, this.#disk.isLow ? Infinity : room);
      const due = found.filter((row) => numberIn(row, "due") <= now).map(toJob);
      const later = found.find((row) => numberIn(row, "due") > now);
      return { due, next: later && numberIn(later, "due") };
    });
    const allowed = due.filter((job) => this.#disk.allows(job));
    for (const job of allowed.slice(0, room)) this.#begin(job);
    if (allowed.length < due.length) this.#alarm.noLaterThan(now + LOW_DISK_MS);
    if (next !== undefined) this.#alarm.noLaterThan(next);
  }

  #begin(job: Job): void {
    const running = this.#run(job).then(
      () => 0,
      (error: unknown) => {
        console.error(`The scheduled ${job.path} could not run:`, error);
        return RETRY_MS;
      },
    );
    const ended = running.then((pauseMs) => {
      this.#running[job.lane].delete(job.rowId);
      // Others may have waited behind this one.
      if (!this.#stopped) this.#alarm.noLaterThan(Date.now() + pauseMs);
    });
    this.#running[job.lane].set(job.rowId, ended);
  }

  async #run(job: Job): Promise<void> {
    const entry = findFunction(this.#deployment(), job);
    const caller: Caller = {
      identity: { kind: "anonymous" },
      origin: this.#origin(),
      scheduledId: job.scheduledId,
    };
    if (entry?.kind === "mutation") return this.#runMutation(job, entry, caller);
    if (entry?.kind === "action") return this.#runAction(job, entry, caller);
    const failure =
      entry === undefined
        ? notFound(job.path)
        : new FunctionFailure(
            `Only mutations and actions can be scheduled. ${job.path} is a query.`,
          );
    await this.#executor.transact((transaction) =>
      this.#finish(transaction, job, { kind: "failed", error: failure.message }),
    );
  }

  async #runMutation(job: Job, entry: FunctionEntry, caller: Caller): Promise<void> {
    await this.#executor.runMutation(entry, job.args, caller, {
      keepsFailures: true,
      begin: (transaction) => {
        if (!this.#isIn(job.lane, transaction, job)) return { kind: "success", value: null };
        // The function itself sees it, and nobody else: it is part of its transaction.
        this.#show(transaction, job, { state: { kind: "inProgress" } });
        return undefined;
      },
      end: (transaction, result) => this.#finish(transaction, job, stateAfter(result)),
    });
  }

  async #runAction(job: Job, entry: FunctionEntry, caller: Caller): Promise<void> {
    const starts = await this.#executor.transact((transaction) => {
      if (!this.#isIn(job.lane, transaction, job)) return false;
      backendTables(transaction).patch("scheduledJobs", job.rowId, {
        state: "running" satisfies State,
      });
      this.#show(transaction, job, { state: { kind: "inProgress" } });
      return true;
    });
    if (!starts) return;
    const { result } = await this.#executor.runAction(entry, job.args, caller);
    await this.#executor.transact((transaction) => {
      // Canceled meanwhile: that stays.
      if (this.#isIn("running", transaction, job)) {
        this.#finish(transaction, job, stateAfter(result));
      }
    });
  }

  #isIn(state: State, transaction: Transaction, { rowId }: Job): boolean {
    return backendTables(transaction).get("scheduledJobs", rowId)?.document["state"] === state;
  }

  #finish(transaction: Transaction, job: Job, state: { kind: string; error?: string }): void {
    const now = Date.now();
    const forgotten = { state: "finished" satisfies State, due: now + SHOWN_MS };
    backendTables(transaction).patch("scheduledJobs", job.rowId, forgotten);
    this.#show(transaction, job, { state, completedTime: now });
  }

  #show(transaction: Transaction, { owner, scheduledId }: Job, change: StoredDocument): void {
    transaction.system(owner).patch(TABLE, scheduledId, change);
  }

  async #failInterrupted(): Promise<void> {
    const error = new FunctionFailure("Transient error while executing action").message;
    const interrupted = this.#executor.read((transaction) =>
      [...rows(backendTables(transaction), "scheduledJobs.by_due", { state: "running" })].map(
        toJob,
      ),
    );
    if (interrupted.length === 0) return;
    await this.#executor.transact((transaction) => {
      for (const job of interrupted) this.#finish(transaction, job, { kind: "failed", error });
    });
  }

  async #sweep(): Promise<void> {
    const forgotten = await this.#executor.transact((transaction) => {
      const tables = backendTables(transaction);
      const old = rows(
        tables,
        "scheduledJobs.by_due",
        { state: "finished" },
        { limit: SWEEP_ROWS, upTo: ["due", Date.now()] },
      );
      const jobs = [...old].map(toJob);
      for (const { rowId, owner, scheduledId } of jobs) {
        tables.remove("scheduledJobs", rowId);
        transaction.system(owner).remove(TABLE, scheduledId);
      }
      return jobs.length;
    });
    if (forgotten === SWEEP_ROWS && !this.#stopped) await this.#sweep();
  }
}
