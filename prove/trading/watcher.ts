/** Records every snapshot that one client receives, from one burst of steps to the next. */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Who } from "../../convex/orders/model.setup";
import { type Snapshot, type SnapshotOf, type SnapshotResult, subscribe } from "./snapshot";

/** A user or visitor with a live client. */
export type Viewer = { readonly who: Who | "visitor"; readonly live: ConvexClient };

export class Watcher {
  /** The number of snapshots recorded by all watchers. */
  static total = 0;
  static #catchUps = 0;
  static #waiters = new Set<() => void>();

  readonly who: Viewer["who"];
  readonly #live: ConvexClient;
  /** The last snapshot of the previous burst, then all later ones. */
  recorded: (Snapshot | "closed")[] = [];
  snapshotCount = 0;
  rowCount = 0;
  #before: Snapshot | null = null;
  #failure: string | null = null;
  readonly #subscriptions: { read(): SnapshotResult; stop(): void };
  readonly #removeHandler: () => void;

  constructor({ who, live }: Viewer, of: SnapshotOf) {
    this.who = who;
    this.#live = live;
    this.#subscriptions = subscribe(live, this.role, of);
    const record = () => {
      try {
        this.#record();
      } catch (error) {
        this.#failure ??= String(error);
      }
    };
    this.#removeHandler = live.client.addOnTransitionHandler(record);
    record();
  }

  /** Waits for the first snapshot, which is the state before the run. */
  async waitUntilLoaded(deadline: number): Promise<void> {
    while (this.#before === null)
      if (!(await Watcher.waitForSnapshot(Watcher.total, deadline)))
        throw new Error(`No snapshot arrived: ${this.#failure}`);
  }

  get role() {
    return this.who === "visitor" ? this.who : this.who.role;
  }

  get before(): Snapshot {
    if (this.#before === null) throw new Error("There is no snapshot yet.");
    return this.#before;
  }

  #record(): void {
    const snapshot = this.#subscriptions.read();
    if (snapshot === null) return;
    if (snapshot !== "closed") {
      this.#before ??= snapshot;
      this.rowCount += snapshot.orders.length;
    }
    this.recorded.push(snapshot);
    this.snapshotCount += 1;
    Watcher.total += 1;
    for (const wake of Watcher.#waiters) wake();
  }

  /** Resolves with true when the total exceeds `count`, or with false at the deadline. */
  static async waitForSnapshot(count: number, deadline: number): Promise<boolean> {
    if (Watcher.total > count) return true;
    return new Promise((resolve) => {
      const finish = (hasMore: boolean) => {
        clearTimeout(timer);
        Watcher.#waiters.delete(wake);
        resolve(hasMore);
      };
      const wake = () => finish(true);
      const timer = setTimeout(() => finish(false), Math.max(0, deadline - Date.now()));
      Watcher.#waiters.add(wake);
    });
  }

  /**
   * Waits until the client shows all earlier commits. All results of a client share one timestamp, so the first result of a new
   * query brings the others up to date.
   */
  async catchUp(): Promise<void> {
    Watcher.#catchUps += 1;
    const productId = `none ${Watcher.#catchUps}`;
    await new Promise<void>((resolve, reject) => {
      const stop = this.#live.onUpdate(
        api.products.one,
        { productId },
        () => {
          stop();
          resolve();
        },
        reject,
      );
    });
  }

  /** Drops all recorded snapshots but the last. @throws Error if one could not be read. */
  keepLast(): void {
    if (this.#failure !== null) throw new Error(`${JSON.stringify(this.who)}: ${this.#failure}`);
    this.recorded = this.recorded.slice(-1);
  }

  stop(): void {
    this.#removeHandler();
    this.#subscriptions.stop();
  }
}
