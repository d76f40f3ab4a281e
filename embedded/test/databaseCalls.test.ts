/**
 * The calls that stand in place of the library's own (`functions/libraryCalls.ts`) give the same results and the same errors.
 * The reference is the library as it is published: a project with another version of it keeps its own calls.
 */
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { runBackend } from "../backend";
import { COLD_BUILDS } from "../functions/builds";
import { bundleDirectory } from "../functions/bundle";
import { useOtherLibrary } from "../testkit/otherLibrary";
import { copyProject } from "../testkit/project";

type Names = Readonly<Record<"reads" | "writes", readonly string[]>>;
type Played = ReadonlyMap<string, string>;
type Named = Record<string, string>;

const FEWEST = 150;
const ALL_MS = 60_000;
const ID = /[0-9a-z]{31,32}/g;

const names = makeFunctionReference<"query", Record<string, never>, Names>("scenarios:names");
const prepare = makeFunctionReference<"mutation", Record<string, never>, string>(
  "scenarios:prepare",
);
const inQuery = makeFunctionReference<"query", Named, string>("scenarios:inQuery");
const inMutation = makeFunctionReference<"mutation", Named, string>("scenarios:inMutation");
const inWrite = makeFunctionReference<"mutation", Named, string>("scenarios:inWrite");

/** Ids by the order in which they appear, and no lines of a stack: both differ between two backends. */
function comparable(text: string): string {
  const names: string[] = [];
  return text.replace(/\n\s+at .*/g, "").replace(ID, (id) => {
    if (!names.includes(id)) names.push(id);
    return `id ${names.indexOf(id) + 1}`;
  });
}

async function playAll(client: ConvexHttpClient): Promise<Played> {
  const gone = await client.mutation(prepare, {});
  const { reads, writes } = await client.query(names, {});
  const played = new Map<string, string>();
  for (const name of reads) {
    played.set(`query: ${name}`, comparable(await client.query(inQuery, { name, gone })));
    played.set(`mutation: ${name}`, comparable(await client.mutation(inMutation, { name, gone })));
  }
  for (const name of writes)
    played.set(`write: ${name}`, comparable(await client.mutation(inWrite, { name })));
  return played;
}

async function playOn(library: "known" | "other"): Promise<Played> {
  const project = copyProject("databaseCalls");
  if (library === "other") useOtherLibrary(project);
  const backend = await runBackend(project.options);
  try {
    return await playAll(new ConvexHttpClient(backend.addresses.url, { logger: false }));
  } finally {
    await backend.stop();
    project.remove();
  }
}

let ours: Played;
let librarys: Played;

beforeAll(async () => {
  ours = await playOn("known");
  librarys = await playOn("other");
}, ALL_MS);

test("[SYS2] another version of the library keeps its own calls, and nothing is said of it", async () => {
  const warn = vi.spyOn(console, "warn");
  const project = copyProject("databaseCalls");
  const options = { name: "0", isApp: true, isPushed: false };
  const bundled = async () => {
    const directory = path.join(project.dir, "convex");
    const bundles = await bundleDirectory(directory, options, COLD_BUILDS);
    return bundles.map(({ code }) => code.source).join();
  };
  expect(await bundled()).toContain("embedded/collect");
  useOtherLibrary(project);
  expect(await bundled()).not.toContain("embedded/collect");
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
  project.remove();
});

test("[SYS2] every scenario was played on both", () => {
  expect([...ours.keys()]).toEqual([...librarys.keys()]);
  expect(ours.size).toBeGreaterThanOrEqual(FEWEST);
});

test("[SYS2] the replaced calls give the results and errors of the library's own", () => {
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(librarys));
});

describe("[SYS3] a document belongs to the function that read it", () => {
  test.each([
    [
      "write: a changed document is read again as it was",
      "value: {bytes: bytes 1, list: [{a: 1}]}",
    ],
    [
      "write: a value changed after its write is kept as it was",
      "value: {bytes: bytes 1, list: [1]}",
    ],
    ["write: a patch changes what it names", "value: {list: [1]}"],
  ])("%s", (name, expected) => {
    expect(ours.get(name)).toContain(expected);
    expect(ours.get(name)).not.toContain("bytes 9");
  });
});
