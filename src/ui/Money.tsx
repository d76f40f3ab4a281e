/** An amount in rupees, from whole paise, with Indian grouping and tabular figures. */
import { formatRupees } from "../../domain/money";
import { cx } from "../lib/cx";

export function Money({ paise, className }: { paise: number; className?: string }) {
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>{formatRupees(paise)}</span>
  );
}
