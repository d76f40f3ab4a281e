/** Memory and descendants of processes, from /proc. */
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

/** The resident set of a process in MB, shared libraries included. */
export function residentMb(pid: number): number {
  return ((statusOf(pid).get("VmRSS") ?? Number.NaN) * 1024) / 1e6;
}

/** The proportional set size of the process trees in MiB: private memory, and shared memory counted once per tree. */
export function memoryMib(roots: readonly number[]): number {
  const pss = (pid: number) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  };
  return roots.flatMap(treeOf).reduce((sum, pid) => sum + pss(pid), 0) / 1024;
}
