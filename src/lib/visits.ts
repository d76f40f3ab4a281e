/**
 * What was known of a list when its page was left, for whoever comes back to it with Back or Forward: by the entry of the
 * browser's history and the question. Kept in memory for the latest lists only; a reload begins anew.
 */

const KEPT_LISTS = 30;

const all: Visits<unknown>[] = [];

/** What one account saw of its lists is nothing for the next one. */
export function forgetVisits(): void {
  for (const visits of all) visits.clear();
}

export class Visits<Value> {
  readonly #values = new Map<string, Value>();

  constructor() {
    all.push(this);
  }

  clear(): void {
    this.#values.clear();
  }

  get(place: string): Value | undefined {
    return this.#values.get(place);
  }

  /** Notes the latest; the one that was noted longest ago is forgotten. */
  set(place: string, value: Value): void {
    this.#values.delete(place);
    this.#values.set(place, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > KEPT_LISTS && oldest !== undefined) this.#values.delete(oldest);
  }
}
