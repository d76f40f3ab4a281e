/** The balance in large figures, with the limit and the terms under which it came about. */
import type { ReactNode } from "react";
import { formatDateTime } from "../../../domain/dates";
import { formatRupees } from "../../../domain/money";
import { cx } from "../../lib/cx";
import { useNow } from "../../lib/useNow";
import { Card } from "../../ui/Card";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { type Khata, balanceText, blockText, termsText } from "./khataTexts";
import { LimitBar } from "./LimitBar";
import { TONES } from "./PartnerRow";
import { useTradeRole } from "./pageContext";
import { t } from "../../../domain/language/texts";

export function BalanceCard({ khata, children }: { khata: Khata; children: ReactNode }) {
  const { balancePaise, openOrdersPaise } = khata;
  const { sum, words, tone } = balanceText(balancePaise, useTradeRole());
  const block = blockText(khata);
  return (
    <Card
      as="section"
      aria-label={t("Balance")}
      className="flex flex-col gap-3 p-3 max-md:gap-2 md:p-4"
    >
      {/* The largest sum of a list fits on one line, also where letters are of twice the size. */}
      <p className="@container flex flex-wrap items-baseline gap-x-2">
        <FlashOnChange
          value={balancePaise}
          className={cx(
            "min-w-0 text-[min(2.125rem,12.5cqi)] leading-tight font-semibold wrap-break-word",
            TONES[tone],
          )}
        >
          {sum}
        </FlashOnChange>{" "}
        <span className={tone === "positive" ? "text-positive" : "text-muted"}>{words}</span>
      </p>
      <LimitBar khata={khata} />
      <div className="flex flex-wrap gap-x-4 text-sm text-muted">
        <p>{termsText(khata)}</p>
        {block !== null && <p>{block}</p>}
        {openOrdersPaise > 0 && (
          <p className="tabular-nums">
            {t("Pending orders: {sum}", { sum: formatRupees(openOrdersPaise) })}
          </p>
        )}
        <Allowance khata={khata} />
      </div>
      {children}
    </Card>
  );
}

/** The allowance that is not used yet, until it ends. */
export function Allowance({ khata: { allowance } }: { khata: Khata }) {
  const now = useNow();
  if (allowance === undefined || allowance.until <= now) return null;
  return (
    <p className="font-medium text-ink tabular-nums">
      {t("The next order may go {sum} beyond the limit, until {time}.", {
        sum: formatRupees(allowance.paise),
        time: formatDateTime(allowance.until),
      })}
    </p>
  );
}
