import type { JSONValue, Value } from "convex/values";

/**
 * The seams of the embedded backend: what the database promises the function
 * runner, and what the function runner promises the sessions. No code lives
 * here, only the words of each guarantee.
 */

/**
 * Microseconds since the Unix epoch, strictly increasing, also over restarts.
 * Taken from the wall clock so that a browser tab that outlives a wiped data
 * folder never holds a timestamp newer than the server's. On the wire it is
 * base64 of a little-endian u64.
 */
export type Timestamp = number;

/** The path of a component in the tree of components; the app itself is "". */
export type ComponentPath = string;

/** A document as the functions see it, with `_id` and `_creationTime`. */
export type StoredDocument = Record<string, Value>;

/** A document on its way out: text for whoever passes it on, values for whoever looks inside. */
export interface StoredRow {
  /** Convex's JSON of the document. */
  readonly text: string;
  /** Shared by everybody who looks inside: nobody may change it. */
  readonly document: StoredDocument;
  /** A document of the caller's own. */
  copy(): StoredDocument;
}

/** One index entry that a commit added or took away. */
export interface IndexWrite {
  /** `<component>/<tableNumber>/<index name>`, as in {@link ReadRange.index}. */
  readonly index: string;
  readonly key: Uint8Array;
}

/** A commit that is on disk, as the subscriptions hear of it, in timestamp order. */
export interface Commit {
  readonly ts: Timestamp;
  readonly writes: readonly IndexWrite[];
  /** Tables came, went or changed their numbers: whatever was read before may be otherwise now. */
  readonly tablesChanged?: boolean;
}

/** A half-open interval of one index's keys that a transaction looked at. */
export interface ReadRange {
  readonly index: string;
  readonly from: Uint8Array;
  /** Absent: to the index's end. */
  readonly to?: Uint8Array;
}

/** Everything a transaction's answer depends on. */
export interface ReadSet {
  readonly ranges: readonly ReadRange[];
}

/** A frozen view of everything on disk at `ts`. Must be released. */
export interface Snapshot {
  readonly ts: Timestamp;
  release(): void;
}

/** Convex's published limits count these. */
export interface TransactionUsage {
  readonly documentsRead: number;
  readonly bytesRead: number;
  readonly documentsWritten: number;
  readonly bytesWritten: number;
  readonly ranges: number;
}

/** One page of a paginated query, in the words of Convex's `1.0/queryPage`. */
export interface QueryPage {
  readonly page: StoredRow[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor?: string | null;
  readonly pageStatus?: "SplitRecommended" | "SplitRequired" | null;
}

export interface PageRequest {
  readonly cursor: string | null;
  /** The end of the page when it was first read, from a journal. */
  readonly endCursor?: string | null;
  readonly pageSize: number;
  readonly maximumRowsRead?: number;
  readonly maximumBytesRead?: number;
}

/** A document that a vector search found. */
export interface VectorMatch {
  readonly _id: string;
  /** Cosine similarity, from -1 to 1. */
  readonly _score: number;
}

/** A component's tables inside one transaction. `query` is Convex's serialized query JSON. */
export interface Tables {
  get(table: string | undefined, id: string): StoredRow | null;
  /** The values that are written are the database's: nobody changes them from then on. */
  insert(table: string, value: Record<string, Value>): string;
  /** Shallow merge; a field set to undefined is removed. */
  patch(table: string | undefined, id: string, value: Record<string, Value | undefined>): void;
  replace(table: string | undefined, id: string, value: Record<string, Value>): void;
  remove(table: string | undefined, id: string): void;
  count(table: string): number;
  stream(query: JSONValue): IterableIterator<StoredRow>;
  page(query: JSONValue, request: PageRequest): QueryPage;
  /** `search` is Convex's serialized vector search. What it looked at is not part of the read set. */
  vectorSearch(search: JSONValue): VectorMatch[];
  /** The id if it is one of `table`'s, else null. Never throws. */
  normalizeId(table: string, id: string): string | null;
}

/**
 * One serialisable unit of work. Reads see the snapshot plus its own writes and
 * are recorded in `readSet`; nothing is visible outside before `Database.commit`.
 */
export interface Transaction {
  readonly ts: Timestamp;
  readonly readSet: ReadSet;
  readonly usage: TransactionUsage & { readonly limits: TransactionUsage };
  /** Limits what it uses from now on; no limit is ever raised. Returns a function that restores the limits of before. */
  lowerLimits(budget: Partial<TransactionUsage>): () => void;
  /** App code's view: system tables (leading underscore) are read-only through `_storage`, `_scheduled_functions`. */
  tables(component: ComponentPath): Tables;
  /** The backend's own view, that may write system tables. */
  system(component: ComponentPath): Tables;
  /** Opens a nested transaction: `rollback` undoes every write since. */
  savepoint(): { release(): void; rollback(): void };
}

export interface TableFacts {
  readonly component: ComponentPath;
  readonly name: string;
  /** The number with which ids of the table begin. */
  readonly number: number;
  readonly rows: number;
  /** A schema has indexes or a validator for it. */
  readonly isDeclared: boolean;
  /** JSON of the validator that its documents must fit. */
  readonly documentType?: JSONValue;
}

/**
 * The changes that an import makes to tables: nothing else writes ids and times that it did not generate. New tables are
 * filled in small commits while nobody sees them, and become visible in one commit.
 */
export interface TableChanges {
  /** The table will go, with all its rows. @param onlyEmpty refuse at `commit` if it has any. */
  drop(component: ComponentPath, table: string, onlyEmpty: boolean): void;
  /**
   * A new table, with the indexes and the validator of the one of its name that goes.
   * @param number one that no table of the component will have; absent: a new one.
   */
  create(component: ComponentPath, table: string, number?: number): void;
  /**
   * Keeps `_id` and `_creationTime` if there are any. Rows of tables that stay are written by `commit`.
   * @throws Error when the document does not fit the table, its id is another table's or taken.
   */
  insert(component: ComponentPath, table: string, document: StoredDocument): Promise<void>;
  /** Brings everything before it to the disk. */
  fill(): Promise<void>;
  /**
   * Commits what was filled. Call it after `fill`, while no other transaction is under way. It settles when the commit is on disk.
   * @param work done in the same commit.
   * @throws Error, with nothing changed, when something is in the way that was not there at the beginning.
   */
  commit<T>(work: (transaction: Transaction) => T): Promise<T>;
  /** Removes what was filled, and, after `commit`, the rows of tables that are gone. */
  clear(): Promise<void>;
}

/** The result of a commit: it is visible to the next transaction at once; `durable` settles when it is on disk. */
export interface CommitReceipt {
  readonly ts: Timestamp;
  readonly durable: Promise<void>;
}

/** A stored document that a schema does not allow. */
export interface SchemaMisfit {
  readonly component: ComponentPath;
  readonly table: string;
  readonly message: string;
}

export interface Database {
  /** Timestamp of the newest commit that is on disk. */
  readonly durableTs: Timestamp;
  /** Reads the newest commit, on disk or not: for mutations, which run one at a time. */
  begin(): Transaction;
  /** Read-only, over a pinned snapshot: for queries. */
  beginAt(snapshot: Snapshot): Transaction;
  /** Pins the newest state that is on disk. */
  pin(): Snapshot;
  /** Applies the writes. Mutations run one at a time, so there is nothing to conflict with. A transaction without writes returns its own ts. */
  commit(transaction: Transaction): CommitReceipt;
  /** Resolves when every commit up to `ts` is on disk: whatever rests on what a transaction read may be told then. */
  onDisk(ts: Timestamp): Promise<void>;
  /** Lets go of a transaction of `begin` that is not to be committed; for any other it does nothing. */
  discard(transaction: Transaction): void;
  /** Listeners hear each commit after it is on disk, in order of timestamps. Returns the way to stop. */
  onCommit(listener: (commit: Commit) => void): () => void;
  /**
   * Makes the tables and indexes of these components match their schemas (the
   * JSON of `defineSchema(...).export()`), back-filling new indexes and, with
   * `schemaValidation`, checking every document first. What a schema does not
   * name keeps no index and no check. Throws, changing nothing in any of them,
   * when a document does not fit.
   * @param work is done in the same commit.
   */
  applySchemas(
    schemas: ReadonlyMap<ComponentPath, JSONValue | null>,
    work?: (transaction: Transaction) => void,
  ): Promise<void>;
  /** Returns the first document that `applySchemas` would reject; undefined for none. */
  findMisfit(schemas: ReadonlyMap<ComponentPath, JSONValue | null>): SchemaMisfit | undefined;
  /** Begins to change whole tables. One at a time; it is to be ended by `commit` or `abandon`. */
  changeTables(): TableChanges;
  /**
   * Settles when the store could not be written. Nothing is acknowledged from then on, and what
   * was under way may be on disk or not: whoever runs the process ends it and lets the next one look.
   */
  readonly failed: Promise<Error>;
  close(): Promise<void>;
}

/** The caller: nobody, a user with the claims of a verified token, or the deployment's administrator. */
export type Identity =
  /** `refusal` says why an HTTP action's Authorization header names nobody, if there was one. */
  | { readonly kind: "anonymous"; readonly refusal?: string }
  | {
      readonly kind: "user";
      readonly tokenIdentifier: string;
      readonly claims: Record<string, JSONValue>;
      readonly expiresAt: number;
    }
  | {
      readonly kind: "admin";
      readonly actingAs?: Record<string, JSONValue>;
      /** May read everything, and is refused every mutation, action and request that changes something. */
      readonly isReadOnly?: true;
    };

/** The origin of a call, for `ctx.meta.getRequestMetadata()`. */
export interface CallOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** Aborted when nobody waits for the result any more: a mutation that has not begun by then does not run. */
  readonly hungUp?: AbortSignal;
}

/** A function's name as the client sends it: "orders:place". */
export type FunctionPath = string;

/** The result of a call. `errorData` is the JSON of a ConvexError's data. */
export type Outcome =
  | { readonly kind: "success"; readonly value: JSONValue; readonly logLines: string[] }
  | {
      readonly kind: "failure";
      readonly message: string;
      readonly errorData?: JSONValue;
      readonly logLines: string[];
    };

/** A call of a query. */
export interface QueryCall {
  readonly path: FunctionPath;
  readonly args: JSONValue;
  /** The journal that the caller last received; null at first, and then its page may end anywhere. */
  readonly journal: string | null;
  /** True when the app's own code calls: it reaches internal functions and components, and failures arrive as they are. */
  readonly isOwn?: boolean;
  /**
   * The answer of the function's viewer query for the caller. With it the shared part of the function runs, which knows nothing else
   * of its caller, so that one run serves all whom the function sees alike.
   */
  readonly viewer?: JSONValue;
}

export interface QueryRun {
  readonly outcome: Outcome;
  readonly readSet: ReadSet;
  readonly ts: Timestamp;
  /** Returns the end of each `.paginate()`, passed back on the next run; null without pagination. */
  readonly journal: () => string | null;
  /** True when the function read the caller's identity: otherwise one run serves everybody. */
  readonly readIdentity: boolean;
  /** Milliseconds since the epoch from which the outcome is too old for anybody, though nothing that was read has changed; Infinity for most. */
  readonly reusableUntil: number;
  /** Milliseconds since the epoch from which no new caller gets the outcome, because the function read more than the database; Infinity for most. */
  readonly lendableUntil: number;
}

export interface MutationRun {
  readonly outcome: Outcome;
  /** The timestamp of the commit; absent on failure, when nothing was written. */
  readonly ts?: Timestamp;
  /** The code of an engine that gave the call up for its conflicts with others: the client shall send it again. */
  readonly sendAgain?: string;
}

/** A client's own name for a mutation: the same key is never executed twice. */
export interface RequestKey {
  readonly sessionId: string;
  readonly requestId: number;
}

/** The answer of an HTTP action, as a `Response` is one; the body is bytes if all of it was there at once. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
}

export interface FunctionRunner {
  /** Returns the address of the query that says how a function sees its caller; undefined for a function without a shared part. */
  viewerOf(path: FunctionPath): FunctionPath | undefined;
  /** Runs over `snapshot`, which stays the caller's to release. Never rejects. */
  query(
    call: QueryCall,
    identity: Identity,
    snapshot: Snapshot,
    origin: CallOrigin,
  ): Promise<QueryRun>;
  /** Resolves once the commit is on disk. With a key, a repeated call gives the stored answer. Never rejects. */
  mutation(
    path: FunctionPath,
    args: JSONValue,
    identity: Identity,
    origin: CallOrigin,
    key?: RequestKey,
  ): Promise<MutationRun>;
  /** Never rejects. */
  action(
    path: FunctionPath,
    args: JSONValue,
    identity: Identity,
    origin: CallOrigin,
  ): Promise<Outcome>;
  /** Returns the kind of a function for `/api/function`, which calls it as what it is. Admins may name internal functions; nobody else can. */
  getKind(path: FunctionPath): "query" | "mutation" | "action" | "httpAction" | undefined;
  /** The app's HTTP router; undefined when no route matches. */
  http(request: Request, identity: Identity, origin: CallOrigin): Promise<HttpAnswer | undefined>;
  /** The methods that the app's HTTP router takes at a path; none where it has nothing there. */
  httpMethods(pathname: string): readonly string[];
  /** True if the app or a component that it mounts has HTTP actions. */
  hasHttpActions(): boolean;
  /** Returns the output of `convex function-spec`. */
  spec(): JSONValue;
  /** Heard after functions were reloaded: every cached query is void. */
  onReload(listener: () => void): () => void;
}
