/** Memory, processor time and descendants of processes, from /proc. */
import { readFileSync, readdirSync } from "node:fs";

function statusOf(pid: number): Map<string, number> {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  return new Map(
    lines.map((line) => [line.split(":")[0] ?? "", Number.parseInt(line.split(":")[1] ?? "")]),
  );
}

/** Returns the process and all its descendants. */
function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), statusOf(Number(name)).get("PPid") ?? 0);
    } catch {
      // The process has ended meanwhile.
    }
  }
  const tree = [root];
  for (const pid of tree)
    tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Linux counts processor time in hundredths of a second (USER_HZ), on every architecture that Node runs on. */
const TICK_MS = 10;

/**
 * The processor time of the process trees in milliseconds, user and system. That of children that ended counts with the parent that
 * waited for them.
 */
export function processorMs(roots: readonly number[]): number {
  const statOf = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8");
    } catch {
      // The process has ended meanwhile: its time is its parent's now.
      return "";
    }
  };
  const ticks = (pid: number) => {
    // The second field, the program's name, may hold spaces.
    const [, rest = ""] = /^.*\) (.*)$/s.exec(statOf(pid)) ?? [];
    const fields = rest.split(" ");
    // utime, stime, cutime and cstime are fields 14 to 17 of proc(5); here the third comes first.
    return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  };
  return roots.flatMap(treeOf).reduce((sum, pid) => sum + ticks(pid), 0) * TICK_MS;
}

/** The proportional set size of the process trees in MiB: private memory, and shared memory counted once per tree. */
export function memoryMib(roots: readonly number[]): number {
  const pss = (pid: number) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  };
  return roots.flatMap(treeOf).reduce((sum, pid) => sum + pss(pid), 0) / 1024;
}
