/** Existing data folders with permissions for other users. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getOrCreateAdminKey } from "../adminKey";
import { runBackend } from "../backend";
import { backUp, restore } from "../extras/backup";
import type { TestProject } from "../testkit/project";
import { copyProject } from "../testkit/project";

let project: TestProject;
let folder: string;

beforeEach(() => {
  project = copyProject("counters");
  folder = project.options.dataDir;
});
afterEach(() => {
  project.remove();
});

/** Returns everything in a folder, itself included, that other users may access. */
function openIn(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  return ["", ...names].filter((name) => (statSync(path.join(root, name)).mode & 0o077) !== 0);
}

function openUp(root: string): void {
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const each = path.join(root, name);
    chmodSync(each, statSync(each).isDirectory() ? 0o777 : 0o666);
  }
  chmodSync(root, 0o777);
}

async function run(): Promise<void> {
  const backend = await runBackend(project.options);
  await fetch(`${backend.addresses.url}/version`);
  await backend.stop();
}

describe("[PROC5] a data folder", () => {
  test("that is open to others is closed at the next start, with its contents", async () => {
    await run();
    mkdirSync(path.join(folder, "files", "inner"));
    writeFileSync(path.join(folder, "files", "inner", "picture"), "x");
    openUp(folder);
    expect(openIn(folder)).not.toEqual([]);
    const before = process.umask(0);
    try {
      const backend = await runBackend(project.options);
      expect(openIn(folder).filter((name) => !name.startsWith("store.lmdb"))).toEqual([]);
      await backend.stop();
    } finally {
      process.umask(before);
    }
  }, 60_000);

  test("that is empty and open is closed, its key included", () => {
    mkdirSync(folder, { mode: 0o777 });
    chmodSync(folder, 0o777);
    getOrCreateAdminKey(folder);
    expect(openIn(folder)).toEqual([]);
  });

  test("closes a readable key file before the key is used", () => {
    const key = getOrCreateAdminKey(folder);
    chmodSync(path.join(folder, "admin-key"), 0o644);
    expect(getOrCreateAdminKey(folder)).toBe(key);
    expect(openIn(folder)).toEqual([]);
  });

  test("that is open and has other contents is rejected and left unchanged", async () => {
    mkdirSync(folder);
    writeFileSync(path.join(folder, "letter.txt"), "x");
    openUp(folder);
    await expect(runBackend(project.options)).rejects.toThrow("holds other things");
    expect(readdirSync(folder)).toEqual(["letter.txt"]);
    expect(openIn(folder)).toEqual(["", "letter.txt"]);
  });

  test("follows no link out of itself", async () => {
    getOrCreateAdminKey(folder);
    const outside = path.join(project.dir, "outside");
    writeFileSync(outside, "x");
    chmodSync(outside, 0o644);
    symlinkSync(outside, path.join(folder, "link"));
    chmodSync(folder, 0o755);
    await run();
    expect(statSync(outside).mode & 0o777).toBe(0o644);
  });

  test.runIf(process.getuid?.() === 0)("of another user is rejected", async () => {
    getOrCreateAdminKey(folder);
    chownSync(folder, 65_534, 65_534);
    await expect(runBackend(project.options)).rejects.toThrow("belongs to another user");
  });

  test("is closed after a backup into an existing open folder, and after a restore", async () => {
    await run();
    const [to, again] = [path.join(project.dir, "backup"), path.join(project.dir, "again")];
    mkdirSync(to);
    chmodSync(to, 0o777);
    const before = process.umask(0);
    try {
      await backUp(folder, to);
      expect(openIn(to)).toEqual([]);
      openUp(to);
      await restore(to, again);
      expect(openIn(again)).toEqual([]);
    } finally {
      process.umask(before);
    }
  }, 60_000);
});
