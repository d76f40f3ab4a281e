/** Goes on in memory where the database is blocked, full or stalled. */

/** Some browsers leave a blocked database unanswered instead of refusing it. */
const RESPONSE_MS = 5_000;

/** Resolves to null where the work fails or takes too long. */
export function orNull<Value>(work: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(null);
    const timer = setTimeout(giveUp, RESPONSE_MS);
    void work.then(resolve, giveUp).finally(() => clearTimeout(timer));
  });
}

export type Change<Value> = (value: Value) => Value;
export type Update<Value> = (change: Change<Value>) => Promise<Value>;

/**
 * Keeps a value in the database until that fails once, and in memory from then on. The database may still carry out late what it
 * was given before, so it gets the later changes too.
 */
export class FallbackValue<Value> {
  readonly #updateStored: Update<Value>;
  /** Makes the stored value of a change that the database carries out after it was given up. */
  readonly #afterGivingUp: (before: Value, after: Value) => Value;
  #latest: Value;
  #isKept = true;

  constructor(
    initial: Value,
    update: Update<Value>,
    afterGivingUp: (before: Value, after: Value) => Value = (_, after) => after,
  ) {
    this.#latest = initial;
    this.#updateStored = update;
    this.#afterGivingUp = afterGivingUp;
  }

  /** False once the value lives in this page's memory only. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Applies the change as one transaction over all tabs and returns the result. */
  async update(change: Change<Value>): Promise<Value> {
    const stored = orNull(
      this.#updateStored((before) => {
        const after = change(before);
        return this.#isKept ? after : this.#afterGivingUp(before, after);
      }),
    );
    const value = this.#isKept ? await stored : null;
    // Another change may have failed meanwhile, whose part the database lacks.
    if (value !== null && this.#isKept) return (this.#latest = value);
    this.#isKept = false;
    return (this.#latest = change(this.#latest));
  }
}
