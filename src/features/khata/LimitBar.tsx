/** The used part of a credit limit: open sums and pending orders. Draws nothing where there is no limit. */
import { creditUseOf } from "../../../domain/creditTerms";
import { formatRupees } from "../../../domain/money";
import { cx } from "../../lib/cx";
import { type Khata, type KhataRow, runningText } from "./khataTexts";
import { t } from "../../../domain/language/texts";

/** The share from which on the bar warns: the next order may not fit. */
const NEARLY_USED = 0.8;

const fill = (share: number) =>
  share >= 1 ? "bg-negative" : share >= NEARLY_USED ? "bg-caution" : "bg-positive";

export function LimitBar({ khata }: { khata: Khata | KhataRow }) {
  const use = creditUseOf(khata, khata);
  if (use === null) return null;
  const { usedPaise, limitPaise } = use;
  const share = limitPaise === 0 ? 1 : Math.max(0, usedPaise / limitPaise);
  const words = `${runningText(usedPaise)} / ${formatRupees(limitPaise)}`;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
        <span className="text-muted">{t("Limit used")}</span>
        <span>{words}</span>
      </p>
      <div
        role="meter"
        aria-label={t("Limit used")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(share * 100))}
        aria-valuetext={words}
        className="h-2 overflow-hidden rounded-full border border-line bg-sunken"
      >
        <div
          className={cx(
            "h-full rounded-full transition-[width]",
            share > 0 && "min-w-1",
            fill(share),
          )}
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </div>
    </div>
  );
}
