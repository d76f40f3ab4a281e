/** Bounds what is kept in number, age and size. */

export type Limits = {
  readonly max?: number;
  readonly maxAgeMs?: number;
  /** The bytes of all entries together. */
  readonly bytesMax?: number;
};

export type Stamp = { readonly at: number; readonly bytes?: number };

/** Returns the entries within the limits; the oldest give way. Of the same time, the one that was added later is newer. */
export function bounded<Entry extends Stamp>(
  entries: ReadonlyMap<string, Entry>,
  { max, maxAgeMs = Infinity, bytesMax = Infinity }: Limits,
): Map<string, Entry> {
  const oldest = Date.now() - maxAgeMs;
  let bytes = 0;
  const newestFirst = [...entries]
    .filter(([, { at }]) => at > oldest)
    .toReversed()
    .toSorted(([, one], [, other]) => other.at - one.at)
    .slice(0, max)
    .filter(([, entry]) => (bytes += entry.bytes ?? 0) <= bytesMax);
  const ids = new Set(newestFirst.map(([id]) => id));
  return new Map([...entries].filter(([id]) => ids.has(id)));
}
