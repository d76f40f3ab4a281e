import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { testStore } from "./conformance";
import { openLmdbStore } from "./lmdb";
import { openMemoryStore } from "./memory";
import { StartupError } from "./startupError";

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "store-"));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

testStore("memory", openMemoryStore);
testStore("LMDB", () => openLmdbStore(newFolder()));

describe("the store on disk", () => {
  test("what was written is there after closing and opening again", async () => {
    const folder = newFolder();
    const first = openLmdbStore(folder);
    await first.write([{ key: Uint8Array.of(1), value: Uint8Array.of(2) }]);
    await first.close();
    const second = openLmdbStore(folder);
    const snapshot = second.snapshot();
    expect([...(snapshot.get(Uint8Array.of(1)) ?? [])]).toEqual([2]);
    snapshot.release();
    await second.close();
  });

  test("a second opener of the same folder is told who has it", async () => {
    const folder = newFolder();
    const first = openLmdbStore(folder);
    expect(() => openLmdbStore(folder)).toThrow(StartupError);
    expect(() => openLmdbStore(folder)).toThrow(`in use by process ${process.pid}`);
    await first.close();
    await openLmdbStore(folder).close();
  });

  test("the lock of a process that was killed is taken over", async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, "lock"), "999999999 1");
    await openLmdbStore(folder).close();
  });

  test("a folder that can't be made is refused in one sentence", () => {
    const file = path.join(newFolder(), "file");
    writeFileSync(file, "");
    expect(() => openLmdbStore(path.join(file, "data"))).toThrow(StartupError);
  });
});
