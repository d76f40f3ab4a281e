/** The time for which an order has waited: "26 h". Longer waits are coloured. */
import { formatDateTime } from "../../domain/dates";
import { cx } from "../lib/cx";
import { useNow } from "../lib/useNow";
import { ageOf } from "../lib/waiting";
import { t } from "../../domain/language/texts";

const TONES = {
  muted: "text-muted",
  caution: "font-medium text-caution",
  negative: "font-semibold text-negative",
} as const;

export function AgeText({ placedAt }: { placedAt: number }) {
  const { text, tone } = ageOf(placedAt, useNow());
  return (
    <span
      title={t("Placed {time}", { time: formatDateTime(placedAt) })}
      className="shrink-0 text-xs tabular-nums"
    >
      <span className="sr-only">{t("Waiting for")} </span>
      <span className={cx("whitespace-nowrap", TONES[tone])}>{text}</span>
    </span>
  );
}
