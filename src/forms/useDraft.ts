/**
 * Keeps typed text in this browser, under the account that typed it, so that it survives a reload, a closed tab, a lost connection
 * and a crash.
 */
import { useCallback, useEffect, useState } from "react";
import { readDraft, watchDraft, writeDraft } from "../accountStore/drafts";
import { useAccountId } from "../live/useMarketClient";

/**
 * Works like useState for one text, stored under `key` (name its subject: `order-message:${productId}`). `clear` removes the
 * draft and empties the text once it was sent.
 */
export function useDraft(
  key: string,
  initial = "",
): [text: string, setText: (text: string) => void, clear: () => void] {
  const accountId = useAccountId();
  const read = () => ({ accountId, key, text: readDraft(accountId, key) ?? initial });
  const [draft, setDraft] = useState(read);
  if (draft.key !== key || draft.accountId !== accountId) setDraft(read());
  // A tab that shows the same draft follows: what the other one sent is not there to be sent again.
  useEffect(
    () =>
      watchDraft(accountId, key, (before, after) =>
        setDraft((now) =>
          now.key === key && now.text === (before ?? initial)
            ? { accountId, key, text: after ?? initial }
            : now,
        ),
      ),
    [accountId, key, initial],
  );

  const setText = useCallback(
    (text: string) => {
      // The initial text was not typed, so it is no draft.
      writeDraft(accountId, key, text === initial ? null : text);
      setDraft({ accountId, key, text });
    },
    [accountId, key, initial],
  );
  const clear = useCallback(() => {
    writeDraft(accountId, key, null);
    setDraft({ accountId, key, text: initial });
  }, [accountId, key, initial]);
  return [draft.text, setText, clear];
}
