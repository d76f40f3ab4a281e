/**
 * Derives from recorded reads and writes where calls conflict. A place is an index range that one call reads and another writes.
 * For each place it finds the call parameters that decide its use, so that conflicts of unrecorded calls can be predicted.
 */
import { asLatin1 } from "../../embedded/store/bytes";
import type { Taken } from "./scratch";

/** The parameters of a call by name: "retailer", "product". */
export type Params = Readonly<Record<string, string>>;

/** A recorded call. */
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
  /** Calls with equal values of these parameters use the same place. */
  readonly by: readonly string[];
  readonly uses: ReadonlyMap<string, Use>;
}

/** The places that a transaction reads and writes. */
export interface Footprint {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

interface Touched {
  readonly index: string;
  readonly readers: Set<number>;
  readonly writers: Set<number>;
}

/** Returns every range that a call read, with the calls that read exactly this one and all that wrote into it. */
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

/** Returns true when two different calls can conflict there. */
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

/** The number of samples by call. */
function countsOf(samples: readonly Sample[], chosen: Iterable<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const at of chosen) {
    const { call } = samples[at]!;
    counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  return counts;
}

/** Every combination of parameters whose values may decide the use of a place. */
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
    // All samples have these parameters.
    return sides.every((side) => [...side].every(([call, count]) => all.get(call) === count));
  });
}

interface Decided {
  readonly touched: Touched;
  readonly by: readonly string[];
}

/**
 * Assigns the deciding parameters to each range of one table. The combination that fits most ranges wins, then the one with
 * fewest parameters, because a single range may fit by chance.
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
    // No combination fits: a call seen there counts as always there.
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
 * @param names - The indexes to consider, as "table.index".
 *
 * A place without deciding parameters is shared by all calls seen there, which predicts too many conflicts, never too few.
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

/** Returns true when all calls that conflict at `place` also conflict at `other`. */
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

/** Returns the places that a call with these parameters reads and writes. */
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

/** Returns true when a commit of the one invalidates the reads of the other. */
export function meet(written: Footprint, read: Footprint): boolean {
  return written.writes.some((name) => read.reads.includes(name));
}

/** The same for recorded calls, compared by key ranges. */
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
  /** Predicted conflicts that did not occur. */
  readonly tooMany: number;
  /** Conflicts that were not predicted. */
  readonly missed: number;
}

/** Compares the predicted conflicts of every two samples with their key ranges. */
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
