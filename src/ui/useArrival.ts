/** Lets a new row slide in once, and not again when the user scrolls back to it. */
import { useEffect, useState } from "react";

/** The rows of one list that were rendered before. */
export class SeenRows {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
  }
}

/** @param isNew True when the row arrived while the page was open. */
export function useArrival(seen: SeenRows, key: string, isNew: boolean): boolean {
  const [isArriving] = useState(() => isNew && !seen.has(key));
  useEffect(() => seen.add(key), [seen, key]);
  return isArriving;
}
