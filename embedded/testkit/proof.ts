/**
 * A proof tries very often, or measures, where a test takes one example. Every proof has a short form, which is part of `npm
 * run test:full`, and a long one: `npm run embedded:prove -- --long`.
 */

export type Form = "short" | "long";

export interface Finding {
  /** The name of the measure: "acknowledged mutations lost". */
  readonly what: string;
  /** The result, with its unit: "0 of 51,204". */
  readonly figure: string;
  /** The required result: "0". A figure without one is only reported. */
  readonly target?: string;
  readonly holds: boolean;
  /** Times depend on what else the machine does: `npm run test:full` prints them, and only `npm run embedded:prove` judges them. */
  readonly isTime?: boolean;
}

export interface Attempt {
  readonly form: Form;
  /** All chance comes from here; the same seed tries the same things. */
  readonly seed: number;
  /** Says in a line how far it is. */
  readonly say: (line: string) => void;
}

export interface Proof {
  /** One word, for `--only`. */
  readonly name: string;
  /** One sentence, with the numbers of the rules of SPEC.md that it proves. */
  readonly title: string;
  /** It judges times, or needs all processors: nothing runs beside it. */
  readonly isTimed?: boolean;
  run(attempt: Attempt): Promise<readonly Finding[]>;
}

/** A generator of numbers from 0 to below 1 (mulberry32): small, and the same on every machine. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value below which the given share of all values lies (nearest rank); share from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
