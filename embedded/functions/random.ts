/** `Math.random()` of one query or mutation: a seed per call, so that the call could be repeated. */
import { getRandomValues } from "node:crypto";

const UINT32 = 2 ** 32;

function freshSeed(): Uint32Array {
  const seed = getRandomValues(new Uint32Array(4));
  // All zeros would stay all zeros.
  seed[3] = (seed[3] ?? 0) | 1;
  return seed;
}

/** Marsaglia's xorshift128 over two fresh words; good enough for shuffling, not for secrets. */
export function seededRandom(): () => number {
  let state: Uint32Array | undefined;
  return () => {
    // Most calls never ask, and a seed costs as much as a read.
    state ??= freshSeed();
    let t = state[3] ?? 0;
    const s = state[0] ?? 0;
    state[3] = state[2] ?? 0;
    state[2] = state[1] ?? 0;
    state[1] = s;
    t ^= t << 11;
    t ^= t >>> 8;
    state[0] = t ^ s ^ (s >>> 19);
    return state[0] / UINT32;
  };
}
