/**
 * Checks the folder before LMDB opens it: LMDB maps its files into memory, and a file that is damaged or can't grow would
 * kill the process without a message.
 */
import { closeSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newestRoot } from "./lmdbFile";

/** The room for LMDB's table of readers, and the first pages that it writes. */
const ROOM_BYTES = 1024 * 1024;

/** @throws Error when so little can't be written. */
export function checkRoom(folder: string): void {
  const file = path.join(folder, "room");
  try {
    writeFileSync(file, Buffer.alloc(ROOM_BYTES, 1), { mode: 0o600 });
  } finally {
    rmSync(file, { force: true });
  }
}

/** @throws DamageError when there is a file and it has no root that LMDB could start from. */
export function checkRoot(file: string): void {
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
    if (!isEmpty) newestRoot(handle);
  } finally {
    closeSync(handle);
  }
}
