/** Accepted orders by the day of their delivery: late, today, tomorrow, this week. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { DeliveryGroup } from "../../../domain/deliveryGroups";
import { ORDER_PAGES, orderAddress } from "../../../domain/links";
import type { TradeRole } from "../../../domain/roles";
import { contentText } from "../../market/orderContent";
import type { LiveQueryResult } from "../../live/useLiveQuery";
import { DateText } from "../../ui/DateText";
import { cx } from "../../lib/cx";
import { Block, countText, Row } from "./Block";

type Deliveries = FunctionReturnType<typeof api.home.arriving>;

const GROUP_NAMES = {
  late: "Late",
  today: "Today",
  tomorrow: "Tomorrow",
  week: "This week",
} as const satisfies Record<DeliveryGroup, string>;

const WORDS = {
  retailer: {
    title: "Arriving",
    empty: "Nothing arrives this week",
    error: "Failed to fetch accepted orders.",
  },
  distributor: {
    title: "To deliver",
    empty: "Nothing to deliver this week",
    error: "Failed to fetch accepted orders.",
  },
} as const satisfies Record<TradeRole, object>;

export type DeliveriesBlockProps = {
  role: TradeRole;
  answer: LiveQueryResult<Deliveries>;
  className: string;
};

export function DeliveriesBlock({ role, answer, className }: DeliveriesBlockProps) {
  const { title, empty, error } = WORDS[role];
  const to = ORDER_PAGES[role].accepted;
  return (
    <Block
      title={title}
      to={to}
      answer={answer}
      className={className}
      emptyText={(groups) => (groups.every(({ count }) => count === 0) ? empty : undefined)}
      errorMessage={error}
    >
      {(groups) =>
        groups
          .filter(({ count }) => count > 0)
          .map((group) => <Group key={group.group} role={role} group={group} />)
      }
    </Block>
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
        {rows.map(({ _id, partner, deliveryBefore, ...content }) => (
          <Row
            key={_id}
            to={orderAddress(role, "accepted", _id)}
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
