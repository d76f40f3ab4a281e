/** A partner in the list of the khata: the balance, what is to be paid next, and where there is room terms and limit. */
import * as links from "../../../domain/links";
import { useId } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../lib/cx";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { DueDay } from "./DueDay";
import {
  type ListedKhata,
  type BalanceText,
  balanceText,
  khataName,
  termsText,
} from "./khataTexts";
import { LimitBar } from "./LimitBar";
import { useTradeRole } from "./pageContext";

export const TONES = {
  ink: "text-ink",
  positive: "text-positive",
  muted: "text-muted",
} as const satisfies Record<BalanceText["tone"], string>;

export type PartnerRowProps = { khata: ListedKhata; arriving: boolean; today: string };

export function PartnerRow({ khata, arriving, today }: PartnerRowProps) {
  const { partnerId, partnerName, balancePaise, oldestDueOn } = khata;
  const { sum, words, tone } = balanceText(balancePaise, useTradeRole());
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        "relative flex min-h-16 flex-wrap items-center gap-x-4 px-3 py-2 hover:bg-hover md:min-h-14 md:px-4 md:py-1.5 [:not(:last-child)>&]:border-b [:not(:last-child)>&]:border-line",
        arriving && "animate-arrive",
      )}
    >
      <div className="min-w-0 flex-1 basis-[8em]">
        <h2 id={titleId} className="font-semibold wrap-anywhere">
          {/* The whole row is the link's target. */}
          <Link
            to={links.khataWith(partnerId)}
            className="-outline-offset-2 after:absolute after:inset-0"
          >
            {khataName(khata)}
          </Link>
        </h2>
        <p className="truncate text-sm text-muted" title={partnerName}>
          {partnerName}
        </p>
      </div>
      <p className="w-[11em] text-sm text-muted max-lg:hidden">{termsText(khata)}</p>
      <div className="w-[22em] max-md:hidden">
        <LimitBar khata={khata} />
      </div>
      <p className="ml-auto min-w-fit text-right leading-4.5 md:w-[13em]">
        <FlashOnChange
          value={balancePaise}
          className={cx("block text-md leading-5 font-semibold whitespace-nowrap", TONES[tone])}
        >
          {sum}
        </FlashOnChange>{" "}
        {/* Beside a due day phones have no room for them: the sum of all says them. */}
        <span
          className={cx(
            "text-sm",
            tone === "positive" ? "text-positive" : "text-muted",
            oldestDueOn !== null && "max-md:sr-only",
          )}
        >
          {words}
        </span>{" "}
        {oldestDueOn !== null && <DueDay dueOn={oldestDueOn} today={today} className="text-sm" />}
      </p>
    </article>
  );
}
