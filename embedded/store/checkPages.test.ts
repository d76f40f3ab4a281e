/** Damage at places that random changes seldom hit; the proof of damage tries all others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLmdbStore } from "./lmdb";
import { BRANCH, LEAF, OVERFLOW, PAGE_HEADER_BYTES, numberAt } from "./lmdbFile";
import { StartupError } from "./startupError";

const PAGE_BYTES = 4_096;
const KIND_AT = 18;
const NODES_AT = 22;
const TRANSACTION_AT = PAGE_HEADER_BYTES + 128;
/** Of a root: flags, and which start of the computer wrote it. */
const FLAGS_AT = PAGE_HEADER_BYTES + 28;
const NOT_FLUSHED = 0x1000;
const BOOT_AT = TRANSACTION_AT + 8;
const ROOT_BYTES = PAGE_HEADER_BYTES + 144;
const FREE_TREE_PAGE_AT = PAGE_HEADER_BYTES + 24 + 40;

const folder = mkdtempSync(path.join(tmpdir(), "pages-"));
const file = path.join(folder, "store.lmdb");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (number: number): Buffer => Buffer.from(`key ${String(number).padStart(6, "0")}`);
let healthy: Buffer;
/** One write earlier. */
let earlier: { readonly bytes: Buffer; readonly entries: number };

/** A store with several levels, large values, free pages, and an older state in every root. */
beforeAll(async () => {
  const store = openLmdbStore(folder);
  for (let round = 0; round < 4; round += 1) {
    const value = (number: number) => Buffer.alloc(number % 100 === 0 ? 9_000 : 150, round);
    const numbers = Array.from({ length: 2_000 }, (_, at) => at * 10 + (round % 2) * 5);
    await store.write(numbers.map((number) => ({ key: keyOf(number), value: value(number) })));
    earlier = { bytes: readFileSync(file), entries: store.entryCount };
    await store.write(numbers.slice(500, 900).map((number) => ({ key: keyOf(number) })));
  }
  await store.close();
  healthy = readFileSync(file);
});

function pagesOf(kind: number): number[] {
  const pages = Array.from({ length: healthy.length / PAGE_BYTES }, (_, page) => page * PAGE_BYTES);
  return pages.filter((at) => at > PAGE_BYTES && healthy.readUInt16LE(at + KIND_AT) === kind);
}

const roots = (): number[] => {
  const [first = 0, second = 0] = [0, PAGE_BYTES].map((at) =>
    numberAt(healthy, at + TRANSACTION_AT),
  );
  return first > second ? [0, PAGE_BYTES] : [PAGE_BYTES, 0];
};

async function opened(damage: (bytes: Buffer) => void): Promise<number> {
  const bytes = Buffer.from(healthy);
  damage(bytes);
  writeFileSync(file, bytes);
  const store = openLmdbStore(folder);
  const { entryCount } = store;
  await store.close();
  return entryCount;
}

/** Returns the offset of a page's node by its rank in the order of keys. */
function nodeAt(page: number, at: number): number {
  return page + PAGE_HEADER_BYTES + healthy.readUInt16LE(page + PAGE_HEADER_BYTES + at * 2);
}

function flip(bytes: Buffer, at: number): void {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
}

test("[DUR2] opens the flushed state after a power cut, whatever later pages contain", async () => {
  const newest = numberAt(healthy, (roots()[0] ?? 0) + TRANSACTION_AT);
  const entries = await opened((bytes) => {
    const flushed = PAGE_BYTES / 2;
    earlier.bytes.copy(bytes, flushed, flushed, flushed + ROOT_BYTES);
    const [root = 0, other = 0] = roots();
    bytes.writeUInt16LE(bytes.readUInt16LE(root + FLAGS_AT) | NOT_FLUSHED, root + FLAGS_AT);
    for (const at of [root, other, flushed]) bytes.writeBigInt64LE(1n, at + BOOT_AT);
    for (let at = 2 * PAGE_BYTES; at < bytes.length; at += PAGE_BYTES)
      if (numberAt(bytes, at + 8) === newest) bytes.fill(0, at, at + PAGE_BYTES);
  });
  expect(entries).toBe(earlier.entries);
});

test("opens a written store repeatedly", async () => {
  expect(await opened(() => undefined)).toBe(3_200);
  expect(await opened(() => undefined)).toBe(3_200);
});

describe("[DUR8] a start is refused", () => {
  async function refuses(damage: (bytes: Buffer) => void): Promise<void> {
    await expect(opened(damage)).rejects.toThrow(StartupError);
    await expect(opened(damage)).rejects.toThrow(/^The data in .* can't be opened .*damaged.*\.$/);
  }

  test("when a branch key leads to the wrong page", async () => {
    await refuses((bytes) => {
      for (const page of pagesOf(BRANCH)) flip(bytes, nodeAt(page, 1) + 8 + 6);
    });
  });

  test("when a key was changed but keeps its order", async () => {
    await refuses((bytes) => {
      const pages = pagesOf(LEAF).filter(
        (page) => bytes.indexOf("key ", nodeAt(page, 1)) === nodeAt(page, 1) + 8,
      );
      for (const page of pages) flip(bytes, nodeAt(page, 1) + 8 + keyOf(0).length - 1);
    });
  });

  test("when a page's free space is wrong", async () => {
    await refuses((bytes) => {
      for (const page of pagesOf(LEAF)) flip(bytes, page + NODES_AT + 1);
    });
  });

  test("when a large value was changed", async () => {
    await refuses((bytes) => {
      for (const page of pagesOf(OVERFLOW)) flip(bytes, page + PAGE_BYTES + 100);
    });
  });

  test("when only the state before the newest is left", async () => {
    const [newest = 0] = roots();
    await refuses((bytes) => bytes.fill(0, newest + TRANSACTION_AT, newest + TRANSACTION_AT + 8));
  });

  test("when the newest state points to another page", async () => {
    const [newest = 0, before = 0] = roots();
    await refuses((bytes) => {
      const from = before + FREE_TREE_PAGE_AT;
      bytes.copyWithin(newest + FREE_TREE_PAGE_AT, from, from + 8);
    });
  });

  test("when the table's name is missing", async () => {
    const name = healthy.indexOf("entries with crc32\0", 2 * PAGE_BYTES);
    await refuses((bytes) => {
      for (let at = name; at >= 0; at = bytes.indexOf("entries with crc32\0", at))
        bytes.fill(0, at - 8, at + 100);
    });
  });

  test("when a used page is in the free list", async () => {
    const [newest = 0] = roots();
    const list = numberAt(healthy, newest + FREE_TREE_PAGE_AT) * PAGE_BYTES;
    const node = nodeAt(list, 0);
    const inUse = numberAt(healthy, newest + FREE_TREE_PAGE_AT);
    await refuses((bytes) => bytes.writeUInt32LE(inUse, node + 8 + 8 + 8));
  });
});
