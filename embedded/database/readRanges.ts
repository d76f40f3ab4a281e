/**
 * The ranges of index keys that a transaction read. Convex limits their number once overlapping and adjacent ones are merged
 * (`reads.rs`), so reading one row again and again costs nothing.
 */
import type { ReadRange } from "../contracts";
import { compareBytes } from "../store/bytes";
import type { CountedRanges } from "./limits";
import type { GrowingRange } from "./rows";

/** Negative if `to` ends before `key` begins; an end that is absent is behind every key. */
function compareEnd(to: Uint8Array | undefined, key: Uint8Array): number {
  return to === undefined ? 1 : compareBytes(to, key);
}

function later(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array | undefined {
  if (a === undefined || b === undefined) return undefined;
  return compareBytes(a, b) < 0 ? b : a;
}

/** Disjoint ranges of one index in the order of their keys; no two of them touch. */
class MergedRanges {
  readonly ranges: ReadRange[] = [];

  add({ index, from, to }: ReadRange): void {
    const first = this.#firstTouching(from);
    let end = first;
    let merged: ReadRange = { index, from, ...(to && { to }) };
    for (let next = this.ranges[end]; next !== undefined; next = this.ranges[end]) {
      if (compareEnd(merged.to, next.from) < 0) break;
      const last = later(merged.to, next.to);
      const start = compareBytes(next.from, merged.from) < 0 ? next.from : merged.from;
      merged = { index, from: start, ...(last && { to: last }) };
      end += 1;
    }
    this.ranges.splice(first, end - first, merged);
  }

  touch({ from, to }: ReadRange): boolean {
    const next = this.ranges[this.#firstTouching(from)];
    return next !== undefined && compareEnd(to, next.from) >= 0;
  }

  /** Returns the place of the first range that ends at or behind a key. */
  #firstTouching(from: Uint8Array): number {
    let low = 0;
    let high = this.ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareEnd(this.ranges[middle]?.to, from) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export class ReadRanges implements CountedRanges {
  /** The ranges of queries that may still read on. */
  readonly #growing = new Set<ReadRange>();
  #finished: ReadRange[] = [];
  /** The merged ranges by index, made as soon as the exact number is needed: few ever need it, and merging costs as much as a read. */
  #merged: Map<string, MergedRanges> | undefined;
  #mergedCount = 0;

  get count(): number {
    const merged = this.#mergeAll();
    let count = this.#mergedCount;
    for (const range of this.#growing)
      if (merged.get(range.index)?.touch(range) !== true) count += 1;
    return count;
  }

  exceed(limit: number): boolean {
    const most = this.#growing.size + this.#finished.length + this.#mergedCount;
    return most > limit && this.count > limit;
  }

  get all(): readonly ReadRange[] {
    const merged = [...(this.#merged?.values() ?? [])].flatMap(({ ranges }) => ranges);
    return [...merged, ...this.#finished, ...this.#growing];
  }

  add(range: ReadRange): void {
    if (this.#merged !== undefined) {
      this.#merge(this.#merged, range);
      return;
    }
    this.#finished.push(range);
  }

  /** Adds a range that its reader changes until it calls {@link end}. */
  begin(range: GrowingRange): void {
    this.#growing.add(range);
  }

  end(range: GrowingRange): void {
    if (this.#growing.delete(range)) this.add(range);
  }

  #mergeAll(): ReadonlyMap<string, MergedRanges> {
    if (this.#merged !== undefined) return this.#merged;
    const merged = new Map<string, MergedRanges>();
    for (const range of this.#finished) this.#merge(merged, range);
    this.#merged = merged;
    this.#finished = [];
    return merged;
  }

  #merge(merged: Map<string, MergedRanges>, range: ReadRange): void {
    const ofIndex = merged.get(range.index) ?? new MergedRanges();
    merged.set(range.index, ofIndex);
    const before = ofIndex.ranges.length;
    ofIndex.add(range);
    this.#mergedCount += ofIndex.ranges.length - before;
  }
}
