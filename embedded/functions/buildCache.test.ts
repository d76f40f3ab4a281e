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
/** Returns the stored file with this text. */
function fileWith(text: string): string {
  const found = files().find((file) => readFileSync(path.join(cacheFolder, file)).includes(text));
  return path.join(cacheFolder, found ?? "none");
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Changes the stored code and all digests. */
function forge(from: string, to: string): void {
  const code = readFileSync(fileWith(from), "utf8");
  const forged = code.replaceAll(from, to);
  const record = fileWith(digestOf(code));
  const text = readFileSync(record, "utf8").replaceAll(digestOf(code), digestOf(forged));
  const content = text.slice(text.indexOf("\n") + 1);
  writeFileSync(fileWith(from), forged);
  writeFileSync(record, `${digestOf(content)}\n${content}`);
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
  expect(new Set(files().map((file) => file.split(".")[0])).size).toBe(1);
});

test("builds again when a stored build was damaged or cut", async () => {
  await build();
  for (const text of ["first", "stamps", "mappings"]) {
    const file = fileWith(text);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.replaceAll("first", "wrong").replaceAll("stamps", "stamp"));
    expect(await build()).toContain("first");
    writeFileSync(file, whole.slice(0, whole.length / 2));
    expect(await build()).toContain("first");
  }
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
