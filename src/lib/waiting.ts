/** Waiting times in a few characters: of an order since it was placed, and of an offer until it ends. */
import { t } from "../../domain/language/texts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;
/** Hours say more than "1 day" or "2 days". */
const HOURS_SHOWN = 72;
/** A retailer asks elsewhere after half a day. */
const LATE_HOURS = 4;

function durationText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return t("{count} min", { count: Math.max(1, Math.floor(ms / MINUTE_MS)) });
  if (hours < HOURS_SHOWN) return t("{count} h", { count: hours });
  return t("{count, plural, one {# day} other {# days}}", { count: Math.floor(hours / DAY_HOURS) });
}

export type Age = { readonly text: string; readonly tone: "muted" | "caution" | "negative" };

/** Returns, for example, "< 1 h", "26 h", "3 days": a caution after 4 hours, negative after a day. Minutes would redraw every card each minute. */
export function ageOf(placedAt: number, nowMs: number): Age {
  const age = Math.max(0, nowMs - placedAt);
  const late = age >= LATE_HOURS * HOUR_MS ? "caution" : "muted";
  const text = age < HOUR_MS ? t("< 1 h") : durationText(age);
  return { text, tone: age >= DAY_HOURS * HOUR_MS ? "negative" : late };
}

/** Returns, for example, "2 min ago", "just now" within a minute. */
export function sinceText(at: number, nowMs: number): string {
  const age = nowMs - at;
  return age < MINUTE_MS ? t("just now") : t("{duration} ago", { duration: durationText(age) });
}

/** Returns, for example, "ends in 41 h". */
export function endText(expiresAt: number, nowMs: number): string {
  return expiresAt <= nowMs
    ? t("ends now")
    : t("ends in {duration}", { duration: durationText(expiresAt - nowMs) });
}

const DAY_MS = DAY_HOURS * HOUR_MS;

/** Returns, for example, "25 days late", "today", or null for a later day. Both are days as YYYY-MM-DD. */
export function latenessOf(deliveryBefore: string, today: string): string | null {
  const days = Math.round((Date.parse(today) - Date.parse(deliveryBefore)) / DAY_MS);
  if (days < 0) return null;
  if (days === 0) return t("today");
  return t("{count, plural, one {# day late} other {# days late}}", { count: days });
}
