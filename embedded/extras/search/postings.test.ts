import { expect, test } from "vitest";
import { chance } from "../../testkit/proof";
import { rangeOfTree } from "../../store/memory";
import type { SearchIndex } from "../../database/catalog";
import { compareBytes } from "../../store/bytes";
import { OrderedTree } from "../../store/orderedTree";
import { BLOCK_POSTINGS, type Posting, PostingLists, decodePostings } from "./postings";

const INDEX: SearchIndex = {
  kind: "search",
  number: 1,
  address: "/1/by_name",
  name: "by_name",
  searchField: "name",
  filterFields: [],
};
const LIST = Uint8Array.of(7, 97, 0, 0);
const NEIGHBOUR = Uint8Array.of(7, 98, 0, 0);

function lists() {
  const rows = new OrderedTree<Uint8Array, Uint8Array>(undefined, compareBytes);
  const written = new PostingLists(
    {
      *entries({ from, to, reverse = false }) {
        const pairs = rangeOfTree(rows, { from, ...(to && { to }), reverse });
        for (const [key, value] of pairs) yield { key, value };
      },
      set({ key }, value) {
        if (value === null) rows.delete(key);
        else rows.set(key, value);
      },
    },
    INDEX,
  );
  const blocks = () =>
    [...rows.entries()]
      .filter(([key]) => key[1] === LIST[1])
      .map(([, value]) => decodePostings(value));
  return { written, blocks };
}

function pairsIn(blocks: ReturnType<typeof decodePostings>[]): [number, Posting][] {
  return blocks.flatMap(({ numbers, frequencies, lengths }) =>
    Array.from(numbers, (number, at): [number, Posting] => [
      number,
      { frequency: frequencies[at] ?? 0, length: lengths[at] ?? 0 },
    ]),
  );
}

test("a list holds its added and not removed entries, ascending, in small blocks", () => {
  const { written, blocks } = lists();
  const random = chance(7);
  const model = new Map<number, Posting>();
  for (let at = 0; at < 12_000; at += 1) {
    const number = Math.floor(random() * 3_000);
    const posting = { frequency: 1 + Math.floor(random() * 9), length: Math.floor(random() * 99) };
    written.put(NEIGHBOUR, number, posting);
    if (random() < 0.6) {
      written.put(LIST, number, posting);
      model.set(number, posting);
    } else {
      written.remove(LIST, number);
      model.delete(number);
    }
  }
  expect(pairsIn(blocks())).toEqual([...model].sort(([a], [b]) => a - b));
  expect(Math.max(...blocks().map(({ numbers }) => numbers.length))).toBeLessThanOrEqual(
    BLOCK_POSTINGS,
  );
});

test("a list filled from either end has few blocks", () => {
  const many = 10 * BLOCK_POSTINGS;
  const ways = [
    { place: (at: number) => at, most: 10 },
    { place: (at: number) => many - at, most: 20 },
  ];
  for (const { place, most } of ways) {
    const { written, blocks } = lists();
    for (let at = 0; at < many; at += 1) written.put(LIST, place(at), { frequency: 1, length: 1 });
    expect(pairsIn(blocks())).toHaveLength(many);
    expect(blocks().length).toBeLessThanOrEqual(most);
  }
});

test("entries put last are those of any other way", () => {
  const [last, anywhere] = [lists(), lists()];
  const random = chance(5);
  for (let number = 0; number < 3 * BLOCK_POSTINGS; number += 1 + Math.floor(2 * random())) {
    const posting = { frequency: 1 + Math.floor(random() * 9), length: Math.floor(random() * 99) };
    last.written.putLast(LIST, number, posting);
    anywhere.written.put(LIST, number, posting);
  }
  expect(last.blocks()).toEqual(anywhere.blocks());
});
