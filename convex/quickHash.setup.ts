/**
 * Derives passwords with a single round in tests, which do so thousands of times.
 * `auth/secrets.test.ts` restores the derivation and holds it to its true number of rounds.
 */
import { vi } from "vitest";

const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle);

vi.spyOn(crypto.subtle, "deriveBits").mockImplementation((algorithm, key, length) =>
  deriveBits({ ...(algorithm as Pbkdf2Params), iterations: 1 }, key, length),
);
