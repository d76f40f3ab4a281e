import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bundleSource } from "./bundle";
import { type BuildCache, FolderBuildCache, CachedBuilds, MemoryBuildCache } from "./buildCache";

let directory: string;
let cacheFolder: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "kept-builds-"));
  // Not among the sources: files beside them may change how an import resolves.
  cacheFolder = `${directory}-builds`;
  write("export const word = 'first';");
});

afterEach(() => {
  for (const folder of [directory, cacheFolder]) rmSync(folder, { recursive: true, force: true });
});

function write(content: string): void {
  writeFileSync(path.join(directory, "word.ts"), content);
}

/** Builds as a start does, some time after the file was written. */
async function build(
  contents = 'export * from "./word";',
  cache: BuildCache = new FolderBuildCache(cacheFolder),
): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  const builds = new CachedBuilds(cache);
  const source = { contents, directory, name: "0", runtime: "isolate" } as const;
  const { code } = await bundleSource(source, builds);
  await builds.settle();
  return code.source;
}

const files = () => readdirSync(cacheFolder);
const only = () => path.join(cacheFolder, files()[0]!);

/** Changes the stored build and its digest. */
function forge(from: string, to: string): void {
  const text = readFileSync(only(), "utf8");
  const content = text.slice(text.indexOf("\n") + 1).replaceAll(from, to);
  const digest = createHash("sha256").update(content).digest("hex");
  writeFileSync(only(), `${digest}\n${content}`);
}

test("reuses a stored build", async () => {
  expect(await build()).toContain("first");
  forge("first", "kept!");
  expect(await build()).toContain("kept!");
});

test("builds again after a change that keeps a file's time and length", async () => {
  await build();
  write("export const word = 'other';");
  utimesSync(path.join(directory, "word.ts"), 1, 1);
  expect(await build()).toContain("other");
  expect(await build('export { word as renamed } from "./word";')).toContain("renamed");
  // Builds that no start uses are deleted.
  expect(files()).toHaveLength(1);
});

test("builds again when a stored build was damaged or cut", async () => {
  await build();
  const whole = readFileSync(only(), "utf8");
  writeFileSync(only(), whole.replaceAll("first", "wrong"));
  expect(await build()).toContain("first");
  writeFileSync(only(), whole.slice(0, whole.length / 2));
  expect(await build()).toContain("first");
});

test("builds each time when it cannot store builds", async () => {
  writeFileSync(cacheFolder, "a file where the folder should be");
  expect(await build()).toContain("first");
  expect(await build()).toContain("first");
});

test("keeps builds in memory, and forgets those of files that changed", async () => {
  const cache = new MemoryBuildCache();
  const word = () => build(undefined, cache);
  expect(await word()).toContain("first");
  const [reading, writing] = [vi.spyOn(cache, "read"), vi.spyOn(cache, "write")];
  expect(await word()).toContain("first");
  expect(reading).toHaveBeenCalledOnce();
  expect(writing).not.toHaveBeenCalled();
  write("export const word = 'other';");
  expect(await word()).toContain("other");
  expect(files).toThrow("ENOENT");
});
