/** Chance: `Math.random()` of one query or mutation, a seed per call, so that the call could be repeated. */
import { getRandomValues } from "node:crypto";

const UINT32 = 2 ** 32;

const WARM_UP = 32;

/** Marsaglia's own first state. */
const FIRST_STATE = [123_456_789, 362_436_069, 521_288_629, 88_675_123] as const;

/** The state that a seed stands for; the same seed gives the same numbers, and its neighbour quite others. */
export function expandSeed(seed: number): Uint32Array<ArrayBuffer> {
  const [x, ...others] = FIRST_STATE;
  const state = Uint32Array.of(x ^ seed, ...others);
  const next = seededRandom(state);
  // The first numbers hardly know the seed yet.
  for (let count = 0; count < WARM_UP; count += 1) next();
  return state;
}

function freshState(): Uint32Array<ArrayBuffer> {
  const state = getRandomValues(new Uint32Array(4));
  // All zeros would stay all zeros.
  state[3] = (state[3] ?? 0) | 1;
  return state;
}

/** Marsaglia's xorshift128, over fresh words unless told otherwise; good enough for shuffling, not for secrets. */
export function seededRandom(seed?: Uint32Array): () => number {
  let current = seed;
  return () => {
    // Most calls never ask, and a seed costs as much as a read.
    current ??= freshState();
    const state = current;
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
