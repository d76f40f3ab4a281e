/** The age of a notification in a few characters, and the same in words for screen readers. */
import { formatTime, todayIst } from "../../../domain/dates";
import { t } from "../../../domain/language/texts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type Age = { readonly text: string; readonly words: string };

/** Returns, for example, "now", "3 m", "2 h" of today; of an earlier day, which stands above it, the time: "4:05 pm". */
export function ageOf(at: number, nowMs: number): Age {
  // The server's clock may be ahead of this one.
  const age = Math.max(0, nowMs - at);
  if (age < MINUTE_MS) return { text: t("now"), words: t("just now") };
  if (todayIst(at) !== todayIst(nowMs)) return { text: formatTime(at), words: formatTime(at) };
  if (age < HOUR_MS) {
    const minutes = Math.floor(age / MINUTE_MS);
    return {
      text: t("{count} m", { count: minutes }),
      words: t("{count, plural, one {# minute ago} other {# minutes ago}}", { count: minutes }),
    };
  }
  const hours = Math.floor(age / HOUR_MS);
  return {
    text: t("{count} h", { count: hours }),
    words: t("{count, plural, one {# hour ago} other {# hours ago}}", { count: hours }),
  };
}
