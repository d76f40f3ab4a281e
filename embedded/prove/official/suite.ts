/** A suite of convex-backend's own tests, run from a checkout of that repository. */

/** One test, and its error if it failed. */
export interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly error: string | null;
}

interface Surroundings {
  /** The folder `npm-packages` of the checkout. */
  readonly packages: string;
  /** An empty folder for copies, installed packages and data. */
  readonly scratch: string;
}

export interface Suite {
  /** Its folder in `npm-packages`. */
  readonly name: string;
  run(surroundings: Surroundings): Promise<TestResult[]>;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
