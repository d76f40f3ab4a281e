/** A live list of orders on a page: heading with the count, new orders announced, the four sights of a list, and its sheet of paper. */
import type { ReactElement, ReactNode } from "react";
import type { LiveRows } from "../../lib/useLiveList";
import { ArrivalsBanner } from "../../ui/ArrivalsBanner";
import { LiveList } from "../../ui/LiveList";
import { PageHeader } from "../../ui/PageHeader";
import { useArrivals } from "../../ui/useArrivals";
import type { Order } from "./orderRow";
import { OrderSheet } from "./OrderSheet";
import type { SheetColumn } from "./sheetColumns";

const ORDER_WORDS = { one: "order", many: "orders" };

export type OrderListProps = {
  title: string;
  list: LiveRows<Order>;
  /** What the list is asked; rows that answer another question are no news. */
  question?: string;
  /** The exact count, where the server keeps one. */
  count?: number | undefined;
  /** Between the heading and the rows: filters. */
  toolbar?: ReactNode;
  /** What the filters let through, for the paper. */
  filterWords?: string;
  empty: ReactNode;
  errorMessage: string;
  skeleton: "rows" | ReactElement;
  /** How the list stands on paper. */
  sheetColumns: readonly SheetColumn[];
  children: (rows: readonly Order[], isNew: (order: Order) => boolean) => ReactNode;
};

/** "10,004" or "124+"; nothing while nothing is known. */
function countText(
  { results, status }: LiveRows<Order>,
  count: number | undefined,
): string | undefined {
  if (count !== undefined) return count.toLocaleString("en-IN");
  if (status === "LoadingFirstPage") return undefined;
  return `${results.length.toLocaleString("en-IN")}${status === "Exhausted" ? "" : "+"}`;
}

export function OrderList(props: OrderListProps) {
  const { title, list, question = title, count, toolbar, empty, errorMessage, skeleton } = props;
  const arrivals = useArrivals(list, question);
  const { shown, isNew } = arrivals;
  return (
    <>
      <div className={shown.length > 0 ? "print:hidden" : undefined}>
        <PageHeader title={title} count={countText(list, count)} />
        {toolbar}
      </div>
      <ArrivalsBanner arrivals={arrivals} words={ORDER_WORDS} />
      <LiveList
        list={{ ...list, results: shown }}
        total={count}
        empty={empty}
        errorMessage={errorMessage}
        skeleton={skeleton}
        sheet={(orders) => (
          <OrderSheet
            title={title}
            filterWords={props.filterWords}
            orders={orders}
            isAll={list.status === "Exhausted"}
            columns={props.sheetColumns}
          />
        )}
      >
        {(rows) => props.children(rows, isNew)}
      </LiveList>
    </>
  );
}
