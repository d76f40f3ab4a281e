/** A page of placements: the distributor's pending, accepted and rejected orders. On paper each line has a row. */
import type { ReactNode } from "react";
import { BADGE_MAX } from "../../../domain/limits";
import type { LiveRows } from "../../lib/useLiveList";
import { ListPage } from "../../ui/ListPage";
import { SidePanelProvider } from "../../ui/SidePanel";
import { OrderCardsSkeleton } from "./OrderCardsSkeleton";
import { OneOrderBar } from "./OneOrderBar";
import type { OneOrder } from "./oneOrder";
import { OrderSheet } from "./OrderSheet";
import type { IncomingOrder } from "./orderRow";
import type { IncomingPlacement } from "./placements";
import type { SheetColumn } from "./sheetColumns";

const ORDER_WORDS = { one: "order", many: "orders" };

export type PlacementListProps = {
  title: string;
  list: LiveRows<IncomingPlacement>;
  /** The rows of the page, where answered ones stay in their places. */
  shown?: readonly IncomingPlacement[];
  one: OneOrder;
  /** At the end of the heading. */
  action?: ReactNode;
  /** Above the rows of the whole list. */
  filters?: ReactNode;
  /** Describes the filters on paper. */
  filterWords?: string;
  /** Placements on the list, where the server counts them, up to BADGE_MAX. */
  count?: number | undefined;
  empty: ReactNode;
  errorMessage: string;
  /** The columns of the printed list. */
  sheetColumns: readonly SheetColumn<IncomingOrder>[];
  children: (
    rows: readonly IncomingPlacement[],
    isNew: (placement: IncomingPlacement) => boolean,
  ) => ReactNode;
};

/** The number of all placements, if it is known. */
function totalOf(
  { results, status, error }: LiveRows<unknown>,
  count = BADGE_MAX,
): number | undefined {
  if (status === "Exhausted" && error === null) return results.length;
  return count < BADGE_MAX ? count : undefined;
}

/** "12" or "124+"; nothing while nothing is known. */
function countText(list: LiveRows<unknown>, count: number | undefined): string | undefined {
  const total = totalOf(list, count);
  if (total !== undefined) return total.toLocaleString("en-IN");
  const known = Math.max(list.results.length, count ?? 0);
  return known === 0 ? undefined : `${known.toLocaleString("en-IN")}+`;
}

export function PlacementList(props: PlacementListProps) {
  const { sheetColumns, filterWords, shown, one, filters, ...page } = props;
  const { title, list } = page;
  const count = one.isOne ? undefined : page.count;
  const total = totalOf(list, count);
  const answered = shown === undefined ? 0 : shown.length - list.results.length;
  return (
    <SidePanelProvider>
      <ListPage
        {...page}
        toolbar={one.isOne ? <OneOrderBar {...one} /> : filters}
        list={shown === undefined ? list : { ...list, results: shown }}
        count={countText(list, count)}
        total={total === undefined ? undefined : total + answered}
        rowWords={ORDER_WORDS}
        skeleton={<OrderCardsSkeleton />}
        // Answered ones are on the screen only.
        sheet={() => (
          <OrderSheet
            title={title}
            filterWords={filterWords}
            orders={list.results.flatMap(({ lines }) => lines)}
            isAll={list.status === "Exhausted"}
            columns={sheetColumns}
          />
        )}
      />
    </SidePanelProvider>
  );
}
