/** A copy of the folder stands for a killed process: the next process finds what the files have then. */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { testStore } from "./conformance";
import { type DiskStore, openDiskStore } from "./disk";
import { openLmdbStore } from "./lmdb";
import { StartupError } from "./startupError";
import type { Write } from "./store";

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "disk-"));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

testStore("a journal before LMDB", () => openDiskStore(newFolder()));

const put = (key: string, value: string): Write => ({
  key: Buffer.from(key),
  value: Buffer.from(value),
});
const gone = (key: string): Write => ({ key: Buffer.from(key) });

function contentOf(store: Pick<DiskStore, "snapshot">): Record<string, string> {
  const snapshot = store.snapshot();
  const entries = [...snapshot.range({})].map(({ key, value }) => [
    Buffer.from(key).toString(),
    Buffer.from(value).toString(),
  ]);
  snapshot.release();
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Copies the folder as a kill would leave it; repeats the copy when LMDB's thread wrote meanwhile. */
function killed(folder: string): string {
  const copy = newFolder();
  const [from, to] = [folder, copy].map((each) => path.join(each, "store.lmdb"));
  do cpSync(folder, copy, { recursive: true });
  while (!readFileSync(from ?? "").equals(readFileSync(to ?? "")));
  rmSync(path.join(copy, "lock"), { force: true });
  return copy;
}

async function contentAfterStart(folder: string): Promise<Record<string, string>> {
  const store = await openDiskStore(folder);
  const content = contentOf(store);
  await store.close();
  return content;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until all writes have moved to LMDB. */
async function moved(folder: string, key: string): Promise<void> {
  const file = path.join(folder, "store.lmdb");
  while (!readFileSync(file).includes(key)) await sleep(20);
  // Its flush, and the number beside it.
  await sleep(100);
}

function without(content: Record<string, string>, gone: string): Record<string, string> {
  return Object.fromEntries(Object.entries(content).filter(([key]) => key !== gone));
}

const journals = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith("journal-"));

describe("acknowledged writes survive a kill", () => {
  test("[DUR1] from the journal alone, in the order of the writes", async () => {
    const folder = newFolder();
    const store = await openDiskStore(folder);
    await store.write([put("a", "1"), put("b", "1"), put("c", "1")]);
    await store.write([put("a", "2"), gone("b")]);
    await store.write([put("d", "3")]);
    expect(readFileSync(path.join(folder, "store.lmdb")).includes("d3")).toBe(false);
    const copy = killed(folder);
    await store.close();
    expect(await contentAfterStart(copy)).toEqual({ a: "2", c: "1", d: "3" });
    // The next start finds it in LMDB.
    expect(journals(copy)).toEqual([]);
    const lmdb = openLmdbStore(copy);
    expect(contentOf(lmdb)).toEqual({ a: "2", c: "1", d: "3" });
    await lmdb.close();
    const next = await openDiskStore(copy);
    await next.write([put("a", "4")]);
    const second = killed(copy);
    await next.close();
    expect(await contentAfterStart(second)).toEqual({ a: "4", c: "1", d: "3" });
  });

  test("[DUR1] from LMDB and both files of the journal, whichever was written last", async () => {
    const folder = newFolder();
    const store = await openDiskStore(folder);
    let expected: Record<string, string> = {};
    for (let round = 0; round < 4; round += 1) {
      for (let at = 0; at < 3; at += 1) {
        const [key, value] = [`round ${round} key ${at}`, `value ${round}`];
        await store.write([put(key, value), put("newest", key), gone(`round ${round - 1} key 0`)]);
        expected[key] = value;
        expected["newest"] = key;
        expected = without(expected, `round ${round - 1} key 0`);
        const copy = killed(folder);
        expect(await contentAfterStart(copy)).toEqual(expected);
      }
      await moved(folder, `round ${round} key 2`);
    }
    expect(contentOf(store)).toEqual(expected);
    await store.close();
    expect(await contentAfterStart(folder)).toEqual(expected);
  });

  test("[DUR1] when half of the journal had moved to LMDB", async () => {
    const folder = newFolder();
    const store = await openDiskStore(folder);
    await store.write([put("a", "1"), put("b", "1"), put("c", "1")]);
    await store.write([put("a", "2"), gone("b")]);
    const copy = killed(folder);
    await store.close();
    const lmdb = openLmdbStore(copy);
    await lmdb.takeIn([put("a", "2"), put("b", "1")]);
    await lmdb.close();
    expect(await contentAfterStart(copy)).toEqual({ a: "2", c: "1" });
  });
});

/** A promise with its resolvers. */
function gate() {
  let pass: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  return { pass, passed };
}

describe("acknowledged writes survive a loss of power", () => {
  test("[DUR2] acknowledges a batch only after its file was flushed", async () => {
    const folder = newFolder();
    const store = await openDiskStore(folder);
    const handle = await open(path.join(folder, "journal-0"), "r");
    const { passed, pass } = gate();
    const flush = vi
      .spyOn(Object.getPrototypeOf(handle) as typeof handle, "datasync")
      .mockReturnValue(passed);
    let isAnswered = false;
    const written = store.write([put("a", "1")]).then(() => (isAnswered = true));
    await vi.waitFor(() => expect(flush).toHaveBeenCalledOnce());
    await sleep(20);
    expect(isAnswered).toBe(false);
    expect(contentOf(store)).toEqual({});
    flush.mockRestore();
    pass();
    await written;
    expect(contentOf(store)).toEqual({ a: "1" });
    await handle.close();
    await store.close();
  });

  test("[DUR1] overwrites the journal only after LMDB flushed its contents", async () => {
    const folder = newFolder();
    const { passed, pass } = gate();
    let isHeld = false;
    const store = await openDiskStore(folder, (its) => {
      const lmdb = openLmdbStore(its);
      return {
        ...lmdb,
        get moved() {
          return lmdb.moved;
        },
        write: async (batch, number) => {
          if (isHeld) await passed;
          await lmdb.write(batch, number);
        },
      };
    });
    await store.write([put("a", "zeroth")]);
    await store.copyTo(path.join(newFolder(), "copy.lmdb"));
    isHeld = true;
    await store.write([put("a", "first")]);
    const copied = store.copyTo(path.join(newFolder(), "copy.lmdb"));
    await sleep(50);
    const first = readFileSync(path.join(folder, "journal-1"));
    await store.write([put("b", "second")]);
    await sleep(700);
    await store.write([put("c", "third")]);
    expect(readFileSync(path.join(folder, "journal-1"))).toEqual(first);
    const all = { a: "first", b: "second", c: "third" };
    expect(await contentAfterStart(killed(folder))).toEqual(all);
    isHeld = false;
    pass();
    await copied;
    await store.write([put("d", "fourth")]);
    await store.close();
    expect(Object.keys(await contentAfterStart(folder))).toHaveLength(4);
  });

  test("[DUR1] does not rotate the journal while a batch is being written", async () => {
    const folder = newFolder();
    const { passed, pass } = gate();
    let isHeld = false;
    const store = await openDiskStore(folder, (its) => {
      const lmdb = openLmdbStore(its);
      return {
        ...lmdb,
        get moved() {
          return lmdb.moved;
        },
        write: async (batch, number) => {
          if (isHeld) await passed;
          await lmdb.write(batch, number);
        },
      };
    });
    await store.write([put("a", "1")]);
    const handle = await open(path.join(folder, "journal-0"), "r");
    const flushing = gate();
    const flush = vi
      .spyOn(Object.getPrototypeOf(handle) as typeof handle, "datasync")
      .mockReturnValueOnce(flushing.passed);
    const second = store.write([put("b", "2")]);
    await vi.waitFor(() => expect(flush).toHaveBeenCalledOnce());
    // Longer than the delay before writes move to LMDB.
    await sleep(700);
    flushing.pass();
    await second;
    flush.mockRestore();
    await handle.close();
    expect(await contentAfterStart(killed(folder))).toEqual({ a: "1", b: "2" });
    await moved(folder, "a1");
    // Now LMDB fails: an overwritten record is lost unless it had moved.
    isHeld = true;
    await store.write([put("c", "3")]);
    const copied = store.copyTo(path.join(newFolder(), "copy.lmdb"));
    await sleep(50);
    const large = "4".repeat(1_000);
    await store.write([put("d", large)]);
    const all = { a: "1", b: "2", c: "3", d: large };
    expect(await contentAfterStart(killed(folder))).toEqual(all);
    pass();
    await copied;
    await store.close();
    expect(await contentAfterStart(folder)).toEqual(all);
  });

  test("[DUR2] completes a start only after the journal's folder was flushed", async () => {
    const folder = newFolder();
    const handle = await open(folder, "r");
    const prototype = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const { passed, pass } = gate();
    const flushed: { readonly path: string; readonly files: readonly string[] }[] = [];
    const sync = vi.spyOn(prototype, "sync").mockImplementation(function (this: typeof handle) {
      flushed.push({ path: readlinkSync(`/proc/self/fd/${this.fd}`), files: journals(folder) });
      return passed;
    });
    let isOpen = false;
    const opening = openDiskStore(folder).then((store) => {
      isOpen = true;
      return store;
    });
    await vi.waitFor(() => expect(flushed).toHaveLength(1));
    await sleep(50);
    expect(flushed).toEqual([{ path: realpathSync(folder), files: ["journal-0", "journal-1"] }]);
    expect(isOpen).toBe(false);
    pass();
    const store = await opening;
    sync.mockRestore();
    await store.close();
  });
});

test("[DUR7] drops a batch that was truncated at any byte", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder);
  await store.write([put("a", "1")]);
  const before = readFileSync(path.join(folder, "journal-0")).length;
  await store.write([put("a", "2"), put("b", "2")]);
  const copy = killed(folder);
  await store.close();
  const journal = readFileSync(path.join(copy, "journal-0"));
  for (let length = before; length <= journal.length; length += 1) {
    const cut = killed(copy);
    writeFileSync(path.join(cut, "journal-0"), journal.subarray(0, length));
    const whole = length === journal.length;
    expect(await contentAfterStart(cut)).toEqual(whole ? { a: "2", b: "2" } : { a: "1" });
  }
});

test("[DUR8] refuses a start for any damage in the journal outside its last batch", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder);
  for (const value of ["1", "2"]) await store.write([put("a", value)]);
  const last = readFileSync(path.join(folder, "journal-0")).length;
  await store.write([put("a", "3")]);
  const copy = killed(folder);
  await store.close();
  const journal = readFileSync(path.join(copy, "journal-0"));
  let refused = 0;
  for (let at = 0; at < journal.length; at += 1) {
    const damaged = killed(copy);
    const bytes = Buffer.from(journal);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path.join(damaged, "journal-0"), bytes);
    if (at >= last) {
      // Like one that was being written when the process ended.
      expect(await contentAfterStart(damaged)).toEqual({ a: "2" });
      continue;
    }
    await expect(openDiskStore(damaged)).rejects.toThrow(StartupError);
    await expect(openDiskStore(damaged)).rejects.toThrow(/record \d of the journal is missing/);
    refused += 1;
  }
  expect(refused).toBe(last);
});

test("[DUR7] reads no value as a batch, wherever its own batch was truncated", async () => {
  const [folder, another] = [newFolder(), newFolder()];
  const other = await openDiskStore(another);
  await other.write([put("a", "1")]);
  const first = readFileSync(path.join(another, "journal-0")).length;
  await other.write([put("a", "forged")]);
  const forged = readFileSync(path.join(another, "journal-0")).subarray(first);
  await other.close();
  const store = await openDiskStore(folder);
  await store.write([put("a", "1")]);
  await store.write([{ key: Buffer.from("b"), value: Buffer.concat([forged, forged]) }]);
  const copy = killed(folder);
  await store.close();
  const journal = readFileSync(path.join(copy, "journal-0"));
  expect(journal.includes(forged)).toBe(true);
  writeFileSync(path.join(copy, "journal-0"), journal.subarray(0, -1));
  expect(await contentAfterStart(copy)).toEqual({ a: "1" });
});

test("does not apply an old journal file whose writes have moved already", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder);
  await store.write([put("a", "old")]);
  const old = killed(folder);
  await store.write([put("a", "new")]);
  await store.close();
  cpSync(path.join(old, "journal-0"), path.join(folder, "journal-0"));
  expect(await contentAfterStart(folder)).toEqual({ a: "new" });
});

test("a snapshot does not change when the journal moves to LMDB", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder);
  await store.write([put("a", "1"), put("b", "1")]);
  const snapshot = store.snapshot();
  await store.write([put("a", "2"), gone("b"), put("c", "2")]);
  await moved(folder, "c2");
  await store.write([put("a", "3")]);
  expect(Buffer.from(snapshot.get(Buffer.from("a")) ?? []).toString()).toBe("1");
  expect([...snapshot.range({})]).toHaveLength(2);
  snapshot.release();
  expect(() => snapshot.get(Buffer.from("a"))).toThrow("released");
  expect(contentOf(store)).toEqual({ a: "3", c: "2" });
  await store.close();
});

test("a copy has every batch that was acknowledged before it", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder);
  await store.write([put("a", "1")]);
  const copy = newFolder();
  await store.copyTo(path.join(copy, "store.lmdb"));
  expect(await contentAfterStart(copy)).toEqual({ a: "1" });
  await store.close();
});

test("acknowledges nothing after a failed journal write", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder);
  await store.write([put("a", "1")]);
  // A key above the record's limit of 65,535 bytes.
  await expect(store.write([put("x".repeat(70_000), "2")])).rejects.toThrow();
  await expect(store.write([put("b", "2")])).rejects.toThrow();
  await store.close();
  expect(await contentAfterStart(folder)).toEqual({ a: "1" });
});

test("acknowledges nothing after a failed LMDB write, and the next start finds all", async () => {
  const folder = newFolder();
  const store = await openDiskStore(folder, (its) => ({
    ...openLmdbStore(its),
    takeIn: () => Promise.reject(new Error("The disk is full.")),
  }));
  await store.write([put("a", "1")]);
  await expect(store.copyTo(path.join(newFolder(), "copy.lmdb"))).rejects.toThrow("full");
  expect(contentOf(store)).toEqual({ a: "1" });
  await expect(store.write([put("b", "2")])).rejects.toThrow("The disk is full.");
  await store.close();
  expect(await contentAfterStart(folder)).toEqual({ a: "1" });
});
