/** A row slides in once, when it comes; not again whenever the reader scrolls back to it. */
import { useEffect, useState } from "react";

/** The rows of one list that have been on the screen. */
export class SeenRows {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
  }
}

/** @param isNew Whether the row came while the page was open. */
export function useArrival(seen: SeenRows, key: string, isNew: boolean): boolean {
  const [isArriving] = useState(() => isNew && !seen.has(key));
  useEffect(() => seen.add(key), [seen, key]);
  return isArriving;
}
