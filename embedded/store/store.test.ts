import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FaultyDisk } from "../testkit/faultyStore";
import { DamageError } from "./checksums";
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
testStore("faulty, while nothing breaks", () => new FaultyDisk().open());

describe("the store on disk", () => {
  test("keeps writes after closing and reopening", async () => {
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

  test("names the owner to a second opener of the same folder", async () => {
    const folder = newFolder();
    const first = openLmdbStore(folder);
    expect(() => openLmdbStore(folder)).toThrow(StartupError);
    expect(() => openLmdbStore(folder)).toThrow(`in use by process ${process.pid}`);
    await first.close();
    await openLmdbStore(folder).close();
  });

  test("takes over the lock of a killed process", async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, "lock"), "999999999 1");
    await openLmdbStore(folder).close();
  });

  test("[DUR8] fails a read of data that changed on disk", async () => {
    const folder = newFolder();
    const store = openLmdbStore(folder);
    const value = Buffer.from("a value that is easily found");
    await store.write([{ key: Uint8Array.of(1), value }]);
    const file = path.join(folder, "store.lmdb");
    const handle = openSync(file, "r+");
    writeSync(handle, "b", readFileSync(file).indexOf(value));
    closeSync(handle);
    const snapshot = store.snapshot();
    expect(() => snapshot.get(Uint8Array.of(1))).toThrow(DamageError);
    expect(() => [...snapshot.range({})]).toThrow(DamageError);
    snapshot.release();
    await store.close();
    expect(() => openLmdbStore(folder)).toThrow(StartupError);
  });

  test("[DUR8] rejects a file that is not a store with one sentence", () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, "store.lmdb"), Buffer.alloc(100_000, "no store"));
    expect(() => openLmdbStore(folder)).toThrow(/^The data in .* can't be opened .*\.$/);
    expect(existsSync(path.join(folder, "lock"))).toBe(false);
  });

  test("rejects a folder that cannot be created with one sentence", () => {
    const file = path.join(newFolder(), "file");
    writeFileSync(file, "");
    expect(() => openLmdbStore(path.join(file, "data"))).toThrow(StartupError);
  });
});
