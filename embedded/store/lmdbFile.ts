/**
 * The layout of LMDB's file, as far as it is read without LMDB: version 2 of the format, 64 bits, little-endian (`mdb.c` in
 * the package `lmdb`).
 *
 *   pages 0 and 1: a root each, written alternately; in the middle of page 0 a copy of the one that was flushed last
 *   root ──▶ the tree of free pages
 *        └─▶ the tree of tables ──▶ a tree of entries for each
 */
import { readSync } from "node:fs";
import { DamageError } from "./checksums";

/** The bytes of a page's header: its number (8), its transaction (8), padding (2), its kind (2), the ends of its free space (2 and 2). */
export const PAGE_HEADER_BYTES = 24;
export const [BRANCH, LEAF, OVERFLOW] = [1, 2, 4];

/** The beginning of a root: a magic number and the version of the format. */
const MARK = Buffer.from("dec0efbe02000000", "hex");
const [PAGE_SIZE_AT, FREE_AT, TABLES_AT, LAST_PAGE_AT, TRANSACTION_AT] = [24, 24, 72, 120, 128];
const ROOT_BYTES = 144;
const SMALLEST_PAGE = 512;
const NO_PAGE = 2 ** 64;
export const TREE_BYTES = 48;
/** These say how a tree's keys are compared. */
const ORDER_FLAGS = 0x7f;

/** Exact up to 2 ** 53; beyond that, larger than anything there can be. */
export function numberAt(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}

/** LMDB's record of a tree. */
export interface Tree {
  readonly order: number;
  readonly depth: number;
  readonly branches: number;
  readonly leaves: number;
  readonly overflows: number;
  readonly entries: number;
  /** Undefined while nothing is in it. */
  readonly page: number | undefined;
}

export function treeAt(bytes: Buffer, at: number): Tree {
  const page = numberAt(bytes, at + 40);
  return {
    order: bytes.readUInt16LE(at + 4) & ORDER_FLAGS,
    depth: bytes.readUInt16LE(at + 6),
    branches: numberAt(bytes, at + 8),
    leaves: numberAt(bytes, at + 16),
    overflows: numberAt(bytes, at + 24),
    entries: numberAt(bytes, at + 32),
    page: page === NO_PAGE ? undefined : page,
  };
}

export interface Root {
  readonly pageBytes: number;
  readonly transaction: number;
  readonly lastPage: number;
  readonly free: Tree;
  readonly tables: Tree;
}

function bytesAt(handle: number, at: number): Buffer {
  const bytes = Buffer.alloc(ROOT_BYTES);
  readSync(handle, bytes, 0, bytes.length, at);
  return bytes;
}

/**
 * The root that the file is read from. What was flushed is never newer: else the newest root is damaged, and LMDB would take the one
 * before for it.
 * @throws DamageError
 */
export function newestRoot(handle: number): Root {
  const first = bytesAt(handle, PAGE_HEADER_BYTES);
  const pageBytes = Math.max(first.readUInt32LE(PAGE_SIZE_AT), SMALLEST_PAGE);
  const second = bytesAt(handle, pageBytes + PAGE_HEADER_BYTES);
  if (![first, second].every((root) => root.subarray(0, MARK.length).equals(MARK)))
    throw new DamageError("store.lmdb is no store");
  const flushed = bytesAt(handle, pageBytes / 2 + PAGE_HEADER_BYTES);
  const readTransactionId = (root: Buffer): number => numberAt(root, TRANSACTION_AT);
  const newest = readTransactionId(first) > readTransactionId(second) ? first : second;
  const transaction = readTransactionId(newest);
  if (readTransactionId(flushed) > transaction)
    throw new DamageError("its newest state is not what was written");
  return {
    pageBytes,
    transaction,
    lastPage: numberAt(newest, LAST_PAGE_AT),
    free: treeAt(newest, FREE_AT),
    tables: treeAt(newest, TABLES_AT),
  };
}
