/**
 * Runs functions from the outside in: picks the transaction, runs, commits, and
 * says how it ended. It knows nothing of clients, schedules or the wire; those
 * hand in what is to be written in the same transaction.
 */
import type { JSONValue } from "convex/values";
import type {
  CommitReceipt,
  Database,
  HttpAnswer,
  Snapshot,
  Timestamp,
  Transaction,
} from "../contracts";
import { ActionCall } from "./actionCall";
import { serve } from "./chargedTime";
import type { FunctionAddress, FunctionEntry, HttpEntry } from "./deployment";
import { FunctionFailure, toFailure } from "./failures";
import { closingAtEnd } from "./httpAnswer";
import { invoke } from "./invoke";
import { LogLines } from "./logs";
import type { MutationQueue, Place } from "./mutationQueue";
import { runIn } from "./scope";
import { straysReported } from "./strays";
import type { Calls, Caller, Services } from "./services";
import { timedOut } from "./stuckCalls";
import { actionSyscalls } from "./syscalls/action";
import { transactionSyscalls } from "./syscalls/transaction";
import { TransactionCall } from "./transactionCall";
import { TransactionRun } from "./transactionRun";
import { callerKey } from "../callerKey";
import { callerKeys } from "../callerTime";
import { checkedArgs, checkedResult } from "./validation";

/** Convex's limits for actions. */
const ACTION_MS_MAX = { isolate: 30 * 60 * 1_000, node: 10 * 60 * 1_000 };
/** A query or mutation has nothing to wait for; one that hangs would hold up all others. */
const TRANSACTION_MS_MAX = 10_000;

export type Result =
  | { readonly kind: "success"; readonly value: JSONValue }
  | { readonly kind: "failure"; readonly failure: FunctionFailure };

/** One run, in full. */
export interface Execution {
  readonly entry: FunctionAddress;
  readonly kind: FunctionEntry["kind"] | "httpAction";
  readonly result: Result;
  readonly logLines: readonly string[];
  /** Absent for actions, which cannot audit. */
  readonly auditLines?: readonly JSONValue[];
  readonly requestId: string;
  readonly durationMs: number;
}

/** A line that an action prints while it runs. */
export interface Progress extends Pick<Execution, "entry" | "requestId"> {
  readonly kind: "action" | "httpAction";
  readonly line: string;
}

/** Called after every run, also of those that no client asked for. */
export type ExecutionListener = (execution: Execution) => void;

export interface QueryExecution {
  readonly result: Result;
  readonly logLines: string[];
  readonly run: TransactionRun;
}

export interface MutationExecution {
  readonly result: Result;
  readonly logLines: string[];
  /** The timestamp of the commit. */
  readonly ts?: Timestamp;
}

/** Bookkeeping in the transaction of a mutation. */
export interface MutationHooks {
  /** Runs before the function, which does not run at all if an answer is returned. @throws FunctionFailure to refuse it. */
  begin?(transaction: Transaction): Result | undefined;
  /**
   * Runs after the function. If that failed, its writes are rolled back already.
   * @throws FunctionFailure to roll everything back: the mutation then failed with it.
   */
  end?(transaction: Transaction, result: Result): void;
  /** True when `end`'s writes are kept although the function failed. */
  readonly keepsFailures?: boolean;
  /** The queue of calls of one address that run in order and alternate with other lanes; the request's own if absent. */
  readonly lane?: string;
}

async function withDeadline<T>(work: Promise<T>, ms: number, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timedOut(ms));
      giveUp();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function toPlace({ origin, identity }: Caller, { lane = origin.requestId }: MutationHooks): Place {
  const callers = callerKeys(origin.ip, lane, identity);
  return { address: callerKey(origin.ip, lane), lane, callers };
}

interface Ended {
  readonly result: Result;
  readonly run?: TransactionRun;
  readonly receipt?: CommitReceipt;
}

interface Committed extends Ended {
  /** When everything that the result rests on is on disk. */
  readonly durable: Promise<void>;
}

export class Executor implements Calls {
  readonly #database: Database;
  readonly #queue: MutationQueue;
  readonly #services: () => Services;
  readonly #listeners = new Set<ExecutionListener>();
  readonly #progressListeners = new Set<(progress: Progress) => void>();

  /** `services` is asked for late, because the services need an executor themselves. */
  constructor(database: Database, queue: MutationQueue, services: () => Services) {
    this.#database = database;
    this.#queue = queue;
    this.#services = services;
  }

  onExecution(listener: ExecutionListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Hears the lines of actions as they are printed; the run brings them once more at its end. */
  onProgress(listener: (progress: Progress) => void): () => void {
    this.#progressListeners.add(listener);
    return () => void this.#progressListeners.delete(listener);
  }

  async runQuery(
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
    snapshot: Snapshot,
    journal: string | null,
  ): Promise<QueryExecution> {
    const run = new TransactionRun(
      { entry, args },
      this.#database.beginAt(snapshot),
      caller,
      this.#services(),
      journal,
    );
    const result = await this.#attempt(run);
    this.#tell(entry, run, result);
    return { result, logLines: run.logs.lines, run };
  }

  /** Resolves once the commit is on disk; a failure, once everything is that the mutation read. */
  async runMutation(
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
    hooks: MutationHooks = {},
  ): Promise<MutationExecution> {
    const { result, run, receipt, durable } = await this.#queue.run(
      () => this.#mutate(entry, args, caller, hooks),
      toPlace(caller, hooks),
      (committed) => committed.receipt?.durable,
    );
    await durable;
    if (run !== undefined) {
      if (receipt !== undefined) run.committed();
      this.#tell(entry, run, result);
    }
    return { result, logLines: run?.logs.lines ?? [], ...(receipt && { ts: receipt.ts }) };
  }

  async runAction(
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
  ): Promise<{ result: Result; logLines: string[] }> {
    const call = this.#actionCall("action", entry, caller);
    const startedAt = performance.now();
    const result = await this.#settle(async () => {
      const checked = this.read((transaction) => checkedArgs(entry, args, transaction));
      const running = call.unlessUnhandled(runIn(call, () => entry.invoke(checked)));
      const value = await withDeadline(running, ACTION_MS_MAX[entry.runtime], () => call.close());
      return this.read((transaction) => checkedResult(entry, value, transaction));
    });
    call.close();
    this.#announce({
      entry,
      kind: "action",
      result,
      logLines: call.logs.lines,
      requestId: caller.origin.requestId,
      durationMs: performance.now() - startedAt,
    });
    return { result, logLines: call.logs.lines };
  }

  /** Rejects with a FunctionFailure. The call lives on until the answer's body has been read. */
  async runHttp(
    entry: HttpEntry,
    address: FunctionAddress,
    request: Request,
    caller: Caller,
  ): Promise<HttpAnswer> {
    const call = this.#actionCall("httpAction", address, caller);
    const startedAt = performance.now();
    const announce = (result: Result) =>
      this.#announce({
        entry: address,
        kind: "httpAction",
        result,
        logLines: call.logs.lines,
        requestId: caller.origin.requestId,
        durationMs: performance.now() - startedAt,
      });
    try {
      const heard = heardIn(call, request);
      const running = call.unlessUnhandled(runIn(call, () => entry.invoke(heard)));
      const response = await withDeadline(running, ACTION_MS_MAX.isolate, () => call.close());
      if (!(response instanceof Response))
        throw new TypeError("An HTTP action must return a Response.");
      announce({ kind: "success", value: null });
      return await closingAtEnd(response, call);
    } catch (error) {
      call.close();
      const failure = toFailure(error, this.#services().deployment().describeStack);
      announce({ kind: "failure", failure });
      throw failure;
    }
  }

  async query(entry: FunctionEntry, args: JSONValue, caller: Caller): Promise<JSONValue> {
    const snapshot = this.#database.pin();
    try {
      return unwrapResult((await this.runQuery(entry, args, caller, snapshot, null)).result);
    } finally {
      snapshot.release();
    }
  }

  async mutation(entry: FunctionEntry, args: JSONValue, caller: Caller): Promise<JSONValue> {
    return unwrapResult((await this.runMutation(entry, args, caller)).result);
  }

  async action(entry: FunctionEntry, args: JSONValue, caller: Caller): Promise<JSONValue> {
    return unwrapResult((await this.runAction(entry, args, caller)).result);
  }

  async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    const { value, receipt } = await this.#queue.run(() => {
      const transaction = this.#database.begin();
      try {
        const value = work(transaction);
        return { value, receipt: this.#database.commit(transaction) };
      } finally {
        this.#database.discard(transaction);
      }
    });
    await receipt.durable;
    return value;
  }

  read<T>(work: (transaction: Transaction) => T): T {
    const snapshot = this.#database.pin();
    try {
      return work(this.#database.beginAt(snapshot));
    } finally {
      snapshot.release();
    }
  }

  async #mutate(
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
    hooks: MutationHooks,
  ): Promise<Committed> {
    const transaction = this.#database.begin();
    try {
      const ended = await this.#mutateIn(transaction, entry, args, caller, hooks);
      // A failure commits nothing, and may still rest on the newest commit: "out of stock".
      const durable = ended.receipt?.durable ?? this.#database.onDisk(transaction.ts);
      return { ...ended, durable };
    } finally {
      this.#database.discard(transaction);
    }
  }

  async #mutateIn(
    transaction: Transaction,
    entry: FunctionEntry,
    args: JSONValue,
    caller: Caller,
    hooks: MutationHooks,
  ): Promise<Ended> {
    const earlier = begun(transaction, hooks);
    if (earlier?.kind === "failure") return { result: earlier };
    if (earlier !== undefined)
      return { result: earlier, receipt: this.#database.commit(transaction) };
    const run = new TransactionRun({ entry, args }, transaction, caller, this.#services());
    const savepoint = run.savepoint();
    const result = await this.#attempt(run);
    if (result.kind === "failure") {
      savepoint.rollback();
      if (hooks.keepsFailures !== true) return { result, run };
    }
    try {
      hooks.end?.(transaction, result);
    } catch (error) {
      if (!(error instanceof FunctionFailure)) throw error;
      return { result: { kind: "failure", failure: error }, run };
    }
    return { result, run, receipt: serve(run, () => this.#database.commit(transaction)) };
  }

  #attempt(run: TransactionRun): Promise<Result> {
    const { entry, args } = run.call;
    const call = new TransactionCall(run, entry, transactionSyscalls);
    return this.#settle(async () => {
      run.services.stuck.refuse(entry, args);
      const value = await withDeadline(invoke(call, args), TRANSACTION_MS_MAX, () => call.close());
      run.requireTime();
      await straysReported();
      if (run.unhandled !== null) throw run.unhandled.reason;
      return value;
    });
  }

  async #settle(work: () => Promise<JSONValue>): Promise<Result> {
    try {
      return { kind: "success", value: await work() };
    } catch (error) {
      return {
        kind: "failure",
        failure: toFailure(error, this.#services().deployment().describeStack),
      };
    }
  }

  #tell(entry: FunctionEntry, run: TransactionRun, result: Result): void {
    this.#announce({
      entry,
      kind: entry.kind,
      result,
      logLines: run.logs.lines,
      auditLines: run.audit.lines,
      requestId: run.caller.origin.requestId,
      durationMs: Date.now() - run.startedAt,
    });
  }

  #actionCall(kind: Progress["kind"], entry: FunctionAddress, caller: Caller): ActionCall {
    const { requestId } = caller.origin;
    const logs = new LogLines((line) => {
      for (const listener of this.#progressListeners) listener({ kind, entry, requestId, line });
    });
    return new ActionCall(kind, entry, caller, this.#services(), actionSyscalls, logs);
  }

  #announce(execution: Execution): void {
    for (const listener of this.#listeners) listener(execution);
  }
}

/** The result with which the mutation ends before it ran, if it does. */
function begun(transaction: Transaction, hooks: MutationHooks): Result | undefined {
  try {
    return hooks.begin?.(transaction);
  } catch (error) {
    if (!(error instanceof FunctionFailure)) throw error;
    return { kind: "failure", failure: error };
  }
}

/** The request's signal, as the action hears it: what listens is code of the action. */
function heardIn(call: ActionCall, request: Request): Request {
  const { signal } = request;
  const heard = new AbortController();
  signal.addEventListener("abort", () => runIn(call, () => heard.abort(signal.reason)));
  return Object.defineProperty(request, "signal", { value: heard.signal });
}

function unwrapResult(result: Result): JSONValue {
  if (result.kind === "failure") throw result.failure;
  return result.value;
}
