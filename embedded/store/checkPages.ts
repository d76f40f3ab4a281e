/**
 * Reads all of an LMDB file, page by page, and takes nothing for granted. LMDB does: a damaged page leads it to the wrong place, to
 * an older page, or to one that it believes to be free and writes over, and nobody is told.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { DamageError, isSealed } from "./checksums";
import type { Root, Tree } from "./lmdbFile";
import {
  BRANCH,
  LEAF,
  OVERFLOW,
  PAGE_HEADER_BYTES,
  TREE_BYTES,
  newestRoot,
  numberAt,
  treeAt,
} from "./lmdbFile";

/** The places of a page's fields. */
const [TRANSACTION_AT, KIND_AT, POINTERS_BYTES_AT, NODES_AT] = [8, 18, 20, 22];
/** The places of a node's fields: the size of its value (4 bytes) and flags (2), or the page below it (6); the size of its key (2), the key, the value. */
const [FLAGS_AT, KEY_BYTES_AT, KEY_AT] = [4, 6, 8];
const BELOW_BYTES = 6;
/** Flags of a node: its value is on pages of its own (the first one's number, transaction, number of pages), or describes a tree. */
const [IS_ELSEWHERE, IS_TREE] = [1, 2];
const PAGES_AT = 16;
/** Leaves are read in the order of the file, so many pages at once: one by one takes far longer. */
const PAGES_PER_READ = 256;

/** The invariants of a tree. */
interface Rules {
  /** LMDB's word for how keys are compared. */
  readonly order: number;
  readonly compare: (a: Buffer, b: Buffer) => number;
  /** @param entry - the key, followed by the value. */
  readonly isRight: (entry: Buffer, keyBytes: number, isTree: boolean) => boolean;
}

/** A page, and the range that all keys on it and below it are in. */
interface Place {
  readonly page: number;
  readonly from: Buffer | undefined;
  readonly to: Buffer | undefined;
}

function notWritten(page: number): DamageError {
  return new DamageError(`page ${page} is not what was written there`);
}

/** The pages of a file, each of which is in use once, or free. */
class Pages {
  readonly #file: number;
  readonly #root: Root;
  readonly #taken: Uint8Array;

  constructor(file: number, root: Root) {
    this.#file = file;
    this.#root = root;
    this.#taken = new Uint8Array(root.lastPage + 1);
    this.take(0, 2);
  }

  take(first: number, count = 1): void {
    for (let page = first; page < first + count; page += 1) {
      if (this.#taken[page] !== 0) throw new DamageError(`page ${page} is not there, or twice`);
      this.#taken[page] = 1;
    }
  }

  read(first: number, kind: number, count = 1): Buffer {
    this.take(first, count);
    return this.#checked(this.#bytes(first, count), first, kind);
  }

  /** Yields the pages in the order of the file. A page is there until the next one is taken. */
  *readAll(places: readonly Place[], kind: number): Generator<[Place, Buffer]> {
    const { pageBytes } = this.#root;
    const inOrder = [...places].sort((a, b) => a.page - b.page);
    let start = -PAGES_PER_READ;
    // One for all of them: a new one for each part of a large file would stay in memory for long.
    const bytes = Buffer.alloc(PAGES_PER_READ * pageBytes);
    for (const place of inOrder) {
      this.take(place.page);
      if (place.page >= start + PAGES_PER_READ) {
        start = place.page;
        this.#fill(bytes, start);
      }
      const at = (place.page - start) * pageBytes;
      yield [place, this.#checked(bytes.subarray(at, at + pageBytes), place.page, kind)];
    }
  }

  #bytes(first: number, count: number): Buffer {
    const bytes = Buffer.alloc(count * this.#root.pageBytes);
    this.#fill(bytes, first);
    return bytes;
  }

  /** The file may end before the last pages, when they are free. */
  #fill(bytes: Buffer, first: number): void {
    const length = readSync(this.#file, bytes, 0, bytes.length, first * this.#root.pageBytes);
    bytes.fill(0, length);
  }

  #checked(page: Buffer, number: number, kind: number): Buffer {
    const isIt =
      numberAt(page, 0) === number &&
      numberAt(page, TRANSACTION_AT) <= this.#root.transaction &&
      page.readUInt16LE(KIND_AT) === kind;
    if (!isIt) throw notWritten(number);
    return page;
  }
}

/** The space between pointers and nodes is free, and will be overwritten. */
function readNodes(page: Buffer): number[] {
  const nodes: number[] = [];
  const pointersEnd = PAGE_HEADER_BYTES + page.readUInt16LE(POINTERS_BYTES_AT);
  const nodesStart = PAGE_HEADER_BYTES + page.readUInt16LE(NODES_AT);
  for (let at = PAGE_HEADER_BYTES; at < pointersEnd; at += 2) {
    const node = PAGE_HEADER_BYTES + page.readUInt16LE(at);
    if (node < nodesStart || nodesStart < pointersEnd) throw new RangeError("not on the page");
    nodes.push(node);
  }
  return nodes;
}

function keyAt(page: Buffer, node: number): Buffer {
  const at = node + KEY_AT;
  return page.subarray(at, at + page.readUInt16LE(node + KEY_BYTES_AT));
}

/** The first key of a branch stands for every key before the second one. */
function placesBelow(branch: Buffer, { from, to }: Place): Place[] {
  const nodes = readNodes(branch);
  const keys = [from, ...nodes.slice(1).map((node) => keyAt(branch, node)), to];
  return nodes.map((node, at) => ({
    page: branch.readUIntLE(node, BELOW_BYTES),
    from: keys[at],
    to: keys[at + 1],
  }));
}

class TreeCheck {
  readonly #pages: Pages;
  readonly #rules: Rules;
  #overflows = 0;
  #entries = 0;

  constructor(pages: Pages, rules: Rules) {
    this.#pages = pages;
    this.#rules = rules;
  }

  run({ order, page, depth, ...noted }: Tree): void {
    let branches = 0;
    let places: Place[] = page === undefined ? [] : [{ page, from: undefined, to: undefined }];
    for (let level = 1; level < depth; level += 1) {
      branches += places.length;
      places = places.flatMap((place) => placesBelow(this.#pages.read(place.page, BRANCH), place));
    }
    for (const [place, leaf] of this.#pages.readAll(places, LEAF)) {
      if (!this.#isRightLeaf(leaf, place)) throw notWritten(place.page);
    }
    const isWhole =
      order === this.#rules.order &&
      branches === noted.branches &&
      places.length === noted.leaves &&
      this.#overflows === noted.overflows &&
      this.#entries === noted.entries;
    if (!isWhole)
      throw new DamageError(`${this.#entries} of ${noted.entries} entries can be reached`);
  }

  /** Its keys are in order and in their range, so that whoever looks for one comes here and finds it. */
  #isRightLeaf(page: Buffer, { from, to }: Place): boolean {
    const { compare, isRight } = this.#rules;
    let before: Buffer | undefined;
    for (const node of readNodes(page)) {
      const keyBytes = page.readUInt16LE(node + KEY_BYTES_AT);
      const flags = page.readUInt16LE(node + FLAGS_AT);
      const entry = this.#entryAt(page, node, keyBytes, flags);
      const key = entry.subarray(0, keyBytes);
      if (before === undefined && from !== undefined && compare(from, key) > 0) return false;
      if (before !== undefined && compare(before, key) >= 0) return false;
      // LMDB has no empty keys.
      if (keyBytes === 0 || flags > IS_TREE) return false;
      if (!isRight(entry, keyBytes, flags === IS_TREE)) return false;
      before = key;
      this.#entries += 1;
    }
    return before !== undefined && (to === undefined || compare(before, to) < 0);
  }

  #entryAt(page: Buffer, node: number, keyBytes: number, flags: number): Buffer {
    const start = node + KEY_AT;
    const bytes = page.readUInt32LE(node);
    if (flags !== IS_ELSEWHERE) return page.subarray(start, start + keyBytes + bytes);
    const at = start + keyBytes;
    const count = numberAt(page, at + PAGES_AT);
    this.#overflows += count;
    const content = this.#pages.read(numberAt(page, at), OVERFLOW, count);
    const value = content.subarray(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + bytes);
    return Buffer.concat([page.subarray(start, at), value]);
  }
}

const ENTRIES: Rules = {
  order: 0,
  compare: (a, b) => a.compare(b),
  isRight: (entry, _, isTree) => !isTree && isSealed(entry),
};

/** Lists of free pages: a count, then pages, or how many there are in a row (negative) and the first of them. Zeros mean nothing. */
function freeRules(pages: Pages): Rules {
  return {
    order: 8,
    compare: (a, b) => numberAt(a, 0) - numberAt(b, 0),
    isRight(entry, keyBytes) {
      const list = entry.subarray(keyBytes);
      const count = numberAt(list, 0);
      let inRow = 1;
      for (let at = 1; at <= count; at += 1) {
        const item = Number(list.readBigInt64LE(at * 8));
        if (item > 0) pages.take(item, inRow);
        inRow = item < 0 ? -item : 1;
      }
      return true;
    },
  };
}

/**
 * @param tables - the names of all tables; their entries have checksums.
 * @throws DamageError when anything is not what was written.
 */
export function checkPages(file: string, tables: readonly string[]): void {
  const handle = openSync(file, "r");
  try {
    const root = newestRoot(handle);
    const pages = new Pages(handle, root);
    const names = tables.map((table) => Buffer.from(`${table}\0`));
    new TreeCheck(pages, {
      ...ENTRIES,
      isRight(entry, keyBytes, isTree) {
        if (!isTree) return false;
        const [name, tree] = [entry.subarray(0, keyBytes), entry.subarray(keyBytes)];
        if (!names.some((expected) => expected.equals(name)) || tree.length !== TREE_BYTES)
          return false;
        new TreeCheck(pages, ENTRIES).run(treeAt(tree, 0));
        return true;
      },
    }).run(root.tables);
    new TreeCheck(pages, freeRules(pages)).run(root.free);
  } catch (error) {
    // A size or a place that leads out of a page.
    throw error instanceof RangeError ? new DamageError("a page is not what was written") : error;
  } finally {
    closeSync(handle);
  }
}
