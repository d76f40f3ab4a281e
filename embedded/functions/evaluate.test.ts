/** Compiled code is kept, and used for the bundle alone that it was compiled of. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { evaluate, wrapperOf } from "./evaluate";
import { importScope } from "./scope";

let folder: string;
let compiledFile: string;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(path.join(tmpdir(), "compiled-"));
  compiledFile = path.join(folder, "word.compiled");
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Evaluates a module and lets the time pass after which its compiled code is kept. */
function wordOf(word: string): unknown {
  const { before, after } = wrapperOf("isolate");
  const source = `${before}exports.word = (() => "${word}")();${after}`;
  const code = { source, file: "word.js", runtime: "isolate", directory: folder, compiledFile };
  const { word: found } = evaluate({ ...code, runtime: "isolate" }, importScope({}, 0));
  vi.runAllTimers();
  return found;
}

test("keeps compiled code once, and for its owner alone", () => {
  expect(wordOf("first")).toBe("first");
  const { mode, mtimeMs } = statSync(compiledFile);
  expect(mode & 0o077).toBe(0);
  expect(wordOf("first")).toBe("first");
  expect(statSync(compiledFile).mtimeMs).toBe(mtimeMs);
});

test("does not run the compiled code of another source of the same length", () => {
  wordOf("first");
  expect(wordOf("other")).toBe("other");
});

test("compiles again what was damaged or cut", () => {
  wordOf("first");
  const whole = readFileSync(compiledFile);
  for (const damaged of [whole.subarray(0, whole.length / 2), whole.map((byte) => byte ^ 1)]) {
    writeFileSync(compiledFile, damaged);
    expect(wordOf("first")).toBe("first");
    expect(readFileSync(compiledFile)).toHaveLength(whole.length);
  }
});
