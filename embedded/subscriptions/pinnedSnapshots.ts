/** Keeps snapshots for clients: `ConvexHttpClient.consistentQuery` asks for one, and then runs several queries at it. */
import type { Database, Snapshot } from "../contracts";
import { encodeTimestamp } from "../sync/protocol";

/** As long as Convex promises. */
const PINNED_MS = 30_000;
/** Snapshots kept at once; each holds old pages of the store. */
const PINNED_MAX = 64;

interface Pinned {
  readonly snapshot: Snapshot;
  expiry: NodeJS.Timeout;
  readers: number;
  expired: boolean;
}

export class PinnedSnapshots {
  readonly #database: Database;
  readonly #pinned = new Map<string, Pinned>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Pins the newest snapshot for a while; returns its name. */
  keep(): string {
    const snapshot = this.#database.pin();
    const ts = encodeTimestamp(snapshot.ts);
    const samePin = this.#pinned.get(ts);
    if (samePin !== undefined) {
      snapshot.release();
      this.#keepLonger(ts, samePin);
      return ts;
    }
    const [oldest] = this.#pinned.keys();
    if (this.#pinned.size >= PINNED_MAX && oldest !== undefined) this.#expire(oldest);
    this.#pinned.set(ts, { snapshot, expiry: this.#startExpiry(ts), readers: 0, expired: false });
    return ts;
  }

  /** Returns the pinned snapshot, in use until {@link leave}; null when it is not kept any more. */
  at(ts: string): Snapshot | null {
    const pinned = this.#pinned.get(ts);
    if (pinned === undefined || pinned.expired) return null;
    pinned.readers += 1;
    return pinned.snapshot;
  }

  leave(ts: string): void {
    const pinned = this.#pinned.get(ts);
    if (pinned === undefined) return;
    pinned.readers -= 1;
    if (pinned.expired) this.#expire(ts);
  }

  close(): void {
    for (const ts of [...this.#pinned.keys()]) this.#expire(ts);
  }

  /** Each caller has it for the whole time, also one that shares it. */
  #keepLonger(ts: string, pinned: Pinned): void {
    clearTimeout(pinned.expiry);
    pinned.expiry = this.#startExpiry(ts);
    pinned.expired = false;
  }

  #startExpiry(ts: string): NodeJS.Timeout {
    return setTimeout(() => this.#expire(ts), PINNED_MS).unref();
  }

  #expire(ts: string): void {
    const pinned = this.#pinned.get(ts);
    if (pinned === undefined) return;
    pinned.expired = true;
    clearTimeout(pinned.expiry);
    if (pinned.readers > 0) return;
    this.#pinned.delete(ts);
    pinned.snapshot.release();
  }
}
