/**
 * Moments that a client may come back to: `ConvexHttpClient.consistentQuery`
 * asks for one and then runs several queries at it.
 */
import type { Database, Snapshot } from "../contracts";
import { encodeTimestamp } from "../sync/protocol";

/** As long as Convex promises. */
const MOMENT_MS = 30_000;
/** Moments kept at once; each holds old pages of the store. */
const MAX_MOMENTS = 64;

interface Moment {
  readonly snapshot: Snapshot;
  readonly expiry: NodeJS.Timeout;
  readers: number;
  expired: boolean;
}

export class Moments {
  readonly #database: Database;
  readonly #kept = new Map<string, Moment>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps the newest moment for a while; returns its name. */
  keep(): string {
    const snapshot = this.#database.pin();
    const ts = encodeTimestamp(snapshot.ts);
    if (this.#kept.has(ts)) {
      snapshot.release();
      return ts;
    }
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MAX_MOMENTS && oldest !== undefined) this.#expire(oldest);
    const expiry = setTimeout(() => this.#expire(ts), MOMENT_MS);
    expiry.unref();
    this.#kept.set(ts, { snapshot, expiry, readers: 0, expired: false });
    return ts;
  }

  /** The moment's snapshot, until {@link leave}; null when it is not kept any more. */
  at(ts: string): Snapshot | null {
    const moment = this.#kept.get(ts);
    if (moment === undefined || moment.expired) return null;
    moment.readers += 1;
    return moment.snapshot;
  }

  leave(ts: string): void {
    const moment = this.#kept.get(ts);
    if (moment === undefined) return;
    moment.readers -= 1;
    if (moment.expired) this.#expire(ts);
  }

  close(): void {
    for (const ts of [...this.#kept.keys()]) this.#expire(ts);
  }

  #expire(ts: string): void {
    const moment = this.#kept.get(ts);
    if (moment === undefined) return;
    moment.expired = true;
    clearTimeout(moment.expiry);
    if (moment.readers > 0) return;
    this.#kept.delete(ts);
    moment.snapshot.release();
  }
}
