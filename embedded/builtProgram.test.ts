import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtProgram } from "./builtProgram.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
/** A program that no other test builds. */
const FOLDER = `.cache/built-${process.pid}`;
const [ENTRY, PART] = [`${FOLDER}/entry.ts`, `${FOLDER}/part.ts`];
const RECORD = path.join(
  ROOT,
  "node_modules/.cache/embedded-backend",
  `${ENTRY.replaceAll("/", "-")}.json`,
);

function source(file: string, text: string): void {
  writeFileSync(path.join(ROOT, file), text);
}

async function valueOf(file: string): Promise<unknown> {
  const program = (await import(pathToFileURL(file).href)) as { value: unknown };
  return program.value;
}

describe("a program", () => {
  beforeAll(() => {
    mkdirSync(path.join(ROOT, FOLDER), { recursive: true });
    source(ENTRY, `export { value } from "./part";`);
    source(PART, `export const value: number = 1;`);
  });

  afterAll(() => {
    rmSync(path.join(ROOT, FOLDER), { recursive: true });
    rmSync(RECORD);
  });

  test("is one file, rebuilt only when a source changes", async () => {
    const first = await builtProgram(ENTRY);
    expect(await valueOf(first)).toBe(1);
    expect(await builtProgram(ENTRY)).toBe(first);
    source(PART, `export const value: number = 2;`);
    const second = await builtProgram(ENTRY);
    expect(await valueOf(second)).toBe(2);
    source(PART, `export const value: number = 1;`);
    expect(await builtProgram(ENTRY)).toBe(first);
  });

  test("reports its source folder as its location", async () => {
    source(PART, `export const value = import.meta.dirname;`);
    expect(await valueOf(await builtProgram(ENTRY))).toBe(path.join(ROOT, FOLDER));
  });

  test("is rebuilt when its file is missing or its record incomplete", async () => {
    const file = await builtProgram(ENTRY);
    rmSync(file);
    expect(await builtProgram(ENTRY)).toBe(file);
    expect(existsSync(file)).toBe(true);
    writeFileSync(RECORD, readFileSync(RECORD, "utf8").slice(0, 100));
    expect(await builtProgram(ENTRY)).toBe(file);
  });

  test("fails to build when a source does not compile", async () => {
    source(PART, "export const value = ;");
    await expect(builtProgram(ENTRY)).rejects.toThrow();
  });
});
