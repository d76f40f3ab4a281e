/** Builds the findings that most proofs report: events that must not occur, and events that must. */
import type { Finding } from "./proof";

const REPORTED = 3;

/** Requires that there are no faults, of so many tries; fails, too, when nothing was tried. */
export function none(what: string, faults: Iterable<string>, of?: number | string): Finding {
  const all = [...faults];
  const count = of === undefined ? String(all.length) : `${all.length} of ${of}`;
  const figure =
    all.length === 0 ? count : `${count}, such as ${all.slice(0, REPORTED).join("; ")}`;
  return { what, figure, target: "0", holds: all.length === 0 && of !== 0 };
}

/** Requires at least so many. */
export function least(what: string, count: number, target = 1): Finding {
  return { what, figure: String(count), target: `at least ${target}`, holds: count >= target };
}

export function atMostMs(what: string, ms: number, target: number): Finding {
  const figure = `${ms.toFixed(1)} ms`;
  return { what, figure, target: `at most ${target} ms`, holds: ms <= target, isTime: true };
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
