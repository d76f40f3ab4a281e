/** `Math.random()` of one query or mutation: a seed per call, so that the call could be repeated. */
import { getRandomValues } from "node:crypto";

const UINT32 = 2 ** 32;

/** Marsaglia's xorshift128 over two fresh words; good enough for shuffling, not for secrets. */
export function seededRandom(): () => number {
  const state = getRandomValues(new Uint32Array(4));
  // All zeros would stay all zeros.
  state[3] = (state[3] ?? 0) | 1;
  return () => {
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
