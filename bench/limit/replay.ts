/** Replays recorded steps on bare LMDB with its own flush. */
import { openLmdbStore } from "../../embedded/store/lmdb";
import type { Recorded } from "./orders";
import type { Step } from "./recorder";

/** @returns Steps per second when this many share a flush, like the orders of that many retailers who each wait for theirs. */
export async function replayed({ steps, dataDir }: Recorded, together: number): Promise<number> {
  const store = openLmdbStore(dataDir);
  const startedAt = performance.now();
  for (let from = 0; from < steps.length; from += together) {
    const group = steps.slice(from, from + together);
    const snapshot = store.snapshot();
    for (const { gets, ranges } of group) {
      for (const key of gets) snapshot.get(key);
      for (const { options, entries } of ranges) {
        const walk = snapshot.range(options)[Symbol.iterator]();
        for (let n = 0; n < entries; n += 1) walk.next();
        walk.return?.();
      }
    }
    snapshot.release();
    await store.write(group.flatMap(({ writes }) => writes));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await store.close();
  return steps.length / seconds;
}

/** The average number of reads and writes per step. */
export function meanOf(
  steps: readonly Step[],
): Record<"gets" | "ranges" | "puts" | "bytes", number> {
  const mean = (of: (step: Step) => number) =>
    steps.reduce((sum, step) => sum + of(step), 0) / steps.length;
  const bytesOf = ({ writes }: Step) =>
    writes.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
  return {
    gets: mean(({ gets }) => gets.length),
    ranges: mean(({ ranges }) => ranges.length),
    puts: mean(({ writes }) => writes.length),
    bytes: mean(bytesOf),
  };
}
