/** Accepted orders under the headings Late, Today and Later, each with its count. */
import { useMemo, type ReactNode } from "react";
import { cx } from "../../../lib/cx";
import { useToday } from "../../../lib/useNow";
import { Button } from "../../../ui/Button";
import { ListContextProvider, useListContext } from "../../../ui/listContext";
import { byDueGroup, DUE_GROUPS, DUE_LABELS, type DueGroup } from "../filters/dueGroups";
import { OrderCards, type OrderCardsProps } from "./OrderCards";
import type { Order } from "../orderRow";

export function DueGroups<Of extends Order>({ orders, isNew, card }: OrderCardsProps<Of>) {
  const today = useToday();
  const groups = useMemo(() => byDueGroup(orders, today), [orders, today]);
  const hasAll = useListContext()?.total !== null;
  return (
    <div className="flex flex-col gap-5">
      {groups.map(({ group, orders }, at) => (
        <section key={group} aria-labelledby={`due-${group}`}>
          <h2
            id={`due-${group}`}
            className={cx(
              "sticky top-14 z-5 -mx-1 mb-2 bg-paper px-1 py-1.5 text-md font-semibold",
              group === "late" && "text-negative",
            )}
          >
            {DUE_LABELS[group]}{" "}
            <span className="text-sm font-medium text-muted tabular-nums">
              {orders.length.toLocaleString("en-IN")}
              {!hasAll && at === groups.length - 1 && "+"}
            </span>
          </h2>
          <OfGroup group={group} count={orders.length}>
            <OrderCards orders={orders} isNew={isNew} card={card} />
          </OfGroup>
        </section>
      ))}
    </div>
  );
}

/** Gives each group's grid a memory and a count of its own. */
function OfGroup({
  group,
  count,
  children,
}: {
  group: DueGroup;
  count: number;
  children: ReactNode;
}) {
  const list = useListContext();
  const own = useMemo(
    () =>
      list && {
        ...list,
        total: list.total === null ? null : count,
        historyKey: list.historyKey && `${list.historyKey} ${group}`,
      },
    [list, group, count],
  );
  return own === null ? (
    children
  ) : (
    <ListContextProvider value={own}>{children}</ListContextProvider>
  );
}

export type DueChipsProps = { due: DueGroup | null; onChange: (due: DueGroup | null) => void };

/** Narrows the list down to one group. */
export function DueChips({ due, onChange }: DueChipsProps) {
  return (
    <div role="group" aria-label="Delivery" className="flex w-full flex-wrap gap-2 sm:w-auto">
      {DUE_GROUPS.map((group) => (
        <Button
          key={group}
          aria-pressed={due === group}
          variant="chip"
          className="px-3.5"
          onClick={() => onChange(due === group ? null : group)}
        >
          {DUE_LABELS[group]}
        </Button>
      ))}
    </div>
  );
}
