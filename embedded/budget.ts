/** Counts what is in use (bytes, sockets, calls) by key and in all, against a limit of each. */
export interface BudgetLimits {
  readonly perKey: number;
  readonly inAll: number;
  /** The first so much of each key counts for this key alone, so that small users pass when others have used the budget up. */
  readonly uncounted?: number;
}

export class Budget {
  readonly #limits: BudgetLimits;
  /** Holds no key at zero, so that strangers' addresses leave nothing behind. */
  readonly #byKey = new Map<string, number>();
  #inUse = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** The sum over all keys, of each without what is not counted. */
  get inUse(): number {
    return this.#inUse;
  }

  /** The number of keys that have something in use. */
  get keys(): number {
    return this.#byKey.size;
  }

  usedBy(key: string): number {
    return this.#byKey.get(key) ?? 0;
  }

  /** Counts the amount and returns true; returns false and counts nothing where a limit would be passed. */
  take(key: string, amount: number): boolean {
    const used = this.usedBy(key) + amount;
    const more = this.#counted(used) - this.#counted(this.usedBy(key));
    if (used > this.#limits.perKey || (more > 0 && this.#inUse + more > this.#limits.inAll))
      return false;
    this.#set(key, used);
    return true;
  }

  /** Returns what was taken; never more than that. */
  give(key: string, amount: number): void {
    this.#set(key, Math.max(this.usedBy(key) - amount, 0));
  }

  #counted(used: number): number {
    return Math.max(used - (this.#limits.uncounted ?? 0), 0);
  }

  #set(key: string, used: number): void {
    this.#inUse += this.#counted(used) - this.#counted(this.usedBy(key));
    if (used === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, used);
  }
}
