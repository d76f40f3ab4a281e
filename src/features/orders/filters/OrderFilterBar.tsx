/** Search, the other party and the day of placing: the filters of a list of orders that are not completed, for both parties. */
import type { FunctionReturnType } from "convex/server";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { parseDay, todayIst } from "../../../../domain/dates";
import { tradeLabel } from "../../../../domain/names";
import type { OrderList } from "../../../../domain/orderLifecycle";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { Button } from "../../../ui/Button";
import { DayWords } from "../../../ui/DayField";
import { DayInput } from "../../../ui/DayInput";
import { SearchInput } from "../../../ui/SearchInput";
import { Select, type SelectOption } from "../../../ui/Select";
import { useAddressParams } from "../../../lib/useAddressParams";
import { useNow } from "../../../lib/useNow";
import {
  isOrderFiltered,
  NO_ORDER_FILTER,
  PLACED_CHOICES,
  PLACED_LABELS,
  type PlacedChoice,
  orderFilterArgs,
  orderFilterOf,
  orderFilterParams,
  type OrderFilter,
  type OrderFilterArgs,
} from "./orderFilter";

const PLACED: readonly SelectOption<PlacedChoice>[] = PLACED_CHOICES.map((value) => ({
  value,
  label: PLACED_LABELS[value],
}));

/** The value of "all" in the list of partners: an empty one shows the placeholder. */
const ALL = "all";

export type OrderFilterBarProps = {
  control: OrderFilterControl;
  list: OrderList;
  /** The role of the other party. */
  partner: "distributor" | "retailer";
  /** Further choices of one list. */
  children?: ReactNode;
};

type Partner = FunctionReturnType<typeof api.orders.partners>[number];

/** As the list names them: "Ravi Kumar · Station Stores" of retailers, "Banyan Court · Asha Kolhari" of distributors. */
function labelOf({ name, shopName = "", companyName }: Partner): string {
  if (shopName === "") return tradeLabel({ name, business: companyName });
  return `${name} · ${shopName}`;
}

/** The other parties on a list as choices of the filter. */
function usePartners(list: OrderList, everybody: string): readonly SelectOption<string>[] {
  // Without them the list can still be searched: their failure is ignored.
  const { value = [] } = useLiveQuery(api.orders.partners, { list });
  return [
    { value: ALL, label: everybody },
    ...value.map((one) => ({ value: one.partnerId, label: labelOf(one) })),
  ];
}

export function OrderFilterBar({ control, list, partner, children }: OrderFilterBarProps) {
  const { filter, change, today } = control;
  const partners = usePartners(list, `All ${partner}s`);
  const search = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <div role="search" className="mb-4 flex flex-wrap items-center gap-2">
      <SearchInput
        className="w-full sm:w-auto sm:min-w-48 sm:flex-1"
        placeholder={`Product or ${partner}`}
        label="Search orders"
        value={filter.search}
        onChange={search}
      />
      <Select
        className="w-auto min-w-36 flex-1 sm:w-56 sm:flex-none"
        label={partner === "distributor" ? "Distributor" : "Retailer"}
        placeholder="Not on this list"
        value={filter.partner === "" ? ALL : filter.partner}
        options={partners}
        onChange={(value) => change({ partner: value === ALL ? "" : value })}
      />
      <Select
        className="w-auto min-w-36 flex-1 sm:w-44 sm:flex-none"
        label="Placed"
        value={filter.placed}
        options={PLACED}
        onChange={(placed) => change({ placed, day: placed === "day" ? today : "" })}
      />
      {filter.placed === "day" && <OneDay control={control} />}
      {children}
      {isOrderFiltered(filter) && (
        <Button variant="quiet" onClick={() => change(NO_ORDER_FILTER)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** The day of placing. The list follows each text that means a day; a half-typed one changes nothing. */
function OneDay({ control }: Pick<OrderFilterBarProps, "control">) {
  const { filter, change, today } = control;
  const bounds = useMemo(() => ({ today, max: today }), [today]);
  const [dayText, setDayText] = useState({ listed: filter.day, value: filter.day });
  const value = dayText.listed === filter.day ? dayText.value : filter.day;
  const type = (next: string) => {
    const isDay = parseDay(next) !== null;
    setDayText({ listed: isDay ? next : filter.day, value: next });
    if (isDay) change({ day: next });
  };
  return (
    <span className="flex items-center gap-2">
      <DayInput label="Placed on" value={value} onChange={type} bounds={bounds} className="w-40" />
      <span className="text-sm text-muted">
        <DayWords value={value} today={today} />
      </span>
    </span>
  );
}

export type OrderFilterControl = {
  readonly filter: OrderFilter;
  readonly change: (part: Partial<OrderFilter>) => void;
  /** The arguments of `orders.outgoing` and `orders.incoming`. */
  readonly args: OrderFilterArgs;
  /** YYYY-MM-DD. */
  readonly today: string;
};

/** The filter of a list of orders, kept in the address of the page: Back, reload and a sent link show the same list. */
export function useOrderFilter(): OrderFilterControl {
  const [params, changeParams] = useAddressParams();
  const today = todayIst(useNow());
  const filter = useMemo(() => orderFilterOf(params), [params]);
  const args = useMemo(() => orderFilterArgs(filter, today), [filter, today]);
  const change = useCallback(
    (part: Partial<OrderFilter>) =>
      changeParams((now) => orderFilterParams({ ...orderFilterOf(now), ...part })),
    [changeParams],
  );
  return { filter, change, args, today };
}
