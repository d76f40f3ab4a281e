/** Keeps what one person is shown, from one moment at which everybody saw the same to the next. */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Who } from "../../convex/orders/model.setup";
import { type Look, type Sight, openSight } from "./snapshot";

/** Somebody with a live client of their own. */
export type Player = { readonly who: Who | "visitor"; readonly live: ConvexClient };

export class Watcher {
  /** Sights that anybody had. */
  static count = 0;
  static #asked = 0;
  static #waiting = new Set<() => void>();

  readonly who: Player["who"];
  readonly #live: ConvexClient;
  /** The last sight that is settled, then all later ones. */
  seen: (Sight | "closed")[] = [];
  sights = 0;
  rows = 0;
  #before: Sight | null = null;
  #failure: string | null = null;
  readonly #open: { look(): Look; stop(): void };
  readonly #unhear: () => void;

  constructor({ who, live }: Player, run: number) {
    this.who = who;
    this.#live = live;
    this.#open = openSight(live, this.role, run);
    const see = () => {
      try {
        this.#see();
      } catch (error) {
        this.#failure ??= String(error);
      }
    };
    this.#unhear = live.client.addOnTransitionHandler(see);
    see();
  }

  /** Until there was a first sight: of what was there before. */
  async opened(deadline: number): Promise<void> {
    while (this.#before === null)
      if (!(await Watcher.more(Watcher.count, deadline)))
        throw new Error(`Nothing is shown: ${this.#failure}`);
  }

  get role() {
    return this.who === "visitor" ? this.who : this.who.role;
  }

  get before(): Sight {
    if (this.#before === null) throw new Error("Nothing was seen yet.");
    return this.#before;
  }

  #see(): void {
    const sight = this.#open.look();
    if (sight === null) return;
    if (sight !== "closed") {
      this.#before ??= sight;
      this.rows += sight.orders.length;
    }
    this.seen.push(sight);
    this.sights += 1;
    Watcher.count += 1;
    for (const wake of Watcher.#waiting) wake();
  }

  /** Resolves with true once anybody saw more than that many sights, with false when time is over. */
  static async more(than: number, deadline: number): Promise<boolean> {
    if (Watcher.count > than) return true;
    return new Promise((resolve) => {
      const end = (isMore: boolean) => {
        clearTimeout(timer);
        Watcher.#waiting.delete(wake);
        resolve(isMore);
      };
      const wake = () => end(true);
      const timer = setTimeout(() => end(false), Math.max(0, deadline - Date.now()));
      Watcher.#waiting.add(wake);
    });
  }

  /**
   * Until everything that was done before is shown: all that a client is shown is of one moment, so that the answer to a new
   * question brings the others up to its own moment.
   */
  async catchUp(): Promise<void> {
    Watcher.#asked += 1;
    const productId = `none ${Watcher.#asked}`;
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

  /** Everybody saw the same moment: all that was seen on the way is looked at once more, and forgotten but for the last. */
  settle(faultsOf: (sight: Sight, earlier: Sight | "closed") => string[]): string[] {
    if (this.#failure !== null) return [this.#failure];
    const faults = this.seen.flatMap((sight, at) =>
      sight === "closed" ? [] : faultsOf(sight, this.seen[at - 1] ?? sight),
    );
    this.seen = this.seen.slice(-1);
    return faults;
  }

  stop(): void {
    this.#unhear();
    this.#open.stop();
  }
}
