/** Returns an address of the bytes for <img>, which lives as long as they are shown. */
import { useMemo, useSyncExternalStore } from "react";

/** An address that exists while it is subscribed to: a rendering that React throws away or repeats leaves none behind. */
class ObjectUrl {
  readonly #blob: Blob;
  #url: string | null = null;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  readonly current = (): string | null => this.#url;

  readonly subscribe = (changed: () => void): (() => void) => {
    const url = URL.createObjectURL(this.#blob);
    this.#url = url;
    changed();
    return () => {
      URL.revokeObjectURL(url);
      this.#url = null;
    };
  };
}

const neverChanges = () => () => undefined;
const none = () => null;

/** Null for the first rendering, too. */
export function useObjectUrl(blob: Blob | null): string | null {
  const url = useMemo(() => (blob === null ? null : new ObjectUrl(blob)), [blob]);
  return useSyncExternalStore(url?.subscribe ?? neverChanges, url?.current ?? none, none);
}
