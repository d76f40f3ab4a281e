/** Remembers the value before the last change for a while; null before the first change and when the time is over. */
import { useEffect, useState } from "react";

export function useBefore(value: number, stayMs: number): number | null {
  const [seen, setSeen] = useState<{ value: number; before: number | null }>({
    value,
    before: null,
  });
  if (seen.value !== value) setSeen({ value, before: seen.value });
  const { before } = seen;
  useEffect(() => {
    if (before === null) return;
    const timer = window.setTimeout(() => setSeen({ value, before: null }), stayMs);
    return () => window.clearTimeout(timer);
  }, [before, value, stayMs]);
  return before;
}
