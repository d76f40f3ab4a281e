import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Lane } from "./lanes";
import type { Count } from "./reports";
import { unlessUnchanged } from "./unchanged";

const PASSES: Count = { passed: 7, failed: 0 };

let root: string;
const run = vi.fn<Lane["run"]>();

function write(file: string, text: string): void {
  const absolute = path.join(root, file);
  mkdirSync(path.dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}

/** Runs a lane that depends on `server/`, as a run of its own would. */
function pass(isWhole = false): Promise<Count> {
  const place = { root, records: path.join(root, ".cache/lanes.json"), isWhole };
  return unlessUnchanged({ name: "server", inputs: ["server"], run }, place).run();
}

afterEach(() => {
  vi.restoreAllMocks();
});

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "lanes-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  write(".gitignore", ".cache/\n");
  write("server/a.ts", "1");
  write("src/b.ts", "1");
  run.mockReset().mockResolvedValue(PASSES);
});

test("a lane that passed is left out while its inputs are the same, says so, and counts its tests", async () => {
  const printed = vi.spyOn(console, "log").mockReturnValue();
  await pass();
  expect(await pass()).toEqual(PASSES);
  expect(run).toHaveBeenCalledTimes(1);
  expect(printed).toHaveBeenCalledWith("server: unchanged since it passed: 7 tests");
});

test.each([
  ["a file of its folders", () => write("server/a.ts", "2")],
  ["a new file", () => write("server/deep/c.ts", "1")],
  ["a removed file", () => rmSync(path.join(root, "server/a.ts"))],
  ["a file at the root", () => write("package-lock.json", "{}")],
  [
    "another Node",
    () => {
      vi.spyOn(process, "version", "get").mockReturnValue("v99.0.0");
    },
  ],
])("it runs again after a change of %s", async (_what, change) => {
  await pass();
  change();
  await pass();
  expect(run).toHaveBeenCalledTimes(2);
});

test("a change of other folders, or of an ignored file, is none of its inputs", async () => {
  await pass();
  write("src/b.ts", "2");
  write(".cache/other", "2");
  await pass();
  expect(run).toHaveBeenCalledTimes(1);
});

test("a lane without folders depends on all of them", async () => {
  const place = { root, records: path.join(root, ".cache/lanes.json"), isWhole: false };
  const lane = unlessUnchanged({ name: "lint", run }, place);
  await lane.run();
  write("src/b.ts", "2");
  await lane.run();
  await lane.run();
  expect(run).toHaveBeenCalledTimes(2);
});

test("a lane that failed runs again, also where its inputs passed before", async () => {
  await pass();
  run.mockResolvedValueOnce({ passed: 6, failed: 1 });
  await pass(true);
  await pass();
  expect(run).toHaveBeenCalledTimes(3);
});

test("a lane whose inputs changed while it ran runs again", async () => {
  run.mockImplementationOnce(() => {
    write("server/a.ts", "2");
    return Promise.resolve(PASSES);
  });
  await pass();
  await pass();
  expect(run).toHaveBeenCalledTimes(2);
});

test("a whole run leaves nothing out", async () => {
  await pass();
  await pass(true);
  expect(run).toHaveBeenCalledTimes(2);
});

test("without git every lane runs", async () => {
  rmSync(path.join(root, ".git"), { recursive: true });
  await pass();
  await pass();
  expect(run).toHaveBeenCalledTimes(2);
});
