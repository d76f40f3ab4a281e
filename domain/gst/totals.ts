/** Totals of a document: sums of its lines, never computed anew, and the rupee to which it is rounded. */
import type { LineTax } from "./lineTax";

export type DocumentTotals = LineTax & {
  /** Added to reach a whole rupee, −49 to 50; 0 without rounding. A row of its own. */
  readonly roundOffPaise: number;
  /** The sum owed. */
  readonly payablePaise: number;
};

const PARTS = [
  "taxablePaise",
  "untaxedPaise",
  "cgstPaise",
  "sgstPaise",
  "igstPaise",
  "totalPaise",
] as const satisfies (keyof LineTax)[];

const PAISE_PER_RUPEE = 100;

/** To the nearest rupee; fifty paise go up. */
function roundOff(paise: number): number {
  const rest = paise % PAISE_PER_RUPEE;
  if (rest === 0) return 0;
  return rest < PAISE_PER_RUPEE / 2 ? -rest : PAISE_PER_RUPEE - rest;
}

export function documentTotals(
  lines: readonly LineTax[],
  { roundsToRupee }: { roundsToRupee: boolean },
): DocumentTotals {
  const sum = (part: keyof LineTax) => lines.reduce((total, line) => total + line[part], 0);
  const sums = Object.fromEntries(PARTS.map((part) => [part, sum(part)])) as LineTax;
  const roundOffPaise = roundsToRupee ? roundOff(sums.totalPaise) : 0;
  return { ...sums, roundOffPaise, payablePaise: sums.totalPaise + roundOffPaise };
}
