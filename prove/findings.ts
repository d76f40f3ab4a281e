/** The kinds of findings that most proofs have: what must not have happened, and what must have. */
import type { Finding } from "../embedded/testkit/proof";

/** @param tried how often it could have happened; with none, nothing is shown. */
export function none(what: string, faults: readonly string[], tried: number): Finding {
  const count = countOf(faults, String(tried));
  return { what, ...count, holds: count.holds && tried > 0 };
}

export function least(what: string, count: number, target = 1): Finding {
  return { what, figure: String(count), target: `at least ${target}`, holds: count >= target };
}

export function atMostMs(what: string, ms: number, target: number): Finding {
  const figure = `${ms.toFixed(1)} ms`;
  return { what, figure, target: `at most ${target} ms`, holds: ms <= target, isTime: true };
}

/** The same where what is counted against is a text. */
export function countOf(
  faults: readonly string[],
  of: string,
): Pick<Finding, "figure" | "target" | "holds"> {
  const first = faults[0] === undefined ? "" : `, first: ${faults[0]}`;
  return { figure: `${faults.length} of ${of}${first}`, target: "0", holds: faults.length === 0 };
}

const TOLD = 5;

/** There should be none; the first few are told. */
export function noneOf(what: string, these: ReadonlySet<string>): Finding {
  const some = [...these].slice(0, TOLD).join("; ");
  return { what, figure: `${these.size} ${some}`.trim(), target: "0", holds: these.size === 0 };
}
