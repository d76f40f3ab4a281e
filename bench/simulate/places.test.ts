/** A market of three rows with known conflicts. */
import { expect, test } from "vitest";
import { type Sample, checked, footprintOf, meet, placesOf } from "./places";

const NAMES = new Map([
  ["counts", "counters.by_id"],
  ["notes", "notes.by_id"],
]);
const bytes = (text: string) => Buffer.from(text);

/** A call that reads these rows, and writes them if `writes`. */
function sample(
  call: string,
  params: Sample["params"],
  rows: readonly (readonly [index: string, row: string])[],
  writes = true,
): Sample {
  const reads = rows.map(([index, row]) => ({ index, from: bytes(row), to: bytes(`${row}\xff`) }));
  const written = writes ? rows.map(([index, row]) => ({ index, key: bytes(row) })) : [];
  return { call, params, taken: { reads, writes: written } };
}

/** Four users in two shards, each with a row of their own. */
const adding = [0, 1, 2, 3].flatMap((person) =>
  [0, 1].map((turn) =>
    sample("add", { person: `p${person}`, shard: `s${person % 2}`, turn: `t${person}${turn}` }, [
      ["counts", `s${person % 2}`],
      ["notes", `p${person}`],
    ]),
  ),
);
const whole = { index: "counts", from: bytes(""), to: bytes("t") };
const looking: Sample = { call: "look", params: {}, taken: { reads: [whole], writes: [] } };

test("a place is found by those parameters that decide who goes there, and by no more", () => {
  const places = placesOf([...adding, looking], NAMES);
  const told = places.map(({ table, by, uses }) => [table, by, [...uses.keys()]]);
  expect(told).toEqual(
    expect.arrayContaining([
      ["counters", ["shard"], ["add"]],
      ["counters", [], ["add", "look"]],
      ["notes", ["person"], ["add"]],
    ]),
  );
  expect(told).toHaveLength(3);
});

test("where somebody is alone in a shard by chance, it is still the shard that decides", () => {
  const alone = [0, 1].map((turn) =>
    sample("add", { person: "p4", shard: "s4", turn: `t4${turn}` }, [["counts", "s4"]]),
  );
  const places = placesOf([...alone, ...adding], NAMES);
  expect(places.map(({ by }) => by)).toEqual([["shard"], ["person"]]);
});

test("the places say of every two calls what their bytes say", () => {
  const samples = [...adding, looking];
  expect(checked(placesOf(samples, NAMES), samples)).toEqual({
    ...{ pairs: 8 * 8, meeting: 8 * 3 + 8, tooMany: 0, missed: 0 },
  });
});

test("calls that were never made meet where their parameters are the same", () => {
  const places = placesOf([...adding, looking], NAMES);
  const of = (person: string, shard: string) =>
    footprintOf(places, "add", { person, shard, turn: person });
  expect(meet(of("new", "s7"), of("newer", "s7"))).toBe(true);
  expect(meet(of("new", "s7"), of("newer", "s8"))).toBe(false);
  expect(meet(of("new", "s7"), footprintOf(places, "look", {}))).toBe(true);
  expect(meet(footprintOf(places, "look", {}), of("new", "s7"))).toBe(false);
});

test("a row that nobody else touches is no place, nor is one of a table that is not asked for", () => {
  const alone = sample("add", { person: "alone", shard: "s0", turn: "t" }, [["notes", "alone"]]);
  const others = [0, 1].map((n) => sample("other", { n: `${n}` }, [["elsewhere", "row"]]));
  expect(placesOf([alone, ...others], NAMES)).toEqual([]);
});

test("where nothing says who goes there, everybody who was seen there does", () => {
  const odd = [0, 1, 2].map((n) =>
    sample("odd", { turn: `t${n}` }, n === 1 ? [["notes", "other"]] : [["notes", "row"]]),
  );
  const places = placesOf(odd, NAMES);
  expect(places.map(({ by }) => by)).toEqual([[]]);
  expect(checked(places, odd).missed).toBe(0);
});
