/** Accepted orders by the day of their delivery: a strip of seven days, and rows of what is late, due today, tomorrow and this week. */
import type { FunctionReturnType } from "convex/server";
import { Link } from "react-router-dom";
import type { api } from "../../../convex/_generated/api";
import type { DeliveryGroup } from "../../../domain/deliveryGroups";
import { ORDER_PAGES, orderAddress } from "../../../domain/links";
import type { TradeRole } from "../../../domain/roles";
import { contentText } from "../../market/orderContent";
import { DateText } from "../../ui/DateText";
import { cx } from "../../lib/cx";
import { Block, type BlockKind, countText, type LiveBlock, Row } from "./Block";
import { t } from "../../../domain/language/texts";
import { formatNearDay } from "../../../domain/dates";

type Deliveries = FunctionReturnType<typeof api.home.arriving>;

const GROUP_NAMES = {
  late: t("Late"),
  today: t("Today"),
  tomorrow: t("Tomorrow"),
  week: t("This week"),
} as const satisfies Record<DeliveryGroup, string>;

function emptyIf(text: string) {
  return (groups: Deliveries) => (groups.every(({ count }) => count === 0) ? text : undefined);
}

export const DELIVERIES = {
  retailer: {
    title: t("Arriving"),
    to: ORDER_PAGES.retailer.accepted,
    topic: t("arrivals"),
    emptyText: emptyIf(t("Nothing arrives this week")),
    errorMessage: t("Failed to fetch accepted orders."),
  },
  distributor: {
    title: t("To deliver"),
    to: ORDER_PAGES.distributor.accepted,
    topic: t("deliveries"),
    emptyText: emptyIf(t("Nothing to deliver this week")),
    errorMessage: t("Failed to fetch accepted orders."),
  },
} as const satisfies Record<TradeRole, BlockKind<Deliveries>>;

export type DeliveriesBlockProps = {
  role: TradeRole;
  block: LiveBlock<Deliveries>;
  className: string;
};

export function DeliveriesBlock({ role, block, className }: DeliveriesBlockProps) {
  return (
    <Block block={block} className={className}>
      {(groups) => (
        <>
          <Strip to={block.kind.to} groups={groups} />
          {groups
            .filter(({ count }) => count > 0)
            .map((group) => (
              <Group key={group.group} role={role} group={group} />
            ))}
        </>
      )}
    </Block>
  );
}

/** Late orders and each of seven days with its count. All lead to the list. */
function Strip({ to, groups }: { to: string; groups: Deliveries }) {
  const late = groups.find(({ group }) => group === "late")?.count ?? 0;
  const [today, ...others] = groups.flatMap(({ days }) => days);
  return (
    <div className="@container border-t border-line">
      <ul
        aria-label={t("Orders by day")}
        className="grid grid-cols-2 @[18em]:grid-cols-4 @[36em]:grid-cols-8"
      >
        <StripDay to={to} name={t("Late")} count={late} isLate={late > 0} />
        <StripDay to={to} name={t("Today")} count={today?.count ?? 0} />
        {others.map(({ day, count }) => (
          <StripDay key={day} to={to} name={formatNearDay(day)} count={count} />
        ))}
      </ul>
    </div>
  );
}

type StripDayProps = { to: string; name: string; count: number; isLate?: boolean };

function StripDay({ to, name, count, isLate = false }: StripDayProps) {
  return (
    <li>
      <Link
        to={to}
        className={cx(
          "flex min-h-13 flex-col items-center justify-center px-1 py-1.5 text-sm hover:bg-hover",
          isLate ? "font-semibold text-negative" : "text-muted",
        )}
      >
        <span>
          {name}
          <span className="sr-only">: </span>
        </span>
        <span
          className={cx(
            "text-md tabular-nums",
            count > 0 && "font-semibold",
            count > 0 && !isLate && "text-ink",
          )}
        >
          {countText(count)}
          <span className="sr-only"> {count === 1 ? t("order") : t("orders")}</span>
        </span>
      </Link>
    </li>
  );
}

type GroupProps = { role: TradeRole; group: Deliveries[number] };

function Group({ role, group: { group, count, rows } }: GroupProps) {
  const isLate = group === "late";
  return (
    <section aria-label={GROUP_NAMES[group]}>
      <h3
        className={cx(
          "flex items-center gap-2 border-t border-line bg-pill px-4 py-1.5 text-sm font-semibold",
          isLate && "text-negative",
        )}
      >
        {GROUP_NAMES[group]}
        <span className="tabular-nums">{countText(count)}</span>
      </h3>
      <ul>
        {rows.map(({ _id, partner, picture, deliveryBefore, ...content }) => (
          <Row
            key={_id}
            to={orderAddress(role, "accepted", _id)}
            picture={picture}
            text={contentText(content)}
            detail={partner}
            value={
              (isLate || group === "week") && (
                <DateText
                  date={deliveryBefore}
                  className={cx("text-sm", isLate ? "text-negative" : "text-muted")}
                />
              )
            }
          />
        ))}
      </ul>
    </section>
  );
}
