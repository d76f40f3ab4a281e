/** One choice of a list, kept in the address of the page beside its filters; at rest it leaves no trace. */
import { useCallback } from "react";
import { useAddressParams } from "../../lib/useAddressParams";

export function useListChoice(name: string): [URLSearchParams, (value: string | null) => void] {
  const [params, changeParams] = useAddressParams();
  const choose = useCallback(
    (value: string | null) => {
      changeParams((now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      });
    },
    [changeParams, name],
  );
  return [params, choose];
}
