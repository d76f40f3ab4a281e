/**
 * A bounded map of what was set or looked up lately, in two generations: what is looked up again moves to the young one, and when
 * that is full, the old one goes as a whole.
 */
export class RecentMap<Key, Value> {
  readonly #mostYoung: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /** @param most - The number of entries that are kept at most; at least half of it is. */
  constructor(most: number) {
    this.#mostYoung = most / 2;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#mostYoung) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
