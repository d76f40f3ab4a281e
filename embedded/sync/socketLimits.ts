/**
 * Limits what one socket, one address and all sockets together may hold of this process, in bytes and in numbers. Everything
 * that the socket path keeps for a client is counted here; exceeding a limit closes the socket:
 *
 * - sockets: how many are open (syncServer.ts);
 * - incoming: frames that are not complete, messages that wait to be parsed, calls until they are answered, arguments of
 *   watched queries (syncServer.ts, session.ts, querySet.ts). Calls stay counted when their socket is gone;
 * - calls: mutations and actions until they are answered, also when their socket is gone (session.ts), and those over HTTP
 *   (clientApi.ts), which are refused with 503;
 * - watched: answers and read sets of watched queries (querySet.ts; in memory once for all watchers, see queryCache.ts);
 * - unread: what was sent and not read yet (syncServer.ts).
 *
 * Everything else that grows has a limit of its own: queries of a socket and changes of its query set (querySet.ts), commits that
 * runs have not seen (unseenCommits.ts), answers that nobody watches (idleQueries.ts), sessions whose newest request is known
 * (clientRequests.ts), snapshots that are pinned, which are two (subscriptions.ts).
 */
import { getHeapStatistics } from "node:v8";
import { Budget } from "../budget";

const MIB = 2 ** 20;

/** A busy shop behind one address has fewer tabs open. */
const SOCKETS_PER_ADDRESS = 200;
/** Below what Linux lets one process open by default in its services. */
const SOCKETS_IN_ALL = 10_000;

/** One call with Convex's largest arguments, and as much again that waits behind it. */
const INCOMING_PER_SOCKET = 32 * MIB;
/** Nobody needs an account to open a socket: one call with Convex's largest arguments, and little beside it. */
const INCOMING_PER_STRANGER = 18 * MIB;
const INCOMING_PER_ADDRESS = 64 * MIB;
const INCOMING_IN_ALL = 256 * MIB;
/** A few ordinary calls. */
const INCOMING_UNCOUNTED = 16 * 2 ** 10;

/** Convex's own limit of calls that one socket may have under way. */
const CALLS_PER_SOCKET = 1_000;
/** Twenty at once from each of as many sockets as an address may have, or four clients with the most that Convex lets one have. */
const CALLS_PER_ADDRESS = 4_000;
/** The most calls that wait. With the largest arguments that count for their socket alone, they take about as much memory as all others may take. */
const CALLS_IN_ALL = 20_000;
/** The calls of each address that are not counted: a few ordinary clients pass when others have used the budget up. */
const CALLS_UNCOUNTED = 16;

/** A few hundred pages of lists, or four answers of Convex's largest size. */
const WATCHED_PER_SOCKET = 64 * MIB;
/** An answer of Convex's largest size, and some more. */
const WATCHED_PER_STRANGER = 20 * MIB;
const WATCHED_PER_ADDRESS = 256 * MIB;
/** The rest of the heap is for runs, transitions on their way and everything else. */
const WATCHED_PART_OF_HEAP = 4;

const UNREAD_PER_ADDRESS = 128 * MIB;
const UNREAD_IN_ALL = 512 * MIB;

/** Convex's limit for arguments, hence for a frame. */
export const FRAME_BYTES_MAX = 16 * MIB;

export interface ShareLimits {
  /** The most that this socket may hold. */
  readonly most: number;
  /** The first so many count for this socket alone, so that small things pass when others have used the budget up. */
  readonly uncounted?: number;
}

/** One socket's part of a budget. What it took outlives the socket until it is given back. */
export class Share {
  most: number;
  readonly #uncounted: number;
  readonly #budget: Budget;
  readonly #key: string;
  #used = 0;

  constructor(budget: Budget, key: string, { most, uncounted = 0 }: ShareLimits) {
    this.#budget = budget;
    this.#key = key;
    this.most = most;
    this.#uncounted = uncounted;
  }

  get used(): number {
    return this.#used;
  }

  get #counted(): number {
    return Math.max(this.#used - this.#uncounted, 0);
  }

  /** Counts the amount and returns true; returns false and counts nothing where a limit would be passed. */
  take(amount: number): boolean {
    const used = this.#used + amount;
    const more = Math.max(used - this.#uncounted, 0) - this.#counted;
    if (used > this.most || !this.#budget.take(this.#key, more)) return false;
    this.#used = used;
    return true;
  }

  give(amount: number): void {
    const before = this.#counted;
    this.#used -= amount;
    this.#budget.give(this.#key, before - this.#counted);
  }

  /** Takes or gives the difference to what it holds now; on false nothing changed. */
  set(amount: number): boolean {
    const more = amount - this.#used;
    if (more > 0) return this.take(more);
    this.give(-more);
    return true;
  }
}

/** One socket's shares. */
export interface Shares {
  readonly calls: Share;
  readonly incoming: Share;
  readonly watched: Share;
  readonly unread: Share;
}

/** All sockets of this process. */
export class SocketBudgets {
  readonly sockets = new Budget({ perKey: SOCKETS_PER_ADDRESS, inAll: SOCKETS_IN_ALL });
  /** A socket that comes and goes leaves its calls behind: too few bytes to count, but their time is not. */
  readonly calls = new Budget({
    perKey: CALLS_PER_ADDRESS,
    inAll: CALLS_IN_ALL,
    uncounted: CALLS_UNCOUNTED,
  });
  readonly #incoming = new Budget({ perKey: INCOMING_PER_ADDRESS, inAll: INCOMING_IN_ALL });
  // Watchers share answers: what all of them take together is counted where the answers are kept.
  readonly #watched = new Budget({ perKey: WATCHED_PER_ADDRESS, inAll: Number.MAX_SAFE_INTEGER });
  readonly #unread = new Budget({ perKey: UNREAD_PER_ADDRESS, inAll: UNREAD_IN_ALL });

  createShares(key: string): Shares {
    return {
      calls: new Share(this.calls, key, { most: CALLS_PER_SOCKET }),
      incoming: new Share(this.#incoming, key, {
        most: INCOMING_PER_STRANGER,
        uncounted: INCOMING_UNCOUNTED,
      }),
      watched: new Share(this.#watched, key, { most: WATCHED_PER_STRANGER }),
      unread: new Share(this.#unread, key, { most: Number.MAX_SAFE_INTEGER }),
    };
  }

  /** The bytes held at the moment, for metrics. */
  get inUse(): Readonly<Record<"sockets" | "incoming" | "watched" | "unread", number>> {
    return {
      sockets: this.sockets.inUse,
      incoming: this.#incoming.inUse,
      watched: this.#watched.inUse,
      unread: this.#unread.inUse,
    };
  }
}

/** Makes the limits those of a stranger, or of somebody who said who they are. */
export function limitShares({ incoming, watched }: Shares, isStranger: boolean): void {
  incoming.most = isStranger ? INCOMING_PER_STRANGER : INCOMING_PER_SOCKET;
  watched.most = isStranger ? WATCHED_PER_STRANGER : WATCHED_PER_SOCKET;
}

/** Returns the most bytes of all answers and read sets together. */
export function mostWatched(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / WATCHED_PART_OF_HEAP);
}
