/** Cases whose outcome is known without a simulation. */
import { expect, test } from "vitest";
import { chance } from "../../embedded/testkit/proof";
import { Clock } from "./clock";
import { type Ended, Engine, type EngineOptions, LiveQuery } from "./engine";
import type { Footprint } from "./places";

const SERVICE_MS = 20;

function on(...places: string[]): Footprint {
  return { reads: places, writes: places };
}

function opened(changes: Partial<EngineOptions> = {}): Engine {
  const serviceMs = () => SERVICE_MS;
  return new Engine({
    ...{ clock: new Clock(), random: chance(1), serviceMs, slots: 256 },
    ...changes,
  });
}

/** Runs calls of this duration on these places; returns each outcome in the order of the calls. */
function ended(engine: Engine, calls: readonly (readonly [number, Footprint])[]): Ended[] {
  const ends: Ended[] = [];
  calls.forEach(([at, footprint], n) =>
    engine.clock.after(at, () => engine.call(footprint, (end) => (ends[n] = end))),
  );
  engine.clock.run();
  return ends;
}

/** A Poisson process: arrival times at this rate for so many seconds. */
function stream(perSecond: number, seconds: number, footprint: Footprint, seed: number) {
  const random = chance(seed);
  const calls: [number, Footprint][] = [];
  for (let at = 0; at < seconds * 1_000; at += (-Math.log(1 - random()) / perSecond) * 1_000)
    calls.push([at, footprint]);
  return calls;
}

test("things happen in order of time, and of what was said first", () => {
  const clock = new Clock();
  const heard: string[] = [];
  const random = chance(3);
  const times = Array.from({ length: 200 }, () => Math.floor(random() * 50));
  times.forEach((at, n) => clock.after(at, () => heard.push(`${at} ${n}`)));
  clock.run();
  const wanted = times.map((at, n) => ({ at, n })).sort((a, b) => a.at - b.at || a.n - b.n);
  expect(heard).toEqual(wanted.map(({ at, n }) => `${at} ${n}`));
});

test("calls that share nothing are never run again", () => {
  const calls = Array.from({ length: 100 }, (_, n) => [0, on(`row ${n}`)] as const);
  for (const end of ended(opened(), calls))
    expect(end).toEqual({ ending: "committed", conflicts: 0, ms: SERVICE_MS });
});

test("of two at once on one row, one is run again, once, after at most the first pause", () => {
  const [first, second] = ended(opened(), [
    [0, on("row")],
    [0, on("row")],
  ]);
  expect(first).toEqual({ ending: "committed", conflicts: 0, ms: SERVICE_MS });
  expect(second).toMatchObject({ ending: "committed", conflicts: 1 });
  expect(second!.ms).toBeGreaterThan(2 * SERVICE_MS);
  expect(second!.ms).toBeLessThan(2 * SERVICE_MS + 100);
});

test("one that begins after the other's commit does not conflict", () => {
  const ends = ended(opened(), [
    [0, on("row")],
    [SERVICE_MS + 1, on("row")],
  ]);
  expect(ends.map(({ conflicts }) => conflicts)).toEqual([0, 0]);
});

test("who only writes a row conflicts with nobody, who only reads it with its writer", () => {
  const blind = { reads: [], writes: ["row"] };
  const reader = { reads: ["row"], writes: [] };
  const ends = ended(opened(), [
    [0, blind],
    [1, blind],
    [2, reader],
  ]);
  expect(ends.map(({ conflicts }) => conflicts)).toEqual([0, 0, 1]);
});

test("what meets somebody newer at every run is run five times and fails", () => {
  // Another call commits every millisecond, for longer than all pauses together.
  const others = Array.from(
    { length: 8_000 },
    (_, n) => [n, { reads: [], writes: ["row"] }] as const,
  );
  const [last] = ended(opened(), [[5, on("row")], ...others]);
  expect(last).toMatchObject({ ending: "conflict", conflicts: 5 });
  const longest = 5 * SERVICE_MS + 100 + 200 + 400 + 800;
  expect(last!.ms).toBeLessThan(longest);
});

test("one row takes no more than one commit in each time of a run", () => {
  const engine = opened();
  const seconds = 30;
  const ends = ended(engine, stream(300, seconds, on("row"), 5));
  const committed = ends.filter(({ ending }) => ending === "committed").length;
  const until = engine.clock.now / 1_000;
  expect(committed).toBeLessThanOrEqual(until * (1_000 / SERVICE_MS));
  expect(committed).toBeGreaterThan(0.3 * seconds * (1_000 / SERVICE_MS));
});

test("without retries one row takes λ / (1 + λ s) of λ calls a second, as a counter with a dead time does", () => {
  for (const perSecond of [5, 20, 50, 200]) {
    const seconds = 40_000 / perSecond;
    const ends = ended(opened({ retries: 0 }), stream(perSecond, seconds, on("row"), perSecond));
    const rate = ends.filter(({ ending }) => ending === "committed").length / seconds;
    const known = perSecond / (1 + (perSecond * SERVICE_MS) / 1_000);
    expect(Math.abs(rate / known - 1)).toBeLessThan(0.02);
  }
});

test("who waits for a slot keeps the snapshot of the beginning, and is refused after five seconds", () => {
  const ends = ended(opened({ slots: 1 }), [
    [0, on("row")],
    [0, on("other")],
    [0, on("row")],
  ]);
  // The third call starts long after the first one's commit and does not see it.
  expect(ends.map(({ conflicts }) => conflicts)).toEqual([0, 0, 1]);
  const calls = Array.from({ length: 300 }, (_, n) => [0, on(`row ${n}`)] as const);
  const crowd = ended(opened({ slots: 1 }), calls);
  expect(crowd.filter(({ ending }) => ending === "busy")).toHaveLength(300 - 5_000 / SERVICE_MS);
  for (const { ending, ms } of crowd) if (ending === "busy") expect(ms).toBe(5_000);
});

test("a live query runs again for what it read, once for all that came while it ran", () => {
  const engine = opened();
  const query = new LiveQuery(engine, ["row"], SERVICE_MS);
  const blind = (place: string) => ({ reads: [], writes: [place] });
  ended(engine, [
    [0, blind("other")],
    [0, blind("row")],
    [5, blind("row")],
    [10, blind("row")],
    [500, blind("row")],
  ]);
  expect(query.runs).toBe(3);
});

test("the same seed gives the same figures, another one others", () => {
  const figures = (seed: number) =>
    ended(opened({ random: chance(seed) }), stream(40, 20, on("row"), 9)).map(({ ms }) => ms);
  expect(figures(1)).toEqual(figures(1));
  expect(figures(1)).not.toEqual(figures(2));
});
