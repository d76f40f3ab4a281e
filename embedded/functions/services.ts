/** The services that running calls use. */
import type { JSONValue } from "convex/values";
import type { CallOrigin, ComponentPath, Database, Identity, Transaction } from "../contracts";
import type { DiskReserve } from "../diskReserve";
import type { Deployment, FunctionEntry } from "./deployment";
import type { StuckCalls } from "./stuckCalls";

/** The caller on whose behalf a chain of calls runs. */
export interface Caller {
  readonly identity: Identity;
  readonly origin: CallOrigin;
  /** The id of the scheduled function that began the chain. */
  readonly scheduledId: string | null;
}

export interface ScheduleRequest {
  /** The component that the row in `_scheduled_functions` belongs to. */
  readonly component: ComponentPath;
  readonly target: Pick<FunctionEntry, "component" | "path" | "kind" | "runtime">;
  readonly args: JSONValue;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Rows of `_scheduled_functions`, inside the caller's transaction. */
export interface Scheduler {
  schedule(transaction: Transaction, request: ScheduleRequest): string;
  /** @throws Error when there is no such row. */
  cancel(transaction: Transaction, component: ComponentPath, id: string): void;
  /** Something was scheduled and committed. */
  wake(): void;
}

/** Bytes that are on disk but not yet anybody's. */
export interface StoredBytes {
  readonly uuid: string;
  /** Base64. */
  readonly sha256: string;
  readonly size: number;
}

/** Stored files: bytes outside the database, rows of `_storage` inside the caller's transaction. */
export interface FileStorage {
  uploadUrl(component: ComponentPath): string;
  /** The same text for all calls until the addresses change. */
  url(
    transaction: Transaction,
    component: ComponentPath,
    storageId: string,
    now: number,
  ): string | null;
  /** Returns when results that hold an address have to be computed again, in milliseconds; Infinity for never. */
  urlsChangeAt(now: number): number;
  metadata(transaction: Transaction, component: ComponentPath, storageId: string): JSONValue;
  /** @returns what is to be done once the transaction is committed. */
  remove(transaction: Transaction, component: ComponentPath, storageId: string): () => void;
  /** Resolves when the bytes are on disk. */
  put(bytes: Uint8Array): Promise<StoredBytes>;
  /** @returns the file's id. */
  enter(
    transaction: Transaction,
    component: ComponentPath,
    stored: StoredBytes,
    contentType: string | null,
  ): string;
  read(
    transaction: Transaction,
    component: ComponentPath,
    storageId: string,
  ): Promise<{ bytes: Uint8Array; contentType: string | null } | null>;
}

export interface TokenDesk {
  signJwt(component: ComponentPath, claims: JSONValue, expiresInSeconds: number): Promise<string>;
}

/** Calls from inside actions, each in a transaction of its own. They reject with a FunctionFailure. */
export interface Calls {
  query(entry: FunctionEntry, args: JSONValue, caller: Caller): Promise<JSONValue>;
  mutation(entry: FunctionEntry, args: JSONValue, caller: Caller): Promise<JSONValue>;
  action(entry: FunctionEntry, args: JSONValue, caller: Caller): Promise<JSONValue>;
  /** A transaction of the backend's own, in line with the app's mutations; resolves when it is on disk. */
  transact<T>(work: (transaction: Transaction) => T): Promise<T>;
  /** Reads the newest state on disk. */
  read<T>(work: (transaction: Transaction) => T): T;
}

export interface Services {
  readonly database: Database;
  readonly deployment: () => Deployment;
  readonly scheduler: Scheduler;
  readonly files: FileStorage;
  readonly tokens: TokenDesk;
  readonly calls: Calls;
  readonly stuck: StuckCalls;
  readonly disk: DiskReserve;
}
