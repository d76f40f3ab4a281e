/** A home page's money: what is to pay or to collect over all partners, what of it is due, and what waits to be confirmed. */
import * as links from "../../../domain/links";
import { Clock, TriangleAlert } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import type { api } from "../../../convex/_generated/api";
import { BADGE_MAX } from "../../../domain/limits";
import { formatRupees, shortRupees } from "../../../domain/money";
import type { TradeRole } from "../../../domain/roles";
import { cx } from "../../lib/cx";
import { DateText } from "../../ui/DateText";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { Money } from "../../ui/Money";
import { Block, type BlockKind, type LiveBlock } from "./Block";
import { t } from "../../../domain/language/texts";

type MoneySums = FunctionReturnType<typeof api.khata.money>;

function moneyKind(role: TradeRole, title: string, nothing: string): BlockKind<MoneySums> {
  return {
    title,
    to: links.KHATA,
    link: t("Khata"),
    topic: t("payments"),
    emptyText: (sums) =>
      sums.openPaise !== 0 || sums.dues.length > 0 || claimsFor(role, sums) > 0
        ? undefined
        : nothing,
    errorMessage: t("Failed to load what is open."),
  };
}

const NOTHING = {
  retailer: t("Nothing to pay"),
  distributor: t("Nothing to collect"),
} as const satisfies Record<TradeRole, string>;

export const MONEY = {
  retailer: moneyKind("retailer", t("To pay"), NOTHING.retailer),
  distributor: moneyKind("distributor", t("To collect"), NOTHING.distributor),
} as const satisfies Record<TradeRole, BlockKind<MoneySums>>;

export type MoneyBlockProps = {
  role: TradeRole;
  today: string;
  block: LiveBlock<MoneySums>;
  className?: string;
};

export function MoneyBlock({ role, today, block, className = "" }: MoneyBlockProps) {
  return (
    <Block
      block={block}
      figure={({ openPaise }) =>
        openPaise >= 0 && (
          <FlashOnChange value={openPaise} className="text-lg text-ink">
            <span title={formatRupees(openPaise)}>{shortRupees(openPaise)}</span>
          </FlashOnChange>
        )
      }
      className={className}
    >
      {(sums) => (
        <>
          <Due role={role} sums={sums} />
          {claimsFor(role, sums) > 0 && <Claims count={claimsFor(role, sums)} />}
          {sums.dues.length > 0 && <Dues dues={sums.dues} today={today} />}
        </>
      )}
    </Block>
  );
}

/** Payments to be confirmed, by the distributor alone. */
function claimsFor(role: TradeRole, { claims }: MoneySums): number {
  return role === "distributor" ? claims : 0;
}

function Due({ role, sums }: { role: TradeRole; sums: MoneySums }) {
  const { openPaise, overduePaise, todayPaise, hasMore } = sums;
  const overdue = { sum: formatRupees(overduePaise) };
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2">
      {overduePaise > 0 && (
        <span className="inline-flex items-center gap-1.5 font-medium text-negative tabular-nums">
          <TriangleAlert aria-hidden className="size-4" />
          {/* Where not all dues were added up, there is more than this. */}
          {hasMore ? t("More than {sum} overdue", overdue) : t("{sum} overdue", overdue)}
        </span>
      )}
      {todayPaise > 0 && (
        <span className="tabular-nums">
          {t("{sum} due today", { sum: formatRupees(todayPaise) })}
        </span>
      )}
      {overduePaise === 0 && todayPaise === 0 && (
        <span className="text-muted">
          {openPaise < 0
            ? `${NOTHING[role]} · ${t("{sum} in advance", { sum: formatRupees(-openPaise) })}`
            : t("Nothing is due yet")}
        </span>
      )}
    </p>
  );
}

function Claims({ count }: { count: number }) {
  const shown = count >= BADGE_MAX ? `${BADGE_MAX - 1}+` : String(count);
  return (
    <Link
      to={links.KHATA}
      className="flex min-h-11 items-center gap-2 border-t border-line bg-accent-soft px-4 font-medium text-accent-ink hover:underline"
    >
      <Clock aria-hidden className="size-4" />
      {t("{count, plural, one {{shown} payment to confirm} other {{shown} payments to confirm}}", {
        count,
        shown,
      })}
    </Link>
  );
}

function Dues({ dues, today }: { dues: MoneySums["dues"]; today: string }) {
  return (
    <ul aria-label={t("Oldest dues")}>
      {dues.map(({ partnerId, business, openPaise, dueOn }, at) => (
        <li key={`${partnerId} ${dueOn} ${at}`}>
          <Link
            to={links.khataWith(partnerId)}
            className="flex min-h-10 items-center gap-3 border-t border-line px-4 py-2 hover:bg-hover touch:min-h-11"
          >
            <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-3">
              <span title={business} className="truncate">
                {business}
              </span>
              <DateText
                date={dueOn}
                className={cx("shrink-0 text-sm", dueOn < today ? "text-negative" : "text-muted")}
              />
            </span>
            <Money paise={openPaise} className="shrink-0 font-medium" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
