/** Search, the other party and the day of placing: the filters of a list of orders that are not completed, for both parties. */
import type { FunctionReturnType } from "convex/server";
import { type ReactNode, useCallback, useMemo } from "react";
import { api } from "../../../../convex/_generated/api";
import { todayIst } from "../../../../domain/dates";
import { tradeLabel } from "../../../../domain/names";
import type { OrderList } from "../../../../domain/orderLifecycle";
import { cx } from "../../../lib/cx";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { filterChoice, FilterRow } from "../../../ui/FilterRow";
import { lazyPart } from "../../../ui/lazyPart";
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
  setChoiceCount,
} from "./orderFilter";
import { t } from "../../../../domain/language/texts";

/** Fetched with its calendar by those who choose one day. */
const PlacedDay = lazyPart(async () => (await import("./PlacedDay")).PlacedDay, {
  message: t("The field for the day could not be loaded."),
});

const PLACED: readonly SelectOption<PlacedChoice>[] = PLACED_CHOICES.map((value) => ({
  value,
  label: PLACED_LABELS[value],
}));

/** The value of "all" in the list of partners: an empty one shows the placeholder. */
const ALL = "all";

/** By the role of the other party. */
const PARTNER_TEXTS = {
  distributor: {
    label: t("Distributor"),
    all: t("All distributors"),
    search: t("Product or distributor"),
  },
  retailer: { label: t("Retailer"), all: t("All retailers"), search: t("Product or retailer") },
} as const;

export type OrderFilterBarProps = {
  control: OrderFilterControl;
  list: OrderList;
  /** The role of the other party. */
  partner: "distributor" | "retailer";
  /** A further choice of one list. */
  children?: ReactNode;
  /** True if the further choice narrows the list down. */
  isFurtherSet?: boolean;
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

export function OrderFilterBar(props: OrderFilterBarProps) {
  const { control, list, partner, children, isFurtherSet = false } = props;
  const { filter, change, today } = control;
  const texts = PARTNER_TEXTS[partner];
  const partners = usePartners(list, texts.all);
  const search = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <FilterRow
      className="max-sm:mb-2"
      search={
        <SearchInput
          className="min-w-40 flex-1 sm:min-w-48"
          placeholder={texts.search}
          label={t("Search orders")}
          value={filter.search}
          onChange={search}
        />
      }
      setCount={setChoiceCount(filter) + Number(isFurtherSet)}
      onClear={() => change(NO_ORDER_FILTER)}
      isClearable={isOrderFiltered(filter)}
    >
      <Select
        className={cx(filterChoice, "sm:max-w-56 sm:basis-40")}
        label={texts.label}
        placeholder={t("Not on this list")}
        value={filter.partner === "" ? ALL : filter.partner}
        options={partners}
        onChange={(value) => change({ partner: value === ALL ? "" : value })}
      />
      <Select
        className={filterChoice}
        label={t("Placed")}
        value={filter.placed}
        options={PLACED}
        onChange={(placed) => change({ placed, day: placed === "day" ? today : "" })}
      />
      {filter.placed === "day" && (
        <PlacedDay day={filter.day} today={today} onChange={(day) => change({ day })} />
      )}
      {children}
    </FilterRow>
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
