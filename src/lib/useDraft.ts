/** Typed text that survives a reload (sessionStorage): nothing that somebody wrote is lost to a dropped connection or a crash. */
import { useCallback, useState } from "react";

const PREFIX = "draft:";

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // Storage is full or forbidden: the draft lives as long as the page.
  }
}

/**
 * Like useState for one text, kept under `key` (name the thing that is being written about: `order-message:${productId}`).
 * `clear` forgets the draft and empties the text, after it was sent.
 */
export function useDraft(
  key: string,
  initial = "",
): [text: string, setText: (text: string) => void, clear: () => void] {
  const [draft, setDraft] = useState(() => ({ key, text: read(key) ?? initial }));
  if (draft.key !== key) setDraft({ key, text: read(key) ?? initial });

  const setText = useCallback(
    (text: string) => {
      write(key, text);
      setDraft({ key, text });
    },
    [key],
  );
  const clear = useCallback(() => {
    write(key, null);
    setDraft({ key, text: initial });
  }, [key, initial]);
  return [draft.text, setText, clear];
}
