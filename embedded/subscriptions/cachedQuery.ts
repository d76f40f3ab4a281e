/** The newest result of one query, and the family of runs with the same function and arguments that it belongs to. */
import type { JSONValue } from "convex/values";
import type { Identity, QueryCall, QueryRun, Timestamp } from "../contracts";
import { canonicalJson } from "../json";
import { Answer } from "../sync/answer";

const identityKeys = new WeakMap<Identity, string>();

export function toIdentityKey(identity: Identity): string {
  let key = identityKeys.get(identity);
  if (key === undefined) {
    key =
      identity.kind === "anonymous"
        ? ""
        : // Functions see the claims, not when the token ends: a fresh one of the same user changes nothing.
          canonicalJson(
            JSON.parse(JSON.stringify({ ...identity, expiresAt: undefined })) as JSONValue,
          );
    identityKeys.set(identity, key);
  }
  return key;
}

/** Administrators and the app itself may name functions that nobody else can: their runs are never lent to others. */
type Reach = "admin" | "own" | "user";

export function getReach({ isOwn = false }: QueryCall, identity: Identity): Reach {
  if (isOwn) return "own";
  return identity.kind === "admin" ? "admin" : "user";
}

/** The bytes of a query's own objects and its places in maps, beside its texts and ranges. */
const ENTRY_BYTES = 1_024;

const NOT_RUN_YET = new Answer({ kind: "failure", message: "", logLines: [] });

/** One query's newest answer, and what it depends on. */
export class CachedQuery<Watcher> {
  readonly family: QueryFamily<Watcher>;
  readonly watchers = new Set<Lease<Watcher>>();
  /** The identity that it last ran as; its family keeps it under this key unless shared. */
  identityKey: string;
  answer = NOT_RUN_YET;
  getJournal: QueryRun["journal"] = () => null;
  running: Promise<Answer> | null = null;
  /** About how many bytes of memory it takes: its name, its answer, and what it depends on. */
  bytes: number;
  /** Callers on their way to a lease or an answer: they keep the query alive as watchers do. */
  expected = 0;
  /** True when it was an answer to more than one call. */
  isReused = false;
  /** The commit from which on the answer is true. */
  trueFrom: Timestamp = 0;
  /** and from this commit on it is out of date. */
  staleFrom: Timestamp | null = 0;
  /** The time in milliseconds since the epoch from which on the answer is out of date by the clock. */
  reusableUntil = Infinity;
  /** and given to no new caller from this one on. */
  lendableUntil = Infinity;
  /** When its run ended, in milliseconds since the epoch. */
  ranAt = 0;

  constructor(family: QueryFamily<Watcher>, identityKey: string) {
    this.family = family;
    this.identityKey = identityKey;
    this.bytes = family.key.length;
  }

  /** The journal of the result's page. */
  get journal(): string | null {
    return this.getJournal();
  }

  isFreshAt(ts: Timestamp): boolean {
    return this.trueFrom <= ts && (this.staleFrom === null || this.staleFrom > ts);
  }

  /**
   * Returns true when a request that arrived at `ts` may have the answer. As in Convex, failures are given to nobody else:
   * they name their own request, and may have been bad luck.
   */
  isLendableAt(ts: Timestamp): boolean {
    return (
      this.answer.type === "QueryUpdated" &&
      this.mayBeLentAt(Date.now()) &&
      this.isFreshAt(Math.max(ts, this.trueFrom))
    );
  }

  /** Returns false when the clock forbids to give the answer to somebody new. One that was set back knows nothing of the answer's time. */
  mayBeLentAt(now: number): boolean {
    const end = Math.min(this.reusableUntil, this.lendableUntil);
    return end === Infinity || (this.ranAt <= now && now < end);
  }

  /** Memory of a query that is kept for itself, in bytes. */
  get bytesAlone(): number {
    return ENTRY_BYTES + this.identityKey.length + this.bytes;
  }
}

/** A watcher's hold on a query, until it is released. */
export interface Lease<Watcher> {
  readonly watcher: Watcher;
  readonly query: CachedQuery<Watcher>;
}

/** The runs of one function with the same arguments, for different callers. */
export interface QueryFamily<Watcher> {
  readonly key: string;
  readonly reach: Reach;
  /** The journal that its runs start from. */
  readonly journal: string | null;
  /** Serves everybody: its last run did not ask who is calling. */
  shared: CachedQuery<Watcher> | null;
  readonly byIdentity: Map<string, CachedQuery<Watcher>>;
  /** True if the newest run read the identity; null before the first. */
  readsIdentity: boolean | null;
}

export function familyKey({ path, args, journal, viewer }: QueryCall, reach: Reach): string {
  const key = [reach, path, canonicalJson(args), journal];
  return JSON.stringify(viewer === undefined ? key : [...key, canonicalJson(viewer)]);
}

const ANYBODY: Identity = { kind: "anonymous" };

/** A call and the caller whose answer it gets. */
export interface CallerCall {
  readonly call: QueryCall;
  readonly identity: Identity;
}

/** Returns the call of a function's shared part for those whom its viewer query answered so. */
export function sharedCall(call: QueryCall, viewed: Answer): CallerCall {
  const { value = null } = viewed.fields();
  return { call: { ...call, viewer: value }, identity: ANYBODY };
}

export function listQueries<Watcher>(family: QueryFamily<Watcher>): CachedQuery<Watcher>[] {
  const own = [...family.byIdentity.values()];
  return family.shared === null ? own : [family.shared, ...own];
}

/** Returns the query that serves this caller. */
export function filedIn<Watcher>(
  family: QueryFamily<Watcher>,
  identity: Identity,
): CachedQuery<Watcher> | undefined {
  return family.shared ?? family.byIdentity.get(toIdentityKey(identity));
}

/** Returns true when the query is still found where a caller like this one looks for it. */
export function isFiled<Watcher>(
  query: CachedQuery<Watcher>,
  call: QueryCall,
  identity: Identity,
): boolean {
  const { family } = query;
  return family.reach === getReach(call, identity) && filedIn(family, identity) === query;
}
