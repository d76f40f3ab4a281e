/** The filters of each list of orders as its row says: their bar, and what they ask of the server. They are kept in the page's address. */
import type { FunctionArgs } from "convex/server";
import type { ReactNode } from "react";
import type { api } from "../../../../convex/_generated/api";
import type { TradeRole } from "../../../../domain/roles";
import { useAddressParams } from "../../../lib/useAddressParams";
import { filterChoice } from "../../../ui/FilterRow";
import { Select, type SelectOption } from "../../../ui/Select";
import {
  isOrderFiltered,
  NO_ORDER_FILTER,
  orderFilterWords,
  orderFilterParams,
} from "./orderFilter";
import type { OrderListPage } from "../orderList";
import { filterWords, isFiltered, NO_FILTER, queryArgsOf } from "./completedFilter";
import { CompletedFilterBar, useCompletedFilter } from "./CompletedFilterBar";
import { deliveryOf, dueGroupOf, type LoadedOrders } from "./dueGroups";
import { OrderFilterBar, useOrderFilter } from "./OrderFilterBar";
import { t } from "../../../../domain/language/texts";

type RowOrder = "latest" | "oldest";

export type ListFilter = {
  readonly args: Pick<
    FunctionArgs<typeof api.orders.incoming>,
    "text" | "partnerId" | "from" | "to" | "sort" | "delivery"
  >;
  readonly bar: (list: LoadedOrders) => ReactNode;
  /** True if it may hide what there is. */
  readonly isSet: boolean;
  readonly clear: () => void;
  /** Describes the filter on paper; the name is that of the other party of the listed orders. */
  readonly words: (partnerName: string) => string;
  readonly sort: RowOrder;
};

const SORTS: readonly SelectOption<RowOrder>[] = [
  { value: "oldest", label: t("Oldest first") },
  { value: "latest", label: t("Newest first") },
];

const NO_CHOICE: ListFilter = {
  args: {},
  bar: () => null,
  isSet: false,
  clear: () => undefined,
  words: () => "",
  sort: "latest",
};

/** Month and year of the completed orders. */
function useCompleted(): ListFilter {
  const control = useCompletedFilter();
  const { filter, change, nowMs } = control;
  return {
    ...NO_CHOICE,
    args: queryArgsOf(filter, nowMs),
    bar: () => <CompletedFilterBar {...control} />,
    isSet: isFiltered(filter),
    clear: () => change(NO_FILTER),
    words: () => filterWords(filter),
  };
}

/** Text, other party and day of placing; of the distributor's pending orders their sort, too, and of the accepted ones the delivery. */
function usePlaced(
  party: TradeRole,
  { list, choice }: Pick<OrderListPage, "list" | "choice">,
): ListFilter {
  const control = useOrderFilter();
  const [params, changeParams] = useAddressParams();
  const { filter, args, today } = control;
  const sort = params.get("sort") === "latest" ? "latest" : "oldest";
  const due = dueGroupOf(params);
  const isDue = choice !== undefined && choice !== "sort";
  const DueChips = isDue ? choice : null;
  const chosen: Partial<Pick<ListFilter, "args" | "bar">> =
    choice === "sort"
      ? {
          args: { sort },
          bar: () => (
            <Select
              className={filterChoice}
              label={t("Sort by")}
              value={sort}
              options={SORTS}
              onChange={(next) => changeParams(() => ({ sort: next === "oldest" ? "" : next }))}
            />
          ),
        }
      : DueChips === null
        ? {}
        : {
            args: { delivery: deliveryOf(due, today) },
            bar: (list) => (
              <DueChips
                {...list}
                due={due}
                onChange={(next) => changeParams(() => ({ due: next ?? "" }))}
              />
            ),
          };
  return {
    args: { ...chosen.args, ...args },
    bar: (loaded) => (
      <OrderFilterBar
        control={control}
        list={list}
        partner={party === "retailer" ? "distributor" : "retailer"}
        isFurtherSet={isDue && due !== null}
      >
        {chosen.bar?.(loaded)}
      </OrderFilterBar>
    ),
    isSet: isOrderFiltered(filter) || (isDue && due !== null),
    clear: () => changeParams(() => ({ due: "", ...orderFilterParams(NO_ORDER_FILTER) })),
    words: (partnerName) =>
      orderFilterWords(filter, filter.partner === "" ? "" : partnerName, today),
    sort,
  };
}

export function useListFilter(
  of: Pick<OrderListPage, "party" | "list" | "filters" | "choice">,
): ListFilter {
  const completed = useCompleted();
  const placed = usePlaced(of.party, of);
  switch (of.filters) {
    case undefined:
      return NO_CHOICE;
    case "placed":
      return placed;
    case "completed":
      return completed;
  }
}
