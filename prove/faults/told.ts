/** How findings about faults are worded. */
import type { Finding } from "../../embedded/prove/proof";

/** There should be none, of so many; the first is told. */
export function countOf(
  faults: readonly string[],
  of: string,
): Pick<Finding, "figure" | "target" | "holds"> {
  const first = faults[0] === undefined ? "" : `, first: ${faults[0]}`;
  return { figure: `${faults.length} of ${of}${first}`, target: "0", holds: faults.length === 0 };
}

export function atMost(what: string, ms: number, targetMs: number): Finding {
  const figure = `${ms.toFixed(0)} ms`;
  return { what, figure, target: `at most ${targetMs} ms`, holds: ms <= targetMs, isTime: true };
}
