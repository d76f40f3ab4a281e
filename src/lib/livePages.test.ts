import { describe, expect, test } from "vitest";
import {
  firstPages,
  nextPageSize,
  readPages,
  revisited,
  watchedPages,
  withNextPage,
  type Answers,
  type LivePages,
  type PageAnswer,
} from "./livePages";

function answer(page: readonly string[], rest: Partial<PageAnswer> = {}): PageAnswer {
  return { page, isDone: false, continueCursor: `after ${page.at(-1) ?? "nothing"}`, ...rest };
}

function keysOf({ pages }: LivePages): string[] {
  return pages.map(({ key }) => key);
}

describe("a live list", () => {
  test("waits for its first page, then can load more or is complete", () => {
    const pages = firstPages(2);
    expect(readPages(pages, {})).toMatchObject({ rows: [], status: "LoadingFirstPage" });
    expect(readPages(pages, { "0": answer(["a", "b"]) })).toMatchObject({
      rows: ["a", "b"],
      status: "CanLoadMore",
      continueCursor: "after b",
    });
    expect(readPages(pages, { "0": answer(["a"], { isDone: true }) }).status).toBe("Exhausted");
  });

  test("keeps what it has while the next page is on the way", () => {
    const pages = withNextPage(firstPages(2), "after b", 2);
    const first = { "0": answer(["a", "b"]) };
    expect(readPages(pages, first)).toMatchObject({ rows: ["a", "b"], status: "LoadingMore" });
    const [, second] = keysOf(pages);
    const both = { ...first, [second!]: answer(["c"], { isDone: true }) };
    expect(readPages(pages, both)).toMatchObject({ rows: ["a", "b", "c"], status: "Exhausted" });
  });

  test("says what failed, with the rows before it", () => {
    const pages = withNextPage(firstPages(2), "after b", 2);
    const [, second] = keysOf(pages);
    const failure = new Error("no");
    const reading = readPages(pages, { "0": answer(["a", "b"]), [second!]: failure });
    expect(reading).toMatchObject({ rows: ["a", "b"], error: failure, next: null });
  });

  test("begins again when a cursor is lost, under another id", () => {
    const pages = firstPages(2);
    const { next, error } = readPages(pages, { "0": new Error("InvalidCursor: no such place") });
    expect(error).toBeNull();
    expect(next?.pages).toEqual(pages.pages);
    expect(next?.id).not.toBe(pages.id);
  });
});

describe("a page that has grown too long", () => {
  const long = answer(["a", "b", "c", "d", "e"], { splitCursor: "after b" });

  test("is split, and shown whole until both halves are there", () => {
    const pages = firstPages(2);
    const split = readPages(pages, { "0": long }).next!;
    expect(watchedPages(split)).toMatchObject([
      { key: "0", cursor: null },
      { key: "0a", cursor: null, endCursor: "after b" },
      { key: "0b", cursor: "after b", endCursor: "after e" },
    ]);
    const oneHalf: Answers = { "0": long, "0a": answer(["a", "b"]) };
    expect(readPages(split, oneHalf)).toMatchObject({ rows: long.page, next: null });
    const bothHalves = { ...oneHalf, "0b": answer(["c", "d", "e"]) };
    const done = readPages(split, bothHalves).next!;
    expect(keysOf(done)).toEqual(["0a", "0b"]);
    expect(done.halves).toEqual({});
    expect(readPages(done, bothHalves)).toMatchObject({ rows: long.page, next: null });
  });

  test("is split when the server asks for it, and hides what it could not read", () => {
    const pages = firstPages(2);
    const cut = answer(["a"], { splitCursor: "after a", pageStatus: "SplitRequired" });
    const reading = readPages(pages, { "0": cut });
    expect(reading).toMatchObject({ rows: [], status: "LoadingFirstPage" });
    expect(reading.next?.halves["0"]).toHaveLength(2);
  });
});

describe("a list that somebody reads to its end", () => {
  test("is ten thousand rows in a few dozen pages, the first of them short", () => {
    const sizes: number[] = [];
    let loaded = 0;
    while (loaded < 10_000) {
      sizes.push(nextPageSize(loaded));
      loaded += nextPageSize(loaded);
    }
    expect(sizes.slice(0, 4)).toEqual([24, 100, 250, 250]);
    expect(sizes.length).toBeLessThan(50);
  });
});

describe("a list that somebody comes back to", () => {
  test("asks for all its pages at once, each up to the next, under another id", () => {
    const left = withNextPage(withNextPage(firstPages(2), "after b", 2), "after d", 2);
    const back = revisited(left);
    expect(back.id).not.toBe(left.id);
    expect(watchedPages(back)).toMatchObject([
      { cursor: null, endCursor: "after b" },
      { cursor: "after b", endCursor: "after d" },
      { cursor: "after d" },
    ]);
    expect(back.pages.at(-1)).not.toHaveProperty("endCursor");
  });

  test("keeps the halves of a page that was split, and forgets those that were on their way", () => {
    const long = answer(["a", "b", "c", "d", "e"], { splitCursor: "after b", isDone: true });
    const splitting = readPages(firstPages(2), { "0": long }).next!;
    const bothHalves = { "0": long, "0a": answer(["a", "b"]), "0b": answer(["c", "d", "e"]) };
    const split = readPages(splitting, bothHalves).next!;
    expect(watchedPages(revisited(splitting))).toHaveLength(1);
    expect(watchedPages(revisited(split))).toMatchObject([
      { cursor: null, endCursor: "after b" },
      { cursor: "after b", endCursor: "after e" },
    ]);
  });
});
