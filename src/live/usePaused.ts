/** Returns a typed text as it was when the typing last paused, so that letters in between ask for nothing. */
import { useEffect, useState } from "react";

/** Long enough to skip the letters in between, short enough to feel immediate. */
const PAUSE_MS = 120;

export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return paused;
}
