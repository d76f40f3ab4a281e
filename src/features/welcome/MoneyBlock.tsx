/** A home page's money: what is to pay or to collect over all partners, what of it is due, and what waits to be confirmed. Live. */
import { ChevronRight, Clock, TriangleAlert } from "lucide-react";
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { todayIst } from "../../../domain/dates";
import { BADGE_MAX } from "../../../domain/limits";
import { formatRupees, shortRupees } from "../../../domain/money";
import type { TradeRole } from "../../../domain/roles";
import { cx } from "../../lib/cx";
import { useLiveQuery } from "../../lib/useLiveQuery";
import { useNow } from "../../lib/useNow";
import { useSession } from "../../lib/useSession";
import { DateText } from "../../ui/DateText";
import { FlashOnChange } from "../../ui/FlashOnChange";
import { LiveValue } from "../../ui/LiveValue";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";

type MoneySums = FunctionReturnType<typeof api.khata.money>;

const TITLES = { retailer: "To pay", distributor: "To collect" } as const satisfies Record<
  TradeRole,
  string
>;
const NOTHING = {
  retailer: "Nothing to pay",
  distributor: "Nothing to collect",
} as const satisfies Record<TradeRole, string>;

export function MoneyBlock({ role }: { role: TradeRole }) {
  const today = todayIst(useNow());
  // The page is drawn before it is certain who looks, and asks only then.
  const asked = useSession().state === "signedIn" ? { today } : "skip";
  return (
    <div className="mt-4">
      <LiveValue
        answer={useLiveQuery(api.khata.money, asked)}
        skeleton={<Skeleton className="h-14 w-full" />}
        errorMessage="Failed to load what is open."
      >
        {(sums) => <Sums role={role} sums={sums} today={today} />}
      </LiveValue>
    </div>
  );
}

type SumsProps = { role: TradeRole; sums: MoneySums; today: string };

function Sums({ role, sums, today }: SumsProps) {
  const { openPaise, dues } = sums;
  const claims = role === "distributor" ? sums.claims : 0;
  if (openPaise <= 0 && dues.length === 0 && claims === 0) {
    const advance = openPaise < 0 ? ` · ${formatRupees(-openPaise)} in advance` : "";
    return <QuietRow text={`${NOTHING[role]}${advance}`} />;
  }
  return (
    <section
      aria-label={TITLES[role]}
      className="rounded-md border border-line bg-raised shadow-low"
    >
      <Link
        to="/khata"
        className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-t-md px-4 py-2 hover:bg-hover"
      >
        <h2 className="text-md font-semibold">{TITLES[role]}</h2>
        <FlashOnChange value={openPaise} className="text-xl font-semibold">
          <span title={formatRupees(openPaise)}>{shortRupees(openPaise)}</span>
        </FlashOnChange>
        <span className="ml-auto inline-flex items-center gap-1 font-medium text-accent-ink">
          Khata
          <ChevronRight aria-hidden className="size-4" />
        </span>
      </Link>
      <Due sums={sums} />
      {claims > 0 && <Claims count={claims} />}
      {dues.length > 0 && <Dues dues={dues} today={today} />}
    </section>
  );
}

/** Nothing is open: a row that asks for no attention. */
function QuietRow({ text }: { text: string }) {
  return (
    <Link
      to="/khata"
      className="flex h-14 items-center gap-1 rounded-md border border-line px-4 text-muted hover:bg-hover"
    >
      <span>{text}</span>
      <span className="ml-auto font-medium">Khata</span>
      <ChevronRight aria-hidden className="size-4" />
    </Link>
  );
}

function Due({ sums }: { sums: MoneySums }) {
  const { overduePaise, todayPaise, hasMore } = sums;
  // Not all dues were added up: there is more than this.
  const least = hasMore ? "More than " : "";
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2">
      {overduePaise > 0 && (
        <span className="inline-flex items-center gap-1.5 font-medium text-negative tabular-nums">
          <TriangleAlert aria-hidden className="size-4" />
          {least}
          {formatRupees(overduePaise)} overdue
        </span>
      )}
      {todayPaise > 0 && <span className="tabular-nums">{formatRupees(todayPaise)} due today</span>}
      {overduePaise === 0 && todayPaise === 0 && (
        <span className="text-muted">Nothing is due yet</span>
      )}
    </p>
  );
}

function Claims({ count }: { count: number }) {
  const shown = count >= BADGE_MAX ? `${BADGE_MAX - 1}+` : String(count);
  return (
    <Link
      to="/khata"
      className="flex min-h-11 items-center gap-2 border-t border-line bg-accent-soft px-4 font-medium text-accent-ink hover:underline"
    >
      <Clock aria-hidden className="size-4" />
      {shown} {count === 1 ? "payment" : "payments"} to confirm
    </Link>
  );
}

function Dues({ dues, today }: { dues: MoneySums["dues"]; today: string }) {
  return (
    <ul aria-label="Oldest dues">
      {dues.map(({ partnerId, business, openPaise, dueOn }, at) => (
        <li key={`${partnerId} ${dueOn} ${at}`}>
          <Link
            to={`/khata/${partnerId}`}
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
