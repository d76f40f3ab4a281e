/** Tests of convex-backend that fail here, and are meant to. */

export interface ExpectedMiss {
  readonly suite: string;
  readonly file: string;
  /** As the run prints it. */
  readonly title: string;
  readonly reason: string;
}

export const EXPECTED_MISSES: readonly ExpectedMiss[] = [];
