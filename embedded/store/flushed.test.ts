/** LMDB reports a transaction twice: when it is readable and when it is flushed. Only the second is a commit. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as Lmdb from "lmdb";
import { afterEach, expect, test, vi } from "vitest";
import { openLmdbStore } from "./lmdb";

const opened = vi.hoisted(() => ({ environments: [] as object[] }));

vi.mock("lmdb", async (original) => {
  const lmdb = await original<typeof Lmdb>();
  return {
    ...lmdb,
    open: (options: Lmdb.RootDatabaseOptionsWithPath) => {
      const environment = lmdb.open(options);
      opened.environments.push(environment);
      return environment;
    },
  };
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A store whose flushes the test completes. */
function storeWithSlowDisk() {
  const folder = mkdtempSync(path.join(tmpdir(), "flushed-"));
  folders.push(folder);
  const store = openLmdbStore(folder);
  const environment = opened.environments.at(-1)!;
  let settle: { done: () => void; fail: (error: Error) => void } | undefined;
  const flushed = new Promise<void>((done, fail) => (settle = { done, fail }));
  flushed.catch(() => undefined);
  Object.defineProperty(environment, "flushed", { configurable: true, get: () => flushed });
  return { store, ...settle! };
}

const KEY = Uint8Array.of(1);
const BATCH = [{ key: KEY, value: Buffer.from("value") }];
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("[DUR2] an LMDB write counts as moved only after LMDB flushed it", async () => {
  const { store, done } = storeWithSlowDisk();
  let isAnswered = false;
  const moved = { number: 7, mark: undefined };
  const written = store.write(BATCH, moved).then(() => (isAnswered = true));
  const isReadable = () => {
    const snapshot = store.snapshot();
    const value = snapshot.get(KEY);
    snapshot.release();
    return value !== undefined;
  };
  await vi.waitFor(() => expect(isReadable()).toBe(true));
  await sleep(50);
  expect(isAnswered).toBe(false);
  expect(store.moved.number).toBe(0);
  done();
  await written;
  expect(store.moved.number).toBe(7);
  await store.close();
});

test("[DUR5] a failed LMDB flush fails the write", async () => {
  const { store, fail } = storeWithSlowDisk();
  const written = store.write(BATCH, { number: 7, mark: undefined });
  fail(new Error("The disk is gone."));
  await expect(written).rejects.toThrow("The disk is gone.");
  expect(store.moved.number).toBe(0);
  await store.close();
});
