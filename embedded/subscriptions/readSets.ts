/**
 * Finds the readers that a commit affects: keeps every reader's intervals, index by index, and looks commits up in them. It
 * knows nothing of queries or sockets.
 */
import type { Commit, ReadRange, ReadSet } from "../contracts";
import type { Interval } from "./intervalIndex";
import { IntervalIndex } from "./intervalIndex";
import { asLatin1 } from "../store/bytes";

interface Watched {
  readonly index: string;
  readonly interval: Interval;
}

function watchedBy({ index, from, to }: ReadRange): Watched {
  return { index, interval: { from: asLatin1(from), to: to && asLatin1(to) } };
}

function areSame(some: readonly Watched[], others: readonly Watched[] | undefined): boolean {
  if (some.length !== others?.length) return false;
  return some.every(({ index, interval }, at) => {
    const other = others[at];
    return (
      index === other?.index &&
      interval.from === other.interval.from &&
      interval.to === other.interval.to
    );
  });
}

export class ReadSets<Reader> {
  readonly #indexes = new Map<string, IntervalIndex<Reader>>();
  readonly #watched = new Map<Reader, readonly Watched[]>();

  /** Replaces the read set of a reader, which depends on nothing of what it read before. */
  set(reader: Reader, { ranges }: ReadSet): void {
    const watched = ranges.map(watchedBy);
    // The rule for a query that runs again: rows have changed, and it looks at the same ones.
    if (areSame(watched, this.#watched.get(reader))) return;
    this.remove(reader);
    for (const { index, interval } of watched) {
      let intervals = this.#indexes.get(index);
      if (intervals === undefined) this.#indexes.set(index, (intervals = new IntervalIndex()));
      intervals.add(interval, reader);
    }
    this.#watched.set(reader, watched);
  }

  remove(reader: Reader): void {
    for (const { index, interval } of this.#watched.get(reader) ?? []) {
      const intervals = this.#indexes.get(index);
      intervals?.remove(interval, reader);
      if (intervals?.isEmpty === true) this.#indexes.delete(index);
    }
    this.#watched.delete(reader);
  }

  touchedBy({ writes }: Commit): Set<Reader> {
    const touched = new Set<Reader>();
    for (const { index, key } of writes) {
      this.#indexes.get(index)?.covering(asLatin1(key), (reader) => touched.add(reader));
    }
    return touched;
  }

  /** Returns true when the commit wrote to a range that somebody read. */
  isTouchedBy(commit: Commit): boolean {
    return this.touchedBy(commit).size > 0;
  }

  /** The number of watched indexes; 0 when nobody reads anything. */
  get size(): number {
    return this.#indexes.size;
  }
}
