/**
 * Typed text that survives a reload (sessionStorage): nothing that somebody wrote is lost to a dropped connection or a crash. It
 * belongs to the account that typed it.
 */
import { useCallback, useState } from "react";
import { DRAFT, readFor, writeFor } from "./accountStorage";
import { useAccountId } from "./useMarketClient";

/**
 * Like useState for one text, kept under `key` (name the thing that is being written about: `order-message:${productId}`).
 * `clear` forgets the draft and empties the text, after it was sent.
 */
export function useDraft(
  key: string,
  initial = "",
): [text: string, setText: (text: string) => void, clear: () => void] {
  const accountId = useAccountId();
  const name = DRAFT + key;
  const read = () => ({ accountId, key, text: readFor(accountId, name) ?? initial });
  const [draft, setDraft] = useState(read);
  if (draft.key !== key || draft.accountId !== accountId) setDraft(read());

  const setText = useCallback(
    (text: string) => {
      // What stood there at first is nothing that was typed.
      writeFor(accountId, name, text === initial ? null : text);
      setDraft({ accountId, key, text });
    },
    [accountId, key, name, initial],
  );
  const clear = useCallback(() => {
    writeFor(accountId, name, null);
    setDraft({ accountId, key, text: initial });
  }, [accountId, key, name, initial]);
  return [draft.text, setText, clear];
}
