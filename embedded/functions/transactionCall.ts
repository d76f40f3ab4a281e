/**
 * One query or mutation while it runs, nested ones included: what its syscalls
 * may reach. Every syscall but `storage.store` does its work before it first waits, so what a
 * function started without awaiting it has happened all the same.
 */
import type { JSONValue } from "convex/values";
import type { StoredRow, Tables } from "../contracts";
import { serve } from "./chargedTime";
import type { FunctionEntry, TargetArgs } from "./deployment";
import { resolveTarget } from "./deployment";
import type { Scope, Soon, SyscallResult, Variables } from "./scope";
import type { AsyncHandlers, SyncHandlers } from "./syscalls/types";
import type { TransactionRun } from "./transactionRun";

export type SyncSyscalls = SyncHandlers<TransactionCall>;
export type AsyncSyscalls = AsyncHandlers<TransactionCall>;

/** The syscalls of queries and mutations. */
export interface TransactionSyscalls {
  readonly sync: SyncSyscalls;
  readonly async: Readonly<Record<"query" | "mutation", AsyncSyscalls>>;
}

export class TransactionCall implements Scope {
  readonly run: TransactionRun;
  readonly entry: FunctionEntry;
  readonly depth: number;
  readonly tables: Tables;
  readonly variables: Variables;
  /** Queries that are being read row by row. */
  readonly streams = new Map<number, Iterator<StoredRow>>();
  readonly #syscalls: TransactionSyscalls;
  readonly #below: TransactionCall[] = [];
  #streamIds = 0;
  #nested: Promise<void> | null = null;
  #closed = false;

  constructor(run: TransactionRun, entry: FunctionEntry, syscalls: TransactionSyscalls, depth = 0) {
    this.run = run;
    this.#syscalls = syscalls;
    this.entry = entry;
    this.depth = depth;
    this.tables = run.transaction.tables(entry.component);
    this.variables = run.services.deployment().components.get(entry.component)?.variables ?? {};
  }

  get phase(): "query" | "mutation" {
    return this.entry.kind === "mutation" ? "mutation" : "query";
  }

  get component(): string {
    return this.entry.component;
  }

  get name(): string {
    return this.entry.path;
  }

  now(): number {
    this.run.readClock = true;
    return this.run.startedAt;
  }

  random(): number {
    return this.run.random();
  }

  log(line: string): void {
    this.run.logs.add(line);
  }

  failUnhandled(reason: unknown): void {
    this.run.unhandled ??= { reason };
  }

  atEnd(): void {
    throw new Error("Queries and mutations leave nothing running.");
  }

  ran(ms: number): void {
    this.run.ran(ms);
  }

  syscall(op: string, args: JSONValue): JSONValue {
    this.#requireOpen();
    const handle = this.#syscalls.sync[op];
    if (handle === undefined) throw new Error(`Unknown operation ${op}`);
    return serve(this.run, () => handle(this, args as Record<string, JSONValue>));
  }

  asyncSyscall(op: string, args: JSONValue): Soon<SyscallResult> {
    const handle = this.#syscalls.async[this.phase][op];
    if (handle === undefined) throw new Error(`Unknown async operation ${op}`);
    return this.outsideExclusive(() => handle(this, args as Record<string, JSONValue>));
  }

  /**
   * Runs everything that uses the transaction, also what continues after a wait of its own. A nested mutation has the
   * transaction to itself in an exclusive section, or its rollback would take more than its own writes.
   */
  outsideExclusive<T>(work: () => Soon<T>): Soon<T> {
    if (this.#nested !== null) return this.#afterNested(work);
    this.#requireOpen();
    return serve(this.run, work);
  }

  async #afterNested<T>(work: () => Soon<T>): Promise<T> {
    while (this.#nested !== null) await this.#nested;
    this.#requireOpen();
    return serve(this.run, work);
  }

  jsSyscall(op: string): never {
    throw new Error(`Unknown JS syscall: ${op}`);
  }

  nextStreamId(): number {
    this.#streamIds += 1;
    return this.#streamIds;
  }

  target(args: TargetArgs): FunctionEntry {
    return resolveTarget(this.run.services.deployment(), this.component, args);
  }

  nestedCall(entry: FunctionEntry, run = this.run): TransactionCall {
    const call = new TransactionCall(run, entry, this.#syscalls, this.depth + 1);
    this.#below.push(call);
    return call;
  }

  /** Keeps this call's other syscalls waiting until `work` is done. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    let done: () => void = () => undefined;
    this.#nested = new Promise((resolve) => (done = resolve));
    try {
      return await work();
    } finally {
      this.#nested = null;
      done();
    }
  }

  /** Closes the call: what the function and those that it called left running reaches nothing any more. */
  close(): void {
    this.#closed = true;
    for (const call of this.#below.splice(0)) call.close();
    for (const stream of this.streams.values()) stream.return?.();
    this.streams.clear();
  }

  #requireOpen(): void {
    if (this.#closed)
      throw new Error("This function has ended: its database can't be used any more.");
    this.run.requireTime();
  }
}
