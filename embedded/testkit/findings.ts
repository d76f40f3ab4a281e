/** Builds the findings that most proofs report: events that must not occur, and events that must. */
import type { Finding } from "./proof";

/** Requires that there are no faults; fails, too, when nothing was tried. */
export function none(what: string, faults: readonly string[], tried: number): Finding {
  const count = countOf(faults, String(tried));
  return { what, ...count, holds: count.holds && tried > 0 };
}

/** Requires at least so many. */
export function least(what: string, count: number, target = 1): Finding {
  return { what, figure: String(count), target: `at least ${target}`, holds: count >= target };
}

export function atMostMs(what: string, ms: number, target: number): Finding {
  const figure = `${ms.toFixed(1)} ms`;
  return { what, figure, target: `at most ${target} ms`, holds: ms <= target, isTime: true };
}

/** Requires that there are no faults; `of` is what they are counted against, "20 rounds". */
export function countOf(
  faults: readonly string[],
  of: string,
): Pick<Finding, "figure" | "target" | "holds"> {
  const first = faults[0] === undefined ? "" : `, first: ${faults[0]}`;
  return { figure: `${faults.length} of ${of}${first}`, target: "0", holds: faults.length === 0 };
}

const REPORTED = 5;

/** Requires an empty set; the figure includes its first entries. */
export function noneOf(what: string, entries: ReadonlySet<string>): Finding {
  const first = [...entries].slice(0, REPORTED).join("; ");
  return {
    what,
    figure: `${entries.size} ${first}`.trim(),
    target: "0",
    holds: entries.size === 0,
  };
}

/** Compares two times in milliseconds; the first may be so many times the second. */
export function atMostTimes(what: string, ms: number, than: number, most: number): Finding {
  const ratio = ms / than;
  return {
    what,
    figure: `${ratio.toFixed(2)} × (${ms.toFixed(1)} ms against ${than.toFixed(1)} ms)`,
    target: `≤ ${most} ×`,
    holds: ratio <= most,
    isTime: true,
  };
}

/** A figure that is only told. */
export function told(what: string, figure: string): Finding {
  return { what, figure, holds: true };
}
