/** The parameters of the page's address, such as the filters of a list, and changes of them. */
import { useCallback, useLayoutEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";

type Update = (now: URLSearchParams) => URLSearchParams;

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
    const next = update(new URLSearchParams(current.params));
    newest.current = { ...current, params: next };
    current.setParams(next, { replace: true });
  }, []);
  return [params, change];
}
