/** Memory and descendants of processes, from /proc: the bench runs where Debian's PostgreSQL does. */
import { readFileSync, readdirSync } from "node:fs";

function statusOf(pid: number): Map<string, number> {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  return new Map(
    lines.map((line) => [line.split(":")[0] ?? "", Number.parseInt(line.split(":")[1] ?? "")]),
  );
}

/** The process and all that it started, directly or not. */
function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), statusOf(Number(name)).get("PPid") ?? 0);
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [root];
  for (const pid of tree)
    tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** What the process has in memory, shared libraries too, in MB: its resident set. */
export function residentMb(pid: number): number {
  return ((statusOf(pid).get("VmRSS") ?? Number.NaN) * 1024) / 1e6;
}

/** In MiB: what is theirs alone, and what they share counted once for each of the trees. */
export function memoryMib(roots: readonly number[]): number {
  const pss = (pid: number) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  };
  return roots.flatMap(treeOf).reduce((sum, pid) => sum + pss(pid), 0) / 1024;
}
