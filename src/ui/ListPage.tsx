/** A page around one live list: its heading, the announcement of new rows, and the list in its four states. */
import type { ReactNode } from "react";
import type { RowWords } from "./arrivals";
import { ArrivalsBanner } from "./ArrivalsBanner";
import { LiveList, type LiveListProps } from "./LiveList";
import { PageHeader, type PageHeaderProps } from "./PageHeader";
import { useArrivals } from "./useArrivals";

export type ListPageProps<Row> = PageHeaderProps &
  Omit<LiveListProps<Row>, "children"> & {
    /** The noun for the rows, for the announcement of new ones. */
    rowWords: RowWords;
    /** Stands between the heading and the list: filters, or the failure of an action. */
    toolbar?: ReactNode;
    children: (rows: readonly Row[], isNew: (row: Row) => boolean) => ReactNode;
  };

export function ListPage<Row extends { readonly _id: string }>(props: ListPageProps<Row>) {
  const { title, count, lead, action, rowWords, toolbar, children, ...list } = props;
  const arrivals = useArrivals(list.list);
  const { shown, isNew } = arrivals;
  const hasSheet = list.sheet !== undefined && shown.length > 0;
  return (
    <>
      {/* The same element with and without rows: a heading that is mounted again would lose the focus. */}
      <div className={hasSheet ? "print:hidden" : "contents"}>
        <PageHeader title={title} count={count} lead={lead} action={action} />
        {toolbar}
      </div>
      <ArrivalsBanner arrivals={arrivals} words={rowWords} />
      <LiveList {...list} list={{ ...list.list, results: shown }}>
        {(rows) => children(rows, isNew)}
      </LiveList>
    </>
  );
}
