/**
 * What is looked at before LMDB gets the folder: it maps its files into memory, and where a file is not what it should be, or
 * can't grow, it takes the process with it instead of saying so.
 */
import { closeSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DamageError } from "./checksums";

/** For LMDB's table of readers, and the first pages that it writes. */
const ROOM_BYTES = 1024 * 1024;
/** LMDB's own marks at the start of its first two pages: a magic number and the version of its format. */
const PAGE_HEADER_BYTES = 24;
const MARK = Buffer.from("dec0efbe02000000", "hex");
const PAGE_BYTES = 4_096;

/** @throws Error when so little can't be written. */
export function checkRoom(folder: string): void {
  const file = path.join(folder, "room");
  try {
    writeFileSync(file, Buffer.alloc(ROOM_BYTES, 1), { mode: 0o600 });
  } finally {
    rmSync(file, { force: true });
  }
}

function isMarked(handle: number, page: number): boolean {
  const mark = Buffer.alloc(MARK.length);
  readSync(handle, mark, 0, mark.length, page * PAGE_BYTES + PAGE_HEADER_BYTES);
  return mark.equals(MARK);
}

/** @throws DamageError when there is a file and it is not one of LMDB's. */
export function checkMarks(file: string): void {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    // A process that ended at once may have left an empty one.
    const isEmpty = readSync(handle, Buffer.alloc(1), 0, 1, 0) === 0;
    if (!isEmpty && !(isMarked(handle, 0) && isMarked(handle, 1)))
      throw new DamageError("store.lmdb is no store");
  } finally {
    closeSync(handle);
  }
}
