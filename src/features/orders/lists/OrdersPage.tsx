/** A list of orders of either party: its heading, filters, rows and dialogs, as the row of that list says. */
import { api } from "../../../../convex/_generated/api";
import { BADGE_MAX } from "../../../../domain/limits";
import { ExportButton } from "../../../files/exports/ExportButton";
import { type LiveRows, useLiveList } from "../../../live/useLiveList";
import { useLiveQuery } from "../../../live/useLiveQuery";
import { Button, LinkButton } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { ListPage } from "../../../ui/ListPage";
import { SidePanelProvider } from "../../../ui/SidePanel";
import { BY_PLACING, byDelivery, useKeptRows } from "./keptRows";
import { type OneOrder, useOneOrder } from "./oneOrder";
import { OrderActsProvider } from "../orderActs";
import { OrderCardsSkeleton } from "./OrderCards";
import type { OrderListPage } from "../orderList";
import type { Order } from "../orderRow";
import { OrderSheet } from "../tables/OrderSheet";
import { SelectionProvider, useNewSelection } from "./selection";
import { type ListFilter, useListFilter } from "../filters/useListFilter";
import { useOrderActs } from "./useOrderActs";

const ORDER_WORDS = { one: "order", many: "orders" };

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

export function OrdersPage<Of extends Order>({ of }: { of: OrderListPage<Of> }) {
  const { party, list: name, title, Rows, Above, Choice, sheetColumns } = of;
  const filter = useListFilter(of);
  const one = useOneOrder(party, name);
  const list = useLiveList(
    of.query,
    { list: name, ...filter.args, ...one.args },
    { isKeptOffline: true },
  );
  const live: readonly Of[] = list.results;
  const { value: counted } = useLiveQuery(
    api.orders.pendingCount,
    of.isCounted === true && !filter.isSet && !one.isOne ? {} : "skip",
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
                {Above && <Above orderId={one.args.orderId} />}
                {one.isOne ? <OneOrderBar {...one} /> : filter.bar({ orders: live, isAll })}
              </>
            }
            list={isAnswered ? list : { ...list, results: rows }}
            total={total === undefined ? undefined : total + rows.length - live.length}
            rowWords={ORDER_WORDS}
            skeleton={of.look === "table" ? "rows" : <OrderCardsSkeleton />}
            errorMessage={of.errorMessage}
            empty={
              <>
                <Nothing of={of} one={one} filter={filter} />
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
  one: OneOrder;
  filter: ListFilter;
};

/** An empty list: of one order that is elsewhere, of filters that hide what there may be, or of nothing at all. */
function Nothing({ of: { none, hint, wayOn, filters }, one, filter }: NothingProps) {
  if (one.isOne) return <EmptyState title={none} hint="The order is not on this list." />;
  if (filter.isSet)
    return (
      <EmptyState
        title={none}
        hint={
          filters === "completed"
            ? "Nothing was completed in the time that you chose."
            : "No order matches the filters."
        }
        action={<Button onClick={filter.clear}>Clear filters</Button>}
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

/** Stands in the place of the filters where one order is shown alone. */
function OneOrderBar({ listPage }: Pick<OneOrder, "listPage">) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="text-muted">
        Only one order is shown.
      </p>
      <LinkButton size="sm" to={listPage}>
        Show all
      </LinkButton>
    </div>
  );
}
