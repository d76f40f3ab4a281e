/**
 * From what calls read and wrote to where they meet. A place is a range of an index that one call reads and another writes into;
 * of each it is found out which parameters of a call decide whether it goes there: all calls with the same shard, say, or with
 * the same distributor. With that, calls that nobody made can be told apart as well, as many as a simulation wants.
 */
import { asLatin1 } from "../../embedded/store/bytes";
import type { Taken } from "./scratch";

/** What a call is about, by name: "retailer", "product". */
export type Params = Readonly<Record<string, string>>;

/** One call that was really made. */
export interface Sample {
  /** The function's name. */
  readonly call: string;
  readonly params: Params;
  readonly taken: Pick<Taken, "reads" | "writes">;
}

interface Use {
  readonly reads: boolean;
  readonly writes: boolean;
}

export interface Place {
  readonly table: string;
  /** Calls with the same values of these go to the same place. */
  readonly by: readonly string[];
  readonly uses: ReadonlyMap<string, Use>;
}

/** What a transaction reads and writes, by the names of the places. */
export interface Footprint {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

interface Touched {
  readonly index: string;
  readonly readers: Set<number>;
  readonly writers: Set<number>;
}

/** Every range that somebody read, with those who read just this one and all who wrote into it. */
function rangesOf(samples: readonly Sample[]): Touched[] {
  const keys = new Map<string, { key: string; sample: number }[]>();
  const ranges = new Map<string, Touched & { from: string; to: string | undefined }>();
  samples.forEach(({ taken }, sample) => {
    for (const { index, key } of taken.writes) {
      const those = keys.get(index) ?? [];
      keys.set(index, those);
      those.push({ key: asLatin1(key), sample });
    }
    for (const read of taken.reads) {
      const from = asLatin1(read.from);
      const to = read.to && asLatin1(read.to);
      const name = JSON.stringify([read.index, from, to]);
      const range = ranges.get(name) ?? {
        ...{ index: read.index, from, to, readers: new Set(), writers: new Set() },
      };
      ranges.set(name, range);
      range.readers.add(sample);
    }
  });
  for (const { index, from, to, writers } of ranges.values()) {
    for (const { key, sample } of keys.get(index) ?? [])
      if (key >= from && (to === undefined || key < to)) writers.add(sample);
  }
  return [...ranges.values()];
}

/** Whether two different calls can meet there at all. */
function isShared({ readers, writers }: Touched): boolean {
  return writers.size > 0 && new Set([...readers, ...writers]).size > 1;
}

function subsets(names: readonly string[]): string[][] {
  const all = names.reduce<string[][]>(
    (so, name) => [...so, ...so.map((it) => [...it, name])],
    [[]],
  );
  return all.sort((a, b) => a.length - b.length);
}

function isAt(sample: Sample, by: readonly string[], values: Params): boolean {
  return by.every((name) => sample.params[name] === values[name]);
}

/** By call, how many of the samples these are. */
function countsOf(samples: readonly Sample[], chosen: Iterable<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const at of chosen) {
    const { call } = samples[at]!;
    counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  return counts;
}

/** Every set of parameters whose values may be what decides who goes there. */
function decidersOf(samples: readonly Sample[], touched: Touched): string[][] {
  const goers = [...touched.readers, ...touched.writers].map((at) => samples[at]!);
  const first = goers[0]!;
  const known = Object.keys(first.params).filter((name) =>
    goers.every(({ params }) => params[name] === first.params[name]),
  );
  const sides = [touched.readers, touched.writers].map((side) => countsOf(samples, side));
  return subsets(known).filter((by) => {
    const there = samples.flatMap((each, at) => (isAt(each, by, first.params) ? [at] : []));
    const all = countsOf(samples, there);
    // Every one of them has the values, so that as many are all.
    return sides.every((side) => [...side].every(([call, count]) => all.get(call) === count));
  });
}

interface Decided {
  readonly touched: Touched;
  readonly by: readonly string[];
}

/**
 * One table's ranges, each with what decides there. What fits most ranges is believed first, and of these the fewest parameters:
 * what fits a single one may do so by chance.
 */
function decided(samples: readonly Sample[], ranges: readonly Touched[]): Decided[] {
  let left = ranges.map((touched) => ({ touched, fits: decidersOf(samples, touched) }));
  const done: Decided[] = [];
  while (left.length > 0) {
    const votes = new Map<string, { by: string[]; count: number }>();
    for (const by of left.flatMap(({ fits }) => fits)) {
      const vote = votes.get(by.join()) ?? { by, count: 0 };
      votes.set(by.join(), { by, count: vote.count + 1 });
    }
    const [best] = [...votes.values()].sort(
      (a, b) => b.count - a.count || a.by.length - b.by.length,
    );
    const name = best?.by.join();
    const isBest = ({ fits }: { fits: string[][] }) => fits.some((by) => by.join() === name);
    // Nothing fits: whoever was seen there counts as always there.
    const taken = best === undefined ? left : left.filter(isBest);
    done.push(...taken.map(({ touched }) => ({ touched, by: best?.by ?? [] })));
    left = left.filter((each) => !taken.includes(each));
  }
  return done;
}

function usesOf(samples: readonly Sample[], { readers, writers }: Touched): Map<string, Use> {
  const calls = new Set([...readers, ...writers].map((at) => samples[at]!.call));
  const some = (side: Set<number>, call: string) =>
    [...side].some((at) => samples[at]!.call === call);
  const sorted = [...calls].sort();
  return new Map(
    sorted.map((call) => [call, { reads: some(readers, call), writes: some(writers, call) }]),
  );
}

/**
 * @param names - Of the indexes, "table.index". Others are not looked at.
 * A place of which nothing says who goes there counts as everybody's who was seen there: too many meet there then, never too few.
 */
export function placesOf(samples: readonly Sample[], names: ReadonlyMap<string, string>): Place[] {
  const tables = new Map<string, Touched[]>();
  for (const touched of rangesOf(samples).filter(isShared)) {
    const table = names.get(touched.index)?.split(".")[0];
    if (table !== undefined) tables.set(table, [...(tables.get(table) ?? []), touched]);
  }
  const places = new Map<string, Place>();
  for (const [table, ranges] of tables) {
    for (const { touched, by } of decided(samples, ranges)) {
      const uses = usesOf(samples, touched);
      places.set(JSON.stringify([table, by, [...uses]]), { table, by, uses });
    }
  }
  const found = [...places.values()];
  return found.filter((place) => !found.some((other) => other !== place && isWithin(place, other)));
}

/** Whether everybody who meets at `place` meets at `other` too. */
function isWithin(place: Place, other: Place): boolean {
  return (
    place.table === other.table &&
    place.by.join() === other.by.join() &&
    [...place.uses].every(([call, { reads, writes }]) => {
      const use = other.uses.get(call);
      return (!reads || use?.reads === true) && (!writes || use?.writes === true);
    })
  );
}

/** Where a call with these parameters reads and writes, of those places that are meant. */
export function footprintOf(
  places: readonly Place[],
  call: string,
  params: Params,
  isMeant: (place: Place) => boolean = () => true,
): Footprint {
  const reads: string[] = [];
  const writes: string[] = [];
  places.forEach((place, number) => {
    const use = place.uses.get(call);
    if (use === undefined || !isMeant(place)) return;
    const name = [number, ...place.by.map((each) => params[each])].join("|");
    if (use.reads) reads.push(name);
    if (use.writes) writes.push(name);
  });
  return { reads, writes };
}

/** Whether a transaction that read so has to run again when one that wrote so was committed meanwhile. */
export function meet(written: Footprint, read: Footprint): boolean {
  return written.writes.some((name) => read.reads.includes(name));
}

/** The same, of real calls and by their bytes. */
function reallyMeet(written: Sample, read: Sample): boolean {
  return read.taken.reads.some((range) =>
    written.taken.writes.some(
      ({ index, key }) =>
        index === range.index &&
        Buffer.compare(key, range.from) >= 0 &&
        (range.to === undefined || Buffer.compare(key, range.to) < 0),
    ),
  );
}

export interface Check {
  readonly pairs: number;
  readonly meeting: number;
  /** The places say that they meet, and they don't. */
  readonly tooMany: number;
  /** They meet, and the places don't say so. */
  readonly missed: number;
}

/** Holds what the places say of every two samples against their bytes. */
export function checked(places: readonly Place[], samples: readonly Sample[]): Check {
  const footprints = samples.map(({ call, params }) => footprintOf(places, call, params));
  const check = { pairs: 0, meeting: 0, tooMany: 0, missed: 0 };
  samples.forEach((written, i) => {
    if (written.taken.writes.length === 0) return;
    samples.forEach((read, j) => {
      if (i === j) return;
      const [said, real] = [meet(footprints[i]!, footprints[j]!), reallyMeet(written, read)];
      check.pairs += 1;
      check.meeting += real ? 1 : 0;
      check.tooMany += said && !real ? 1 : 0;
      check.missed += real && !said ? 1 : 0;
    });
  });
  return check;
}
