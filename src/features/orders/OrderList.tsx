/** A page of orders, with their count and the sheet on which they are printed. */
import type { ReactElement, ReactNode } from "react";
import type { LiveRows } from "../../lib/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { SidePanelProvider } from "../../ui/SidePanel";
import { OneOrderBar } from "./OneOrderBar";
import type { OneOrder } from "./oneOrder";
import type { Order } from "./orderRow";
import { OrderSheet } from "./OrderSheet";
import type { SheetColumn } from "./sheetColumns";

const ORDER_WORDS = { one: "order", many: "orders" };

export type OrderListProps<Row extends Order> = {
  title: string;
  list: LiveRows<Row>;
  /** The exact count, where the server keeps one. */
  count?: number | undefined;
  one: OneOrder;
  /** At the end of the heading. */
  action?: ReactNode;
  /** Between the heading and the filters. */
  toolbar?: ReactNode;
  /** Above the rows of the whole list. */
  filters?: ReactNode;
  /** Describes the filters on paper. */
  filterWords?: string;
  empty: ReactNode;
  errorMessage: string;
  skeleton: "rows" | ReactElement;
  /** The columns of the printed list. */
  sheetColumns: readonly SheetColumn<Row>[];
  children: (rows: readonly Row[], isNew: (order: Row) => boolean) => ReactNode;
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

export function OrderList<Row extends Order>(props: OrderListProps<Row>) {
  const { filterWords, sheetColumns, one, toolbar, filters, ...page } = props;
  const { title, list, count } = page;
  return (
    <SidePanelProvider>
      <ListPage
        {...page}
        toolbar={
          <>
            {toolbar}
            {one.isOne ? <OneOrderBar {...one} /> : filters}
          </>
        }
        count={countText(list, count)}
        total={count}
        rowWords={ORDER_WORDS}
        sheet={(orders) => (
          <OrderSheet
            title={title}
            filterWords={filterWords}
            orders={orders}
            isAll={list.status === "Exhausted"}
            columns={sheetColumns}
          />
        )}
      />
    </SidePanelProvider>
  );
}
