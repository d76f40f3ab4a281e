/** Pagination of convex-helpers, as published: its pages begin after a row's whole index key, `_creationTime` and `_id` included. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestProject } from "../testkit/project";
import { copyProject } from "../testkit/project";
import type { TestBackend } from "../withBackend";
import { withBackend } from "../withBackend";

interface Page {
  readonly places: readonly number[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

let project: TestProject;

beforeAll(() => {
  project = copyProject("walks");
});

afterAll(() => project.remove());

/** Red stops are even, blue ones odd; one mutation makes several, so that they are close in time. */
async function filled(backend: TestBackend): Promise<void> {
  await backend.run("stops:add", { line: "red", places: [0, 2, 4] });
  await backend.run("stops:add", { line: "blue", places: [1, 3] });
  await backend.run("stops:add", { line: "red", places: [6, 8] });
}

async function pagesOf(backend: TestBackend, name: string): Promise<(readonly number[])[]> {
  const pages: (readonly number[])[] = [];
  let cursor: string | null = null;
  for (;;) {
    const opts: { numItems: number; cursor: string | null } = { numItems: 2, cursor };
    const page = (await backend.run(name, { opts })) as Page;
    pages.push(page.places);
    if (page.isDone) return pages;
    cursor = page.continueCursor;
  }
}

test.each([
  ["paginator", "stops:byPaginator", [8, 6, 4, 2, 0]],
  ["merged streams", "stops:byStreams", [0, 2, 4, 1, 3, 6, 8]],
])("[IDX4] %s of convex-helpers give every row once, in order", (_, name, places) =>
  withBackend({ project: project.dir }, async (backend) => {
    await filled(backend);
    const pages = await pagesOf(backend, name);
    expect(pages.flat()).toEqual(places);
    expect(pages.length).toBeGreaterThan(2);
  }),
);

test.each([1, 2, 3, 100])("[IDX4] getPage of convex-helpers gives pages of %i", (size) =>
  withBackend({ project: project.dir }, async (backend) => {
    await filled(backend);
    const pages = (await backend.run("stops:byPages", { size })) as number[][];
    expect(pages.flat()).toEqual([1, 3, 0, 2, 4, 6, 8]);
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(size);
  }),
);
