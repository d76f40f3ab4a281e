/**
 * Flushes commits in groups: while one group is being flushed the next one gathers, so a thousand small commits cost as many
 * flushes as the disk has time for, not a thousand. A commit that could not be flushed fails everything after it: nothing is
 * acknowledged any more.
 */
import type { Commit, Timestamp } from "../contracts";
import type { Store, StoreSnapshot, Write } from "../store/store";
import { type Layer, type Readable, newLayer, over } from "../store/layers";
import { RecentReads } from "./recentReads";

/** The writes since the last flush began. A change copies them first while somebody reads them. */
interface Pending {
  readonly layer: Layer;
  readers: number;
}

interface Waiting {
  readonly commit: Commit;
  readonly writes: readonly Write[];
  readonly settle: (failure?: Error) => void;
}

/** A snapshot of the store that several readers share; the last one to leave releases it. */
export interface SharedSnapshot {
  readonly ts: Timestamp;
  readonly view: Readable;
  release(): void;
}

class Base {
  readonly ts: Timestamp;
  readonly view: Readable;
  readonly #snapshot: StoreSnapshot;
  #holders = 1;

  constructor(ts: Timestamp, snapshot: StoreSnapshot, recent: RecentReads) {
    this.ts = ts;
    this.#snapshot = snapshot;
    this.view = recent.before(snapshot, ts);
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  letGo(): void {
    this.#holders -= 1;
    if (this.#holders === 0) this.#snapshot.release();
  }
}

export class GroupCommit {
  #base: Base;
  readonly #recent: RecentReads;
  #pending: Pending = { layer: newLayer(), readers: 0 };
  /** The writes that are being flushed, which nobody changes. */
  #leaving: Layer = newLayer();
  #queue: Waiting[] = [];
  #flushing: Promise<void> | undefined;
  #failure: Error | undefined;
  #newestDurable: Promise<void> = Promise.resolve();
  #reportFailure: (failure: Error) => void = () => undefined;
  /** Settles with the first write that did not reach the disk. */
  readonly failed = new Promise<Error>((resolve) => (this.#reportFailure = resolve));
  readonly #store: Store;
  readonly #announce: (commit: Commit) => void;

  constructor(store: Store, ts: Timestamp, announce: (commit: Commit) => void) {
    this.#store = store;
    this.#recent = new RecentReads(ts);
    this.#base = new Base(ts, store.snapshot(), this.#recent);
    this.#announce = announce;
  }

  get durableTs(): Timestamp {
    return this.#base.ts;
  }

  /** The newest state on disk. */
  pin(): SharedSnapshot {
    return this.#shared((base) => base.view);
  }

  /** The newest committed state, on disk or not. */
  newest(): SharedSnapshot {
    const pending = this.#pending;
    const leaving = this.#leaving;
    pending.readers += 1;
    return this.#shared(
      (base) => over(pending.layer, over(leaving, base.view)),
      () => (pending.readers -= 1),
    );
  }

  /** Makes the writes visible to `newest` at once; resolves when they are on disk. */
  add(commit: Commit, writes: readonly Write[]): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const pending = this.#changing();
    for (const { key, value } of writes) pending.set(key, value ?? null);
    this.#newestDurable = new Promise((resolve, reject) => {
      this.#queue.push({
        commit,
        writes,
        settle: (failure) => (failure ? reject(failure) : resolve()),
      });
      this.#flushing ??= this.#flush();
    });
    return this.#newestDurable;
  }

  /** Resolves when everything up to `ts` is on disk: an answer may rest on a commit that still is not. */
  durable(ts: Timestamp): Promise<void> {
    // The newest commit is the last of those to get there, and tells of a failure like each of them.
    return ts <= this.durableTs ? Promise.resolve() : this.#newestDurable;
  }

  async close(): Promise<void> {
    await this.#flushing;
    this.#base.letGo();
  }

  /** Mutations run one at a time, so that hardly anybody else reads it. */
  #changing(): Layer {
    if (this.#pending.readers > 0)
      this.#pending = { layer: this.#pending.layer.clone(), readers: 0 };
    return this.#pending.layer;
  }

  #shared(
    viewOf: (base: Base) => Readable,
    released: () => void = () => undefined,
  ): SharedSnapshot {
    const base = this.#base.hold();
    let held = true;
    return {
      ts: base.ts,
      view: viewOf(base),
      release() {
        if (!held) return;
        held = false;
        base.letGo();
        released();
      },
    };
  }

  async #flush(): Promise<void> {
    // Everything committed in this tick of the event loop goes into the first group.
    await Promise.resolve();
    while (this.#queue.length > 0 && this.#failure === undefined) {
      const group = this.#queue;
      this.#queue = [];
      this.#leaving = this.#pending.layer;
      this.#pending = { layer: newLayer(), readers: 0 };
      await this.#flushGroup(group);
    }
    if (this.#failure !== undefined) this.#refuse(this.#queue.splice(0), this.#failure);
    this.#flushing = undefined;
  }

  async #flushGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.#store.write(group.flatMap(({ writes }) => writes));
      // Whoever can't look at what is on disk can't say either that it is there.
      this.#rebase(group);
    } catch (error) {
      this.#failure = new Error("The store failed; nothing is acknowledged until the next start.", {
        cause: error,
      });
      // Heard before anybody is refused: whether the disk holds the group or not, only the next start can say.
      this.#reportFailure(this.#failure);
      this.#refuse(group, this.#failure);
      return;
    }
    for (const { commit, settle } of group) {
      this.#announce(commit);
      settle();
    }
  }

  #refuse(waiting: readonly Waiting[], failure: Error): void {
    for (const { settle } of waiting) settle(failure);
  }

  /** Drops the writes that are on disk now. */
  #rebase(group: readonly Waiting[]): void {
    const flushed = group.at(-1)?.commit.ts ?? this.#base.ts;
    const snapshot = this.#store.snapshot();
    for (const { writes } of group) this.#recent.flushed(writes, flushed);
    const previous = this.#base;
    this.#base = new Base(flushed, snapshot, this.#recent);
    this.#leaving = newLayer();
    previous.letGo();
  }
}
