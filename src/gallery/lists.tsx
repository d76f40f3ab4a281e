/** Entries of lists, tables and cards, and of what stands in for them while they load, fail or are empty. */
import type { ReactNode } from "react";
import { LONG_WORD, MARCH_4 } from "../testing/fixtures.setup";
import { ArrivalsBanner } from "../ui/ArrivalsBanner";
import { Button } from "../ui/Button";
import { Card } from "../ui/Card";
import { CardGrid } from "../ui/CardGrid";
import { ContentToCome, NotKept } from "../ui/ContentToCome";
import { type Column, DataTable } from "../ui/DataTable";
import { DateText } from "../ui/DateText";
import { EmptyState } from "../ui/EmptyState";
import { ListPage } from "../ui/ListPage";
import { LiveList, type LiveListSource } from "../ui/LiveList";
import { LiveValue } from "../ui/LiveValue";
import { Money } from "../ui/Money";
import { SidePanelProvider } from "../ui/SidePanel";
import { cardGrid, Skeleton, SkeletonCards, SkeletonRows } from "../ui/Skeleton";
import { StatusBadge } from "../ui/StatusBadge";
import { LiveTimeline, TimelineButton, type TimelineSteps } from "../ui/Timeline";
import { type GalleryEntry, ignore, LARGE_SUM_PAISE, LONG_NAME } from "./entry";

type Order = {
  readonly _id: string;
  readonly name: string;
  readonly status: "pending" | "accepted" | "rejected";
  readonly placedAt: number;
  readonly totalPaise: number;
};

const ORDERS: readonly Order[] = [
  {
    _id: "rice",
    name: "Basmati rice",
    status: "pending",
    placedAt: MARCH_4,
    totalPaise: 64_050,
  },
  {
    _id: "long",
    name: LONG_NAME,
    status: "accepted",
    placedAt: MARCH_4,
    totalPaise: LARGE_SUM_PAISE,
  },
  {
    _id: "word",
    name: LONG_WORD,
    status: "rejected",
    placedAt: MARCH_4,
    totalPaise: LARGE_SUM_PAISE,
  },
];
const WORDS = (count: number) => `${count} new orders`;
const HEADING = { _id: "heading", heading: "Peepal Chowk Stores" };
const MARKED: ReadonlySet<string> = new Set(["rice"]);

const COLUMNS: readonly Column<Order>[] = [
  { key: "name", header: "Product", primary: true, cell: ({ name }) => name },
  { key: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: "placed",
    header: "Placed",
    cell: ({ placedAt }) => <DateText date={placedAt} className="whitespace-nowrap" />,
  },
  {
    key: "total",
    header: "Total",
    align: "right",
    cell: ({ totalPaise }) => <Money paise={totalPaise} />,
  },
  {
    key: "actions",
    header: "Actions",
    unlabelled: true,
    atRight: true,
    cell: () => <Button size="sm">Accept</Button>,
  },
];

function card({ name, totalPaise, status }: Order): ReactNode {
  return (
    <Card as="article" className="flex flex-col gap-2 p-4">
      <p className="font-medium wrap-anywhere">{name}</p>
      <Money paise={totalPaise} />
      <StatusBadge status={status} />
    </Card>
  );
}

const FULL: LiveListSource<Order> = { results: ORDERS, status: "Exhausted", loadMore: ignore };
const FAILED = { error: new Error("Server Error"), retry: ignore };

function drawCards(rows: readonly Order[]): ReactNode {
  return <CardGrid className={cardGrid} rows={rows} card={card} />;
}

function liveList(part: Partial<LiveListSource<Order>>, skeleton: ReactNode = "cards") {
  return (
    <LiveList
      list={{ ...FULL, ...part }}
      skeleton={skeleton}
      loadingLabel="Loading orders..."
      errorMessage="The orders could not be loaded."
      empty={<EmptyState title="No orders yet" />}
      manualLoadMore
    >
      {drawCards}
    </LiveList>
  );
}

function listPage(part: Partial<LiveListSource<Order>>) {
  return (
    <ListPage
      title="Orders"
      count={part.results?.length ?? ORDERS.length}
      action={<Button variant="primary">New order</Button>}
      rowWords={WORDS}
      list={{ ...FULL, ...part }}
      skeleton="rows"
      errorMessage="The orders could not be loaded."
      empty={<EmptyState title="No orders yet" hint="Find a distributor first." />}
      manualLoadMore
    >
      {(rows) => <DataTable caption="Orders" columns={COLUMNS} rows={rows} />}
    </ListPage>
  );
}

function liveValue(value: number | undefined, error: Error | null) {
  return (
    <LiveValue
      answer={{ value, error, retry: ignore }}
      skeleton={<Skeleton className="h-5 w-32" />}
      errorMessage="The balance could not be loaded."
    >
      {(paise) => <Money paise={paise} />}
    </LiveValue>
  );
}

function timeline(value: TimelineSteps | undefined, error: Error | null = null) {
  return <LiveTimeline answer={{ value, error, retry: ignore }} />;
}

const STEPS: TimelineSteps = {
  deliveryBefore: "2026-03-09",
  steps: [
    {
      key: "accepted",
      at: MARCH_4,
      title: "Asha Kolhari accepted",
      change: "Pending → Accepted",
      lines: ["6 of 10 × Basmati rice"],
      quote: "The rest comes next week.",
    },
    { key: "placed", at: MARCH_4, title: "Meena Talwari ordered", lines: ["10 × Basmati rice"] },
  ],
};

const LONG_STEPS: TimelineSteps = {
  steps: [
    {
      key: "accepted",
      at: MARCH_4,
      title: `${LONG_NAME} accepted`,
      lines: [`10 × ${LONG_WORD}`],
      quote: LONG_WORD,
    },
  ],
};

export const LISTS: readonly GalleryEntry[] = [
  {
    file: "ui/Skeleton.tsx",
    isWide: true,
    states: {
      bar: <Skeleton className="h-5 w-32" />,
      rows: <SkeletonRows count={3} label="Loading orders..." showLabel />,
      cards: <SkeletonCards count={4} label="Loading products..." showLabel />,
    },
  },
  {
    file: "ui/EmptyState.tsx",
    states: {
      title: <EmptyState title="No orders yet" />,
      "hint and action": (
        <EmptyState
          title="No orders yet"
          hint="Find a distributor, and place the first one."
          action={<Button variant="primary">Find distributors</Button>}
        />
      ),
      "long text": <EmptyState title={LONG_WORD} hint={LONG_NAME} />,
    },
  },
  {
    file: "ui/ContentToCome.tsx",
    states: {
      loading: (
        <ContentToCome>
          <Skeleton className="h-5 w-32" />
        </ContentToCome>
      ),
      "offline, not kept": <NotKept />,
    },
  },
  {
    file: "ui/DataTable.tsx",
    isWide: true,
    states: {
      full: <DataTable caption="Orders" columns={COLUMNS} rows={ORDERS} />,
      "many columns": (
        <DataTable caption="Invoices" columns={COLUMNS} rows={ORDERS} hasManyColumns />
      ),
      empty: <DataTable caption="Nothing" columns={COLUMNS} rows={[]} />,
    },
  },
  {
    file: "ui/TableRow.tsx",
    isWide: true,
    states: {
      "below a heading, marked": (
        <DataTable
          caption="Orders of a shop"
          columns={COLUMNS}
          rows={[HEADING, ...ORDERS.slice(0, 1)]}
          marked={MARKED}
        />
      ),
      arriving: (
        <DataTable
          caption="New orders"
          columns={COLUMNS}
          rows={ORDERS.slice(0, 1)}
          isNew={() => true}
        />
      ),
    },
  },
  {
    file: "ui/CardGrid.tsx",
    isWide: true,
    states: {
      full: drawCards(ORDERS),
      arriving: (
        <CardGrid className={cardGrid} rows={ORDERS.slice(0, 1)} card={card} isNew={() => true} />
      ),
    },
  },
  {
    file: "ui/LiveList.tsx",
    isWide: true,
    states: {
      loading: liveList({ results: [], status: "LoadingFirstPage" }),
      "loading rows": liveList({ results: [], status: "LoadingFirstPage" }, "rows"),
      empty: liveList({ results: [] }),
      error: liveList({ results: [], ...FAILED }),
      "error above rows": liveList(FAILED),
      refused: liveList({
        results: [],
        ...FAILED,
        reason: "Too many attempts. Please try again later.",
      }),
      full: liveList({}),
      "of other arguments": liveList({ isStale: true }),
      "more to load": liveList({ status: "CanLoadMore" }),
      "loading more": liveList({ status: "LoadingMore" }),
    },
  },
  {
    file: "ui/ListPage.tsx",
    isWide: true,
    states: {
      loading: listPage({ results: [], status: "LoadingFirstPage" }),
      empty: listPage({ results: [] }),
      error: listPage({ results: [], ...FAILED }),
      full: listPage({}),
    },
  },
  {
    file: "ui/ArrivalsBanner.tsx",
    states: {
      waiting: (
        <ArrivalsBanner arrivals={{ waiting: 3, landed: 0, reveal: ignore }} words={WORDS} />
      ),
    },
  },
  {
    file: "ui/LiveValue.tsx",
    states: {
      loading: liveValue(undefined, null),
      error: liveValue(undefined, FAILED.error),
      "error above value": liveValue(LARGE_SUM_PAISE, FAILED.error),
      full: liveValue(LARGE_SUM_PAISE, null),
    },
  },
  {
    file: "ui/Timeline.tsx",
    states: {
      loading: timeline(undefined),
      error: timeline(undefined, FAILED.error),
      full: timeline(STEPS),
      "long text": timeline(LONG_STEPS),
      buttons: (
        <SidePanelProvider>
          <TimelineButton subject="Basmati rice" body={timeline(STEPS)} look="icon" />
          <TimelineButton subject="Basmati rice" body={timeline(STEPS)} look="inTable" />
          <TimelineButton subject="Basmati rice" body={timeline(STEPS)} look="inBar" />
        </SidePanelProvider>
      ),
    },
  },
];
