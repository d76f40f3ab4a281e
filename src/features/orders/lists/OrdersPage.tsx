/** A list of orders of either party: its heading, filters, rows and dialogs, as the row of that list says. */
import { useSearchParams } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { ORDER_PARAM } from "../../../../domain/links";
import { BADGE_MAX } from "../../../../domain/limits";
import { cx } from "../../../lib/cx";
import { ExportButton } from "../../../files/exports/ExportButton";
import { type LiveRows, useLiveList } from "../../../live/useLiveList";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { Button, LinkButton } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { lazyPart } from "../../../ui/lazyPart";
import { ListPage } from "../../../ui/ListPage";
import { SidePanelProvider } from "../../../ui/SidePanel";
import { BY_PLACING, byDelivery, useKeptRows } from "./keptRows";
import { OrderActsProvider } from "../orderActs";
import { OrderCardsSkeleton } from "./OrderCards";
import type { OrderListPage } from "../orderList";
import type { Order } from "../orderRow";
import { OrderSheet } from "../tables/OrderSheet";
import { SelectionProvider, useNewSelection } from "./selection";
import { type ListFilter, useListFilter } from "../filters/useListFilter";
import { useOrderActs } from "./useOrderActs";
import { t } from "../../../../domain/language/texts";

/** Loaded when the first order is opened. */
const OrderPane = lazyPart(async () => (await import("../order/OrderPane")).OrderPane, {
  message: t("The order could not be loaded."),
});

function newOrdersText(count: number): string {
  return t("{count, plural, one {# new order} other {# new orders}}", { count });
}

/** Returns the number of all orders, if it is known. */
function totalOf(
  { results, status, error }: LiveRows<unknown>,
  count = BADGE_MAX,
): number | undefined {
  if (status === "Exhausted" && error === null) return results.length;
  return count < BADGE_MAX ? count : undefined;
}

/** Returns "12" or "124+"; nothing while nothing is known. */
function totalText(list: LiveRows<unknown>, count: number | undefined): string | undefined {
  const total = totalOf(list, count);
  if (total !== undefined) return total.toLocaleString("en-IN");
  const lowerBound = Math.max(list.results.length, count ?? 0);
  return lowerBound === 0 ? undefined : `${lowerBound.toLocaleString("en-IN")}+`;
}

/** The list keeps 600 px at least; the order is as wide as a phone, or a little wider. */
const BESIDE_GRID = "xl:grid xl:grid-cols-[minmax(0,1fr)_min(36%,32rem)] xl:items-start xl:gap-6";
/** Below 1280 px, and on paper, the order takes the list's place. The card of the open order is framed. */
const LIST_LOOK =
  "max-xl:hidden print:hidden xl:[&_[role=list]]:grid-cols-2 [&_:is(article,tr):has(a[aria-current])]:border-accent";

export function OrdersPage<Of extends Order>({ of }: { of: OrderListPage<Of> }) {
  const { list: name, title, Rows, Above, Choice, sheetColumns } = of;
  const filter = useListFilter(of);
  const orderId = useSearchParams()[0].get(ORDER_PARAM);
  const isOpen = orderId !== null;
  const list = useLiveList(of.query, { list: name, ...filter.args }, { isKeptOffline: true });
  const live: readonly Of[] = list.results;
  const { value: counted } = useLiveQuery(
    api.orders.pendingCount,
    of.isCounted === true && !filter.isSet ? {} : "skip",
  );
  const keptRows = useKeptRows(
    live,
    list.queryKey,
    name === "accepted" ? byDelivery : BY_PLACING[filter.sort],
  );
  // Only orders of this list are kept.
  const rows = keptRows.rows as readonly Of[];
  // Once nothing waits for an answer the list says so, above the links of what was accepted.
  const isAnswered = name === "pending" && live.length === 0;
  const selection = useNewSelection();
  const { acts, dialog } = useOrderActs(of, { keptRows, selection });
  const isAll = list.status === "Exhausted";
  const total = totalOf(list, counted);
  const partnerName = live[0] === undefined ? "" : of.partnerOf(live[0]);
  return (
    <SelectionProvider value={selection}>
      <OrderActsProvider value={acts}>
        <SidePanelProvider>
          <div className={cx(isOpen && BESIDE_GRID)}>
            <div data-beside={isOpen || undefined} className={cx("min-w-0", isOpen && LIST_LOOK)}>
              <ListPage
                title={title}
                count={totalText(list, counted)}
                action={
                  of.hasExport && (
                    // On phones the title's line is as high as its text, though the button is a finger high.
                    <ExportButton
                      subject="orders"
                      className="max-sm:-my-2 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0"
                    />
                  )
                }
                toolbar={
                  <>
                    {Above && <Above />}
                    {filter.bar({ orders: live, isAll })}
                  </>
                }
                list={isAnswered ? list : { ...list, results: rows }}
                total={total === undefined ? undefined : total + rows.length - live.length}
                rowWords={newOrdersText}
                skeleton={of.look === "table" ? "rows" : <OrderCardsSkeleton />}
                errorMessage={of.errorMessage}
                empty={
                  <>
                    <Nothing of={of} filter={filter} />
                    {rows.length > 0 && <Rows orders={rows} isNew={noneIsNew} />}
                  </>
                }
                // What was answered is on the screen only.
                sheet={() => (
                  <OrderSheet
                    title={title}
                    filterWords={filter.words(partnerName)}
                    orders={live}
                    isAll={isAll}
                    columns={sheetColumns}
                  />
                )}
              >
                {(shown, isNew) => (
                  <>
                    {Choice && <Choice orders={live} />}
                    <Rows orders={shown} isNew={isNew} />
                  </>
                )}
              </ListPage>
            </div>
            {isOpen && (
              <div className="min-w-0 xl:sticky xl:top-18">
                <OrderPane of={of} orderId={orderId} />
              </div>
            )}
          </div>
          {dialog}
        </SidePanelProvider>
      </OrderActsProvider>
    </SelectionProvider>
  );
}

function noneIsNew(): boolean {
  return false;
}

type NothingProps = {
  of: Pick<OrderListPage, "none" | "hint" | "wayOn" | "filters">;
  filter: ListFilter;
};

/** An empty list: of filters that hide what there may be, or of nothing at all. */
function Nothing({ of: { none, hint, wayOn, filters }, filter }: NothingProps) {
  if (filter.isSet)
    return (
      <EmptyState
        title={none}
        hint={
          filters === "completed"
            ? t("Nothing was completed in the time that you chose.")
            : t("No order matches the filters.")
        }
        action={<Button onClick={filter.clear}>{t("Clear filters")}</Button>}
      />
    );
  return (
    <EmptyState
      title={none}
      hint={hint}
      action={<LinkButton to={wayOn.to}>{wayOn.label}</LinkButton>}
    />
  );
}
