/** The market's description of its calls. A document like any other file: read once, not live. */
import { useEffect, useState } from "react";
import type { Description } from "./openapi";

type State =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly description: Description };

export const DESCRIPTION_ADDRESS = "/api/openapi.json";

async function read(signal: AbortSignal): Promise<Description> {
  const response = await fetch(DESCRIPTION_ADDRESS, { signal });
  if (!response.ok) throw new Error(`${DESCRIPTION_ADDRESS} answered ${response.status}`);
  return (await response.json()) as Description;
}

export function useDescription(): State & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ kind: "loading" });
  useEffect(() => {
    const controller = new AbortController();
    read(controller.signal).then(
      (description) => setState({ kind: "ready", description }),
      () => {
        if (!controller.signal.aborted) setState({ kind: "failed" });
      },
    );
    return () => controller.abort();
  }, [attempt]);
  const retry = () => {
    setState({ kind: "loading" });
    setAttempt((before) => before + 1);
  };
  return { ...state, retry };
}
