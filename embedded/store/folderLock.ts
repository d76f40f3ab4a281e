/**
 * One process per data folder. The lock is a file with the owner's process id,
 * made exclusively; a lock whose owner is gone (kill -9, power cut) is taken over.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { StartupError } from "./startupError";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process started, in clock ticks since boot: a process id alone may have been given again. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function ownerOf(file: string): { pid: number; birth: string } | undefined {
  try {
    const [pid, birth = ""] = readFileSync(file, "utf8").split(" ");
    return { pid: Number(pid), birth };
  } catch {
    return undefined;
  }
}

function tryLock(file: string): boolean {
  try {
    const handle = openSync(file, "wx", 0o600);
    writeSync(handle, `${process.pid} ${birthOf(process.pid)}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Locks the folder for this process and returns the way to unlock it.
 * @throws StartupError while another living process holds it.
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, "lock");
  while (!tryLock(file)) {
    const owner = ownerOf(file);
    const held =
      owner !== undefined &&
      owner.pid > 0 &&
      isAlive(owner.pid) &&
      birthOf(owner.pid) === owner.birth;
    if (held) {
      throw new StartupError(
        `The data folder ${folder} is in use by process ${owner.pid}: stop that one first, or name another folder with --data.`,
      );
    }
    rmSync(file, { force: true });
  }
  return () => rmSync(file, { force: true });
}
