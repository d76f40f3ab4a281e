/** Decides when to ring: once for what is new, and again each minute while an order among it waits for its answer. */
import type { NotificationKind } from "../../../domain/notifications";

const REPEAT_MS = 60_000;
const REPEATS_MAX = 5;
/** The kinds that the answer to an order ends. */
const REPEATED: readonly NotificationKind[] = ["orderPlaced", "offerMade"];

export type Arrival = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly at: number;
  readonly isRead: boolean;
};

export class Ringer {
  readonly #ring: () => void;
  /** The latest that was there when the page was opened, or has been noted since. */
  #newest: number | null = null;
  /** The repeats that each has left. */
  readonly #repeatsLeft = new Map<string, number>();
  /** Ids of what waits for an answer; null: nothing repeats. */
  #toDo: ReadonlySet<string> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  /** Rings once for all that is new and unread among the newest notifications; the first call only notes what is there. */
  noteNewest(newest: readonly Arrival[], isHeard: (kind: NotificationKind) => boolean): void {
    const before = this.#newest;
    this.#newest = Math.max(before ?? 0, ...newest.map(({ at }) => at));
    if (before === null) return;
    const heard = newest.filter(({ at, kind, isRead }) => at > before && !isRead && isHeard(kind));
    if (heard.length === 0) return;
    this.#ring();
    for (const { id, kind } of heard)
      if (REPEATED.includes(kind)) this.#repeatsLeft.set(id, REPEATS_MAX);
    this.#repeatLater();
  }

  noteToDo(ids: ReadonlySet<string> | null): void {
    this.#toDo = ids;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#repeatsLeft.clear();
  }

  #repeatLater(): void {
    clearTimeout(this.#timer);
    if (this.#repeatsLeft.size > 0) this.#timer = setTimeout(() => this.#repeat(), REPEAT_MS);
  }

  #repeat(): void {
    for (const [id, left] of [...this.#repeatsLeft]) {
      if (this.#toDo?.has(id) !== true) this.#repeatsLeft.delete(id);
      else if (left > 0) this.#repeatsLeft.set(id, left - 1);
      else this.#repeatsLeft.delete(id);
    }
    if (this.#repeatsLeft.size === 0) return;
    this.#ring();
    this.#repeatLater();
  }
}
