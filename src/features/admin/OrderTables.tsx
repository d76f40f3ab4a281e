/** All orders of the market, in a table for each status. */
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useLiveList } from "../../live/useLiveList";
import { DataTable } from "../../ui/DataTable";
import { EmptyState } from "../../ui/EmptyState";
import { LiveList } from "../../ui/LiveList";
import { SidePanelProvider } from "../../ui/SidePanel";
import { SkeletonRows } from "../../ui/Skeleton";
import { LiveCount } from "./figures";
import { orderColumns } from "./orderColumns";
import { tightTable, useFirstRows } from "./tables";
import { t } from "../../../domain/language/texts";

const TABLES = [
  {
    status: "pending",
    title: t("Pending Orders"),
    loading: t("Loading pending orders..."),
    none: t("No pending orders found."),
  },
  {
    status: "accepted",
    title: t("Accepted Orders"),
    loading: t("Loading accepted orders..."),
    none: t("No accepted orders found."),
  },
  {
    status: "rejected",
    title: t("Rejected Orders"),
    loading: t("Loading rejected orders..."),
    none: t("No rejected orders found."),
  },
  {
    status: "cancelled",
    title: t("Cancelled Orders"),
    loading: t("Loading cancelled orders..."),
    none: t("No cancelled orders found."),
  },
  {
    status: "completed",
    title: t("Completed Orders"),
    loading: t("Loading completed orders..."),
    none: t("No completed orders found."),
  },
] as const satisfies readonly ({ status: OrderStatus } & Record<
  "title" | "loading" | "none",
  string
>)[];

type TableProps = (typeof TABLES)[number];

export function OrderTables() {
  return (
    <SidePanelProvider>
      <div className="flex flex-col gap-6">
        {TABLES.map((table) => (
          <section key={table.status} aria-labelledby={`orders-${table.status}`}>
            <h3
              id={`orders-${table.status}`}
              className="mb-2 flex scroll-mt-20 items-center gap-2.5 font-semibold"
            >
              {table.title}
              <TableCount status={table.status} />
            </h3>
            <OrderTable {...table} />
          </section>
        ))}
      </div>
    </SidePanelProvider>
  );
}

function TableCount({ status }: { status: OrderStatus }) {
  const { value: counts } = useLiveQuery(api.admin.counts, {});
  if (counts === undefined) return null;
  return (
    <span className="rounded-full bg-pill px-2 py-0.5 text-xs font-medium text-muted">
      <LiveCount count={counts.orders[status]} />
    </span>
  );
}

function OrderTable({ status, title, loading, none }: TableProps) {
  const firstRows = useFirstRows();
  const list = useLiveList(api.admin.orders, { status }, { pageSize: firstRows });
  const [openedAt] = useState(() => Date.now());
  return (
    <LiveList
      list={list}
      manualLoadMore
      skeleton={<SkeletonRows count={5} label={loading} />}
      errorMessage={t("Failed to fetch data.")}
      empty={
        <EmptyState title={none} hint={t("An order appears here the moment it gets there.")} />
      }
    >
      {(orders) => (
        <DataTable
          className={tightTable}
          caption={title}
          columns={orderColumns}
          rows={orders}
          isNew={(order) => order.movedAt > openedAt}
        />
      )}
    </LiveList>
  );
}
