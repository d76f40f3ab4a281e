/**
 * Gives a screen one call to the server with its state: busy, waiting for the connection, failed. The texts are announced, because
 * toasts and `ErrorNotice` are live regions.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useToast } from "../ui/Toast";
import { runServerAction, type ServerActionOptions } from "./serverAction";
import { useConnectionStatus } from "../live/useConnectionStatus";

export type ServerAction<Input = void> = {
  /** Keeps its identity between renders. Resolves to true after a success, and never rejects. */
  readonly run: (input: Input) => Promise<boolean>;
  readonly isBusy: boolean;
  /** Busy without a connection: the call is sent when it is back. */
  readonly isWaiting: boolean;
  /** The text of the last run's failure, or null. */
  readonly error: string | null;
  readonly clearError: () => void;
};

export function useServerAction<Result, Input = void>(
  call: (input: Input) => Promise<Result>,
  options: ServerActionOptions<NoInfer<Input>, NoInfer<Result>>,
): ServerAction<Input> {
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { canSend } = useConnectionStatus();
  const toast = useToast();
  const isMounted = useIsMounted();
  const latest = useRef({ call, options });
  useLayoutEffect(() => {
    latest.current = { call, options };
  });

  const clearError = useCallback(() => setError(null), []);
  const run = useCallback(
    async (input: Input): Promise<boolean> => {
      const { call, options } = latest.current;
      setRunning((count) => count + 1);
      setError(null);
      const screen = { isMounted, showError: setError, toast };
      const isDone = await runServerAction(call, input, options, screen);
      setRunning((count) => count - 1);
      return isDone;
    },
    [toast, isMounted],
  );
  const isBusy = running > 0;
  return { run, isBusy, isWaiting: isBusy && !canSend, error, clearError };
}

function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
