/** One choice of a list, kept in the address of the page beside its filters; at rest it leaves no trace. */
import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";

export function useListChoice(name: string): [URLSearchParams, (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const choose = useCallback(
    (value: string | null) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      );
    },
    [setParams, name],
  );
  return [params, choose];
}
