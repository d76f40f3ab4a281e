import { describe, expect, test } from "vitest";
import { encodePosition } from "../../domain/listPosition";
import {
  firstPages,
  nextPageSize,
  mergePages,
  restored,
  watchedPages,
  withNextPage,
  type PageResults,
  type LivePages,
  type PageResult,
} from "./livePages";

function result(page: readonly string[], rest: Partial<PageResult> = {}): PageResult {
  return { page, isDone: false, continueCursor: `after ${page.at(-1) ?? "nothing"}`, ...rest };
}

function keysOf({ pages }: LivePages): string[] {
  return pages.map(({ key }) => key);
}

describe("a live list", () => {
  test("is loading until its first page is there, then can load more or is complete", () => {
    const pages = firstPages(2);
    expect(mergePages(pages, {})).toMatchObject({ rows: [], status: "LoadingFirstPage" });
    expect(mergePages(pages, { "0": result(["a", "b"]) })).toMatchObject({
      rows: ["a", "b"],
      status: "CanLoadMore",
      continueCursor: "after b",
    });
    expect(mergePages(pages, { "0": result(["a"], { isDone: true }) }).status).toBe("Exhausted");
  });

  test("keeps its rows while the next page loads", () => {
    const pages = withNextPage(firstPages(2), "after b", 2);
    const first = { "0": result(["a", "b"]) };
    expect(mergePages(pages, first)).toMatchObject({ rows: ["a", "b"], status: "LoadingMore" });
    const [, second] = keysOf(pages);
    const both = { ...first, [second!]: result(["c"], { isDone: true }) };
    expect(mergePages(pages, both)).toMatchObject({ rows: ["a", "b", "c"], status: "Exhausted" });
  });

  test("reports a failed page, with the rows before it", () => {
    const pages = withNextPage(firstPages(2), "after b", 2);
    const [, second] = keysOf(pages);
    const failure = new Error("no");
    const merged = mergePages(pages, { "0": result(["a", "b"]), [second!]: failure });
    expect(merged).toMatchObject({ rows: ["a", "b"], error: failure, next: null });
  });

  test("starts again under another id when a cursor is invalid", () => {
    const pages = firstPages(2);
    const { next, error } = mergePages(pages, { "0": new Error("InvalidCursor: no such place") });
    expect(error).toBeNull();
    expect(next?.pages).toEqual(pages.pages);
    expect(next?.id).not.toBe(pages.id);
  });
});

describe("a list at positions, whose page ends no journal pins", () => {
  const cursor = encodePosition({ type: "", time: 1, id: "b" });

  test("gives a page its end with the next page, and shows it as it is until both have loaded", () => {
    const pages = withNextPage(firstPages(2), cursor, 2);
    const [unpinned, pinned, second] = watchedPages(pages);
    expect(unpinned).toMatchObject({ key: "0", cursor: null });
    expect(unpinned?.endCursor).toBeUndefined();
    expect(pinned).toMatchObject({ cursor: null, endCursor: cursor });
    expect(second).toMatchObject({ cursor });
    // The first page moves its end: what is behind the old one is not shown twice, or lost.
    const moved = result(["new", "a"], { continueCursor: "after a" });
    const waiting = mergePages(pages, { "0": moved });
    expect(waiting).toMatchObject({ rows: ["new", "a"], status: "LoadingMore", next: null });
    const loaded: PageResults = {
      "0": moved,
      [pinned!.key]: result(["new", "a", "b"], { continueCursor: cursor }),
      [second!.key]: result(["c"], { isDone: true }),
    };
    const { next } = mergePages(pages, loaded);
    expect(mergePages(next!, loaded)).toMatchObject({
      rows: ["new", "a", "b", "c"],
      status: "Exhausted",
    });
    expect(watchedPages(next!)).toEqual([pinned, second]);
  });

  test("leaves the end of a page to the journal elsewhere", () => {
    const pages = withNextPage(firstPages(2), "after b", 2);
    expect(pages.pages).toHaveLength(2);
    expect(pages.halves).toEqual({});
  });
});

describe("a page that has grown past the split size", () => {
  const long = result(["a", "b", "c", "d", "e"], { splitCursor: "after b" });

  test("is split, and shown whole until both halves have loaded", () => {
    const pages = firstPages(2);
    const split = mergePages(pages, { "0": long }).next!;
    expect(watchedPages(split)).toMatchObject([
      { key: "0", cursor: null },
      { key: "0a", cursor: null, endCursor: "after b" },
      { key: "0b", cursor: "after b", endCursor: "after e" },
    ]);
    const oneHalf: PageResults = { "0": long, "0a": result(["a", "b"]) };
    expect(mergePages(split, oneHalf)).toMatchObject({ rows: long.page, next: null });
    const bothHalves = { ...oneHalf, "0b": result(["c", "d", "e"]) };
    const done = mergePages(split, bothHalves).next!;
    expect(keysOf(done)).toEqual(["0a", "0b"]);
    expect(done.halves).toEqual({});
    expect(mergePages(done, bothHalves)).toMatchObject({ rows: long.page, next: null });
  });

  test("is split when the server requires it, and hides the rows that could not be read", () => {
    const pages = firstPages(2);
    const cut = result(["a"], { splitCursor: "after a", pageStatus: "SplitRequired" });
    const merged = mergePages(pages, { "0": cut });
    expect(merged).toMatchObject({ rows: [], status: "LoadingFirstPage" });
    expect(merged.next?.halves["0"]).toHaveLength(2);
  });
});

describe("a list of ten thousand rows", () => {
  test("takes fewer than fifty pages, starting with a short one", () => {
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

describe("a list that the user returns to", () => {
  test("loads all its pages at once, each up to the next, under another id", () => {
    const left = withNextPage(withNextPage(firstPages(2), "after b", 2), "after d", 2);
    const back = restored(left);
    expect(back.id).not.toBe(left.id);
    expect(watchedPages(back)).toMatchObject([
      { cursor: null, endCursor: "after b" },
      { cursor: "after b", endCursor: "after d" },
      { cursor: "after d" },
    ]);
    expect(back.pages.at(-1)).not.toHaveProperty("endCursor");
  });

  test("keeps the halves of a split page, and drops halves that were still loading", () => {
    const long = result(["a", "b", "c", "d", "e"], { splitCursor: "after b", isDone: true });
    const splitting = mergePages(firstPages(2), { "0": long }).next!;
    const bothHalves = { "0": long, "0a": result(["a", "b"]), "0b": result(["c", "d", "e"]) };
    const split = mergePages(splitting, bothHalves).next!;
    expect(watchedPages(restored(splitting))).toHaveLength(1);
    expect(watchedPages(restored(split))).toMatchObject([
      { cursor: null, endCursor: "after b" },
      { cursor: "after b", endCursor: "after e" },
    ]);
  });
});
