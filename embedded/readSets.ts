/**
 * Which readers does a commit touch? Keeps every reader's intervals, index by
 * index, and looks commits up in them. Knows nothing of queries or sockets.
 */
import type { Commit, ReadRange, ReadSet } from "./contracts";
import type { Interval } from "./intervalIndex";
import { IntervalIndex } from "./intervalIndex";

function asText(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

function asInterval(range: ReadRange): Interval {
  return { from: asText(range.from), to: range.to && asText(range.to) };
}

export class ReadSets<Reader> {
  readonly #indexes = new Map<string, IntervalIndex<Reader>>();

  add(reader: Reader, { ranges }: ReadSet): void {
    for (const range of ranges) {
      let intervals = this.#indexes.get(range.index);
      if (intervals === undefined)
        this.#indexes.set(range.index, (intervals = new IntervalIndex()));
      intervals.add(asInterval(range), reader);
    }
  }

  remove(reader: Reader, { ranges }: ReadSet): void {
    for (const range of ranges) {
      const intervals = this.#indexes.get(range.index);
      if (intervals === undefined) continue;
      intervals.remove(asInterval(range), reader);
      if (intervals.isEmpty) this.#indexes.delete(range.index);
    }
  }

  touchedBy({ writes }: Commit): Set<Reader> {
    const touched = new Set<Reader>();
    for (const { index, key } of writes) {
      this.#indexes.get(index)?.covering(asText(key), (reader) => touched.add(reader));
    }
    return touched;
  }

  /** Whether the commit wrote anything that somebody looked at. */
  isTouchedBy(commit: Commit): boolean {
    return this.touchedBy(commit).size > 0;
  }

  /** How many indexes are watched at all; 0 when nobody reads anything. */
  get size(): number {
    return this.#indexes.size;
  }
}
