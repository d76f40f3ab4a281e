/** A dialog's one action: busy while it runs; its failure is told in the dialog, or in a note if the dialog was closed meanwhile. */
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "../../lib/convexError";
import { UploadError } from "../../lib/upload";
import { useToast } from "../../ui/Toast";
import { useConnectionStatus } from "../../lib/useConnectionStatus";

export type Submission = {
  readonly isBusy: boolean;
  /** Busy, and nothing goes out: it is sent when the line is back. */
  readonly isWaiting: boolean;
  readonly error: string | null;
  readonly run: (action: () => Promise<unknown>, done: () => void) => void;
};

function sentenceFor(error: unknown, fallback: string): string {
  return error instanceof UploadError ? error.message : errorMessage(error, fallback);
}

export function useSubmission(fallback: string): Submission {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isOpen = useRef(false);
  const toast = useToast();
  const { canSend } = useConnectionStatus();
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function runToEnd(action: () => Promise<unknown>, done: () => void) {
    setBusy(true);
    setError(null);
    try {
      await action();
      done();
    } catch (failure) {
      const message = sentenceFor(failure, fallback);
      if (isOpen.current) setError(message);
      else toast({ kind: "error", message });
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    isWaiting: isBusy && !canSend,
    error,
    run: (action, done) => void runToEnd(action, done),
  };
}
