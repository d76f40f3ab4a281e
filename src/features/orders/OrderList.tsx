/** A live list of orders on a page: heading with the count, what went wrong, new orders announced, and the four sights of a list. */
import type { ReactElement, ReactNode } from "react";
import type { LiveRows } from "../../lib/useLiveList";
import { LiveList } from "../../ui/LiveList";
import { Notice } from "../../ui/Notice";
import { PageHeader } from "../../ui/PageHeader";
import { NewOrdersBanner } from "./NewOrdersBanner";
import type { Order } from "./orderRow";
import { useArrivals } from "./useArrivals";
import type { Problem } from "./useOrderActions";

export type OrderListProps = {
  title: string;
  list: LiveRows<Order>;
  /** What the list is asked; rows that answer another question are no news. */
  question?: string;
  /** The exact count, where the server keeps one. */
  count?: number | undefined;
  /** Between the heading and the rows: filters. */
  toolbar?: ReactNode;
  /** The sentence for the last action that failed. */
  problem?: Problem | null;
  empty: ReactNode;
  errorMessage: string;
  skeleton: "rows" | ReactElement;
  children: (rows: readonly Order[], isNew: (order: Order) => boolean) => ReactNode;
};

function countText({ results, status }: LiveRows<Order>): string | undefined {
  if (status === "LoadingFirstPage") return undefined;
  return status === "Exhausted" ? String(results.length) : `${results.length}+`;
}

export function OrderList(props: OrderListProps) {
  const {
    title,
    list,
    question = title,
    count,
    toolbar,
    problem = null,
    empty,
    errorMessage,
    skeleton,
  } = props;
  const isReady = list.status !== "LoadingFirstPage" && !list.isStale && list.error === null;
  const { shown, waiting, isNew, reveal } = useArrivals(list.results, { question, isReady });
  return (
    <>
      <PageHeader title={title} count={count ?? countText(list)} />
      {toolbar}
      {problem !== null && (
        <Notice kind="error" message={problem.message} onClose={problem.dismiss} className="mb-4" />
      )}
      <NewOrdersBanner count={waiting} onReveal={reveal} />
      <LiveList
        list={{ ...list, results: shown }}
        empty={empty}
        errorMessage={errorMessage}
        skeleton={skeleton}
      >
        {(rows) => props.children(rows, isNew)}
      </LiveList>
    </>
  );
}
