/** A partner in the list of the khata: the balance, the terms, and what is to be paid next. */
import * as links from "../../../domain/links";
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { cx } from "../../lib/cx";
import { Card } from "../../ui/Card";
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

export type KhataCardProps = { khata: ListedKhata; arriving: boolean; today: string };

export function KhataCard({ khata, arriving, today }: KhataCardProps) {
  const { partnerId, partnerName, balancePaise, oldestDueOn } = khata;
  const { sum, words, tone } = balanceText(balancePaise, useTradeRole());
  const titleId = useId();
  return (
    <Card
      as="article"
      arriving={arriving}
      aria-labelledby={titleId}
      className="relative flex flex-col gap-2 p-4 focus-within:border-edge hover:border-edge"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-base font-semibold wrap-anywhere">
            {/* The whole card is the link's target. */}
            <Link
              to={links.khataWith(partnerId)}
              className="outline-offset-2 after:absolute after:inset-0 after:rounded-md"
            >
              {khataName(khata)}
            </Link>
          </h2>
          <p className="truncate text-sm text-muted" title={partnerName}>
            {partnerName}
          </p>
        </div>
        <ChevronRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <FlashOnChange value={balancePaise} className={cx("text-lg font-semibold", TONES[tone])}>
          {sum}
        </FlashOnChange>{" "}
        <span className={tone === "positive" ? "text-positive" : "text-muted"}>{words}</span>
        {oldestDueOn !== null && <DueDay dueOn={oldestDueOn} today={today} className="ml-auto" />}
      </p>
      <LimitBar khata={khata} />
      <p className="mt-auto text-sm text-muted">{termsText(khata)}</p>
    </Card>
  );
}
