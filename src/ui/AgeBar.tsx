/** Open sums by age: one stacked bar, and below it each age that has money in words and figures. Draws nothing where nothing is open. */
import { AGEING_BUCKETS, AGEING_TEXTS, type Ageing, type AgeingBucket } from "../../domain/ageing";
import { cx } from "../lib/cx";
import { Money } from "./Money";
import { t } from "../../domain/language/texts";

/** The later, the stronger. */
const LOOKS = {
  notDue: "bg-edge",
  to15: "bg-negative/30",
  to30: "bg-negative/45",
  to60: "bg-negative/60",
  to90: "bg-negative/80",
  over90: "bg-negative",
} as const satisfies Record<AgeingBucket, string>;

export function AgeBar({ ageing }: { ageing: Ageing }) {
  const ages = AGEING_BUCKETS.filter((bucket) => ageing[bucket] > 0);
  if (ages.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {ages.map((bucket) => (
          <span
            key={bucket}
            className={cx("min-w-1", LOOKS[bucket])}
            style={{ flexGrow: ageing[bucket] }}
          />
        ))}
      </div>
      <ul aria-label={t("By age")} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {ages.map((bucket) => (
          <li key={bucket} className="flex flex-wrap items-center gap-x-1.5">
            <span aria-hidden className={cx("size-2 shrink-0 rounded-full", LOOKS[bucket])} />
            <span className="text-muted">
              {bucket === "notDue"
                ? t(AGEING_TEXTS[bucket])
                : t("{days} late", { days: t(AGEING_TEXTS[bucket]) })}
            </span>
            <Money
              paise={ageing[bucket]}
              className={cx("font-medium", bucket !== "notDue" && "text-negative")}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
