/**
 * One process per data folder. The lock is a file with the owner's process id,
 * made exclusively; a lock whose owner is gone (kill -9, power cut) is taken over.
 */
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { StartupError, unwritableFolder } from "./startupError";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns the start time of a process in clock ticks since boot, because process ids are reused. A zombie process has none. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : (fields[19] ?? "");
  } catch {
    return "";
  }
}

interface Owner {
  readonly pid: number;
  readonly birth: string;
}

/** Undefined when there is no lock, or one that nobody has signed. */
function readOwner(file: string): Owner | undefined {
  try {
    const [pid, birth = ""] = readFileSync(file, "utf8").split(" ");
    return { pid: Number(pid), birth };
  } catch {
    return undefined;
  }
}

function isHeld({ pid, birth }: Owner): boolean {
  return pid > 0 && isAlive(pid) && readStartTime(pid) === birth;
}

function tryLock(file: string): boolean {
  try {
    const handle = openSync(file, "wx", 0o600);
    writeSync(handle, `${process.pid} ${readStartTime(process.pid)}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw unwritableFolder(path.dirname(file));
  }
}

/**
 * Takes a dead owner's lock away. Moved aside first and looked at there: whoever is faster than us has a lock of its own in
 * that place, and gets it back.
 */
function clear(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const owner = readOwner(aside);
  if (owner !== undefined && isHeld(owner)) linkSync(aside, file);
  rmSync(aside, { force: true });
}

/**
 * Locks the folder for this process and returns the way to unlock it.
 * @throws StartupError while another living process holds it, or when it can't be written.
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, "lock");
  while (!tryLock(file)) {
    const owner = readOwner(file);
    if (owner !== undefined && isHeld(owner)) {
      throw new StartupError(
        `The data folder ${folder} is in use by process ${owner.pid}: stop that one first, or name another folder with --data.`,
      );
    }
    clear(file);
  }
  return () => rmSync(file, { force: true });
}
