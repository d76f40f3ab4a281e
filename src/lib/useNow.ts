/** The time and the day, renewed every minute: "Today" becomes "Yesterday", and "41 h" becomes "40 h", while the page is open. */
import { useSyncExternalStore } from "react";
import { todayIst } from "../../domain/dates";

const RENEW_MS = 60_000;

function subscribe(renew: () => void): () => void {
  const timer = window.setInterval(renew, RENEW_MS);
  return () => window.clearInterval(timer);
}

function minuteNow(): number {
  return Math.floor(Date.now() / RENEW_MS) * RENEW_MS;
}

/** Returns the beginning of the current minute; for first screens that of the build, which shows nowhere: no figure is known there. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, minuteNow, minuteNow);
}

/** Returns the day in India, and the next one from midnight on. */
export function useToday(): string {
  return todayIst(useNow());
}
