/** An amount in rupees, from whole paise, with Indian grouping and tabular figures. It breaks only where a whole line has no room for it. */
import { formatRupees } from "../../domain/money";
import { cx } from "../lib/cx";

export function Money({ paise, className }: { paise: number; className?: string }) {
  return (
    <span className={cx("max-w-full wrap-break-word tabular-nums", className)}>
      {formatRupees(paise)}
    </span>
  );
}
