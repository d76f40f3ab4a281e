/** Folders that hold secrets: keys, password hashes and everybody's rows. Their owner may look inside, and nobody else. */
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
} from "node:fs";
import type { Stats } from "node:fs";
import path from "node:path";
import { StartupError, unwritableFolder } from "./startupError";

export const OWNER_FOLDER = 0o700;
export const OWNER_FILE = 0o600;
/** The rights of the group and of everybody else. */
const OTHERS = 0o077;
/** One of them is in every folder that the backend made. */
const OURS = ["store.lmdb", "admin-key", "backup.json"];

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

function close(name: string, about: Stats): void {
  if (!isOpen(about)) return;
  chmodSync(name, about.isDirectory() ? OWNER_FOLDER : OWNER_FILE);
}

/** Skips folders that are closed to others already: they may hold a hundred thousand files. */
function closeContent(folder: string): void {
  for (const name of readdirSync(folder)) {
    const inner = path.join(folder, name);
    const about = lstatSync(inner, { throwIfNoEntry: false });
    if (about === undefined || about.isSymbolicLink()) continue;
    const wasOpen = isOpen(about);
    close(inner, about);
    if (wasOpen && about.isDirectory()) closeContent(inner);
  }
}

function requireWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw unwritableFolder(folder);
  }
}

/**
 * Makes the folder, or takes the rights of everybody but its owner away, from it and from what is in it.
 * @throws StartupError when it belongs to somebody else, holds what is not the backend's, or can't be closed.
 */
export function ownFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
  } catch {
    throw unwritableFolder(folder);
  }
  // Windows knows no such rights: a folder has those of the one that it is in.
  if (process.getuid === undefined) return;
  const about = statSync(folder);
  if (about.uid !== process.getuid()) {
    requireWritable(folder);
    throw new StartupError(
      `The folder ${folder} belongs to another user, who could read all that is kept there: start as that user, or name another folder.`,
    );
  }
  const names = isOpen(about) ? readdirSync(folder) : [];
  if (names.length > 0 && !names.some((name) => OURS.includes(name))) {
    throw new StartupError(
      `The folder ${folder} can be read by others and holds other things: name a folder of its own, or close it with chmod 700.`,
    );
  }
  try {
    close(folder, about);
    closeContent(folder);
  } catch {
    throw unwritableFolder(folder);
  }
  if (isOpen(statSync(folder))) {
    throw new StartupError(
      `The disk of ${folder} does not keep others from reading there: name a folder on another disk.`,
    );
  }
}
