/** The parameters of the page's address, such as the filters of a list, and changes of them. */
import { useCallback, useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/** Values by name: an empty one takes its parameter out of the address, and parameters without one stay. */
export type AddressParams = Readonly<Record<string, string>>;
type Update = (now: URLSearchParams) => AddressParams;

/**
 * Works like `useSearchParams`, but each change starts from the one before, rendered or not, and the function is always the same one.
 * The router's own starts from the parameters of the rendering it came with, so that a search that follows the typing would undo a
 * filter that was chosen meanwhile. Replaces the history's entry: Back leaves the list instead of undoing it letter by letter.
 */
export function useAddressParams(): [params: URLSearchParams, change: (update: Update) => void] {
  const [params, setParams] = useSearchParams();
  const newest = useRef({ params, setParams });
  useLayoutEffect(() => {
    newest.current = { params, setParams };
  }, [params, setParams]);
  const change = useCallback((update: Update) => {
    const { current } = newest;
    const next = new URLSearchParams(current.params);
    for (const [name, value] of Object.entries(update(next))) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    newest.current = { ...current, params: next };
    current.setParams(next, { replace: true });
  }, []);
  return [params, change];
}
