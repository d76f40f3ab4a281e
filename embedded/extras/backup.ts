/**
 * `--backup` and `--restore`: one moment of a data folder in another folder, and back. While the backend runs it makes the copy
 * itself, because it alone can keep files from being removed meanwhile; else the command does.
 *
 *   a backup:  store.lmdb   files/   admin-key   backup.json (written last: without it the copy is not whole)
 */
import { constants, existsSync, readFileSync, readdirSync } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DiskStore } from "../store/disk";
import { openDiskStore } from "../store/disk";
import { openLmdbStore } from "../store/lmdb";
import { OWNER_FILE, OWNER_FOLDER, ownFolder } from "../store/ownerOnly";
import { StartupError } from "../store/startupError";

const MANIFEST = "backup.json";
const STORE = "store.lmdb";
const FILES = "files";
const KEY = "admin-key";

async function toDisk(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  await chmod(to, OWNER_FILE);
  await toDisk(to);
  return true;
}

async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(path.join(to, FILES), { mode: OWNER_FOLDER });
  const names = await readdir(path.join(from, FILES)).catch(() => []);
  let count = 0;
  for (const name of names) {
    // A draft belongs to an upload under way, which no row names yet.
    if (name.endsWith(".part")) continue;
    const isThere = await copyIfThere(path.join(from, FILES, name), path.join(to, FILES, name));
    count += isThere ? 1 : 0;
  }
  await copyIfThere(path.join(from, KEY), path.join(to, KEY));
  return count;
}

function isUsed(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function requireUnused(folder: string): void {
  if (isUsed(folder))
    throw new StartupError(`The folder ${folder} is not empty: name another one.`);
}

/**
 * Copies a folder whose store is open. Nobody may remove files until this has resolved: the rows are copied first, and each file
 * that one of them names must still be there when it is copied.
 * @returns the number of files.
 * @throws Error in words for people; nothing of the copy is left then.
 */
export async function copyData(dataDir: string, to: string, store: DiskStore): Promise<number> {
  requireUnused(to);
  ownFolder(to);
  try {
    await store.copyTo(path.join(to, STORE));
    await chmod(path.join(to, STORE), OWNER_FILE);
    await toDisk(path.join(to, STORE));
    const files = await copyFiles(dataDir, to);
    await writeFile(path.join(to, MANIFEST), `${JSON.stringify({ files })}\n`, {
      mode: OWNER_FILE,
      flush: true,
    });
    return files;
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The backup in ${to} could not be written: ${reason}`);
  }
}

/** Opening it reads all of it. @returns the number of entries. @throws StartupError when anything is damaged. */
async function checkStore(folder: string): Promise<number> {
  try {
    const store = openLmdbStore(folder);
    const { entryCount } = store;
    await store.close();
    return entryCount;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The copy in ${folder} is of no use. ${reason}`);
  } finally {
    await rm(path.join(folder, `${STORE}-lock`), { force: true });
  }
}

interface Instance {
  readonly apiUrl: string;
  readonly adminKey: string;
}

function instanceIn(dataDir: string): Instance | null {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, "instance.json"), "utf8")) as Instance;
  } catch {
    return null;
  }
}

/** False when nobody answers: the process was killed, and left its address behind. */
async function askProcess({ apiUrl, adminKey }: Instance, to: string): Promise<boolean> {
  const answer = await fetch(`${apiUrl}/api/backup`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ to }),
  }).catch(() => null);
  if (answer === null && isUsed(to))
    throw new StartupError(
      `The backend ended while it wrote ${to}: remove that folder, and back up again.`,
    );
  if (answer === null) return false;
  if (answer.ok) return true;
  const { message } = (await answer.json()) as { readonly message: string };
  throw new StartupError(message);
}

/** Backs the folder up, whether a backend works on it or not, and reads the copy through. @throws StartupError */
export async function backUp(dataDir: string, to: string): Promise<string> {
  if (!existsSync(path.join(dataDir, STORE)))
    throw new StartupError(`There is no data in ${dataDir}: name its folder with --data.`);
  requireUnused(to);
  const instance = instanceIn(dataDir);
  if (instance === null || !(await askProcess(instance, to))) {
    const store = await openDiskStore(dataDir);
    try {
      await copyData(dataDir, to, store);
    } finally {
      await store.close();
    }
  }
  const entries = await checkStore(to);
  return `Backed up ${dataDir} to ${to} (${entries} entries, ${readdirSync(path.join(to, FILES)).length} files).`;
}

/** @throws StartupError, and then nothing of it is there. */
export async function restore(from: string, dataDir: string): Promise<string> {
  if (!existsSync(path.join(from, MANIFEST)))
    throw new StartupError(`${from} is no backup, or one that was not finished: name another.`);
  if (isUsed(dataDir))
    throw new StartupError(
      `The data folder ${dataDir} is not empty: name a new one with --data, or move it away.`,
    );
  // Moved into its place when it is whole, so that nobody ever starts with half of it.
  const draft = `${dataDir}.restoring`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true, mode: OWNER_FOLDER });
    await copyIfThere(path.join(from, STORE), path.join(draft, STORE));
    const files = await copyFiles(from, draft);
    const entries = await checkStore(draft);
    await rm(dataDir, { recursive: true, force: true });
    await rename(draft, dataDir);
    return `Restored ${from} to ${dataDir} (${entries} entries, ${files} files).`;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`${from} could not be restored: ${reason}`);
  }
}
