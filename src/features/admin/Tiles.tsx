/** The figures of spec §2.6, live from the server's counters. */
import {
  CircleCheck,
  CircleX,
  Clock,
  PackageCheck,
  ShoppingCart,
  Trophy,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Card } from "../../ui/Card";
import { LiveValue } from "../../ui/LiveValue";
import { Skeleton } from "../../ui/Skeleton";
import { totalOrders, totalUsers, LiveCount } from "./figures";
import type { Counts, Tops, TopUser } from "./rows";
import { t } from "../../../domain/language/texts";

const tileGrid = "grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4";

export function Tiles() {
  const counts = useLiveQuery(api.admin.counts, {});
  const tops = useLiveQuery(api.admin.tops, {});
  const figures = {
    value:
      counts.value === undefined || tops.value === undefined
        ? undefined
        : { counts: counts.value, tops: tops.value },
    error: counts.error ?? tops.error,
    retry: counts.error === null ? tops.retry : counts.retry,
  };
  return (
    <LiveValue
      answer={figures}
      skeleton={<TilesSkeleton />}
      errorMessage={t("Failed to fetch data.")}
    >
      {({ counts, tops }) => (
        <ul aria-label={t("Figures")} className={tileGrid}>
          <CountTiles counts={counts} />
          <TopTiles tops={tops} />
        </ul>
      )}
    </LiveValue>
  );
}

function CountTiles({ counts }: { counts: Counts }) {
  const { users, orders } = counts;
  const byRole = t(
    "{retailers, plural, other {# retailers}}, {distributors, plural, other {# distributors}}",
    { retailers: users.retailer, distributors: users.distributor },
  );
  const cancelled =
    orders.cancelled === 0
      ? null
      : t("{count, plural, other {and # cancelled by retailers}}", { count: orders.cancelled });
  return (
    <>
      <Tile label={t("Total Users")} icon={Users} count={totalUsers(counts)} note={byRole} />
      <Tile label={t("Total Orders")} icon={ShoppingCart} count={totalOrders(counts)} />
      <Tile label={t("Completed")} icon={PackageCheck} count={orders.completed} />
      <Tile label={t("Pending")} icon={Clock} count={orders.pending} />
      <Tile label={t("Accepted")} icon={CircleCheck} count={orders.accepted} />
      <Tile label={t("Rejected")} icon={CircleX} count={orders.rejected} note={cancelled} />
    </>
  );
}

function TopTiles({ tops }: { tops: Tops }) {
  return (
    <>
      <TopTile label={t("Max Orders Placed")} top={tops.ordersPlaced[0]} />
      <TopTile label={t("Max Orders Completed")} top={tops.ordersCompleted[0]} />
    </>
  );
}

function TopTile({ label, top }: { label: string; top: TopUser | undefined }) {
  const note =
    top === undefined ? t("Nobody yet") : <span className="font-medium text-ink">{top.name}</span>;
  return <Tile label={label} icon={Trophy} count={top?.count ?? 0} note={note} />;
}

type TileProps = { label: string; icon: LucideIcon; count: number; note?: ReactNode };

function Tile({ label, icon: Icon, count, note }: TileProps) {
  return (
    <Card as="li" className="flex flex-col p-3 sm:p-4">
      <p className="flex items-start justify-between gap-2 text-sm text-muted">
        {label}
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      </p>
      <p className="mt-1 text-xl font-semibold">
        <LiveCount count={count} />
      </p>
      <p className="min-h-4.5 text-sm text-muted">{note}</p>
    </Card>
  );
}

const TILES = [1, 2, 3, 4, 5, 6, 7, 8];

function TilesSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading figures...")}
      </p>
      <div aria-hidden className={tileGrid}>
        {TILES.map((tile) => (
          <Card key={tile} className="p-3 sm:p-4">
            <Skeleton className="h-4.5 w-2/3" />
            <Skeleton className="mt-2 h-7 w-1/3" />
            <Skeleton className="mt-1.5 h-4 w-1/2" />
          </Card>
        ))}
      </div>
    </div>
  );
}
