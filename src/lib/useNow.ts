/** The time, renewed every minute: "Today" becomes "Yesterday", and "41 h" becomes "40 h", while the page is open. */
import { useEffect, useState } from "react";

const RENEW_MS = 60_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), RENEW_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
