/** One step at a time that the server may refuse: whether it runs, and the sentence for why it failed. */
import { useState } from "react";
import { errorMessage } from "../../lib/convexError";

export function useStep(fallback: string) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(step: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await step();
    } catch (error) {
      setFailure(errorMessage(error, fallback));
    } finally {
      setBusy(false);
    }
  }
  return { busy, failure, run };
}
