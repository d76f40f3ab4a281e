/** Counts what is in use (bytes, sockets, calls) by key and in all, against a limit of each. */
export interface BudgetLimits {
  readonly perKey: number;
  readonly inAll: number;
}

export class Budget {
  readonly #limits: BudgetLimits;
  /** Holds no key at zero, so that strangers' addresses leave nothing behind. */
  readonly #byKey = new Map<string, number>();
  #inUse = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** The sum over all keys. */
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
    if (used > this.#limits.perKey || this.#inUse + amount > this.#limits.inAll) return false;
    this.#set(key, used);
    return true;
  }

  /** Returns what was taken; never more than that. */
  give(key: string, amount: number): void {
    this.#set(key, Math.max(this.usedBy(key) - amount, 0));
  }

  #set(key: string, used: number): void {
    this.#inUse += used - this.usedBy(key);
    if (used === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, used);
  }
}
