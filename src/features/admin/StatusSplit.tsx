/** The orders of the market by status: one divided bar above a table of figures. */
import { api } from "../../../convex/_generated/api";
import type { OrderStatus } from "../../../domain/orderLifecycle";
import { useLiveQuery } from "../../live/useLiveQuery";
import { LiveValue } from "../../ui/LiveValue";
import { StatusBadge } from "../../ui/StatusBadge";
import { ChartCard, ChartSkeleton } from "./ChartCard";
import { formatShare, statusShares, type StatusShare, LiveCount } from "./figures";
import { t } from "../../../domain/language/texts";

const FILLS = {
  pending: "fill-caution",
  accepted: "fill-info",
  completed: "fill-positive",
  rejected: "fill-negative",
  cancelled: "fill-muted",
} as const satisfies Record<OrderStatus, string>;

export function StatusSplit() {
  return (
    <ChartCard title={t("Orders by status")}>
      <Split />
    </ChartCard>
  );
}

function Split() {
  const counts = useLiveQuery(api.admin.counts, {});
  return (
    <LiveValue
      answer={counts}
      skeleton={<ChartSkeleton />}
      errorMessage={t("Failed to fetch data.")}
    >
      {(counts) => <Shares shares={statusShares(counts)} />}
    </LiveValue>
  );
}

function Shares({ shares }: { shares: readonly StatusShare[] }) {
  return (
    <>
      <SplitBar shares={shares} />
      <table className="mt-2 w-full text-sm tabular-nums">
        <caption className="sr-only">{t("Orders by status")}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("Status")}</th>
            <th scope="col">{t("Orders")}</th>
            <th scope="col">{t("Share")}</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ status, count, share }) => (
            <tr key={status} className="not-last:border-b not-last:border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                <span className="flex items-center gap-2.5">
                  <svg viewBox="0 0 4 24" aria-hidden className="h-6 w-1 shrink-0">
                    <rect width="4" height="24" rx="2" className={FILLS[status]} />
                  </svg>
                  <StatusBadge status={status} />
                </span>
              </th>
              <td className="py-1.5 text-right font-medium">
                <LiveCount count={count} />
              </td>
              <td className="w-14 py-1.5 text-right text-muted">{formatShare(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Units of the drawing. */
const WIDTH = 100;
const GAP = 0.6;

/** Returns the start of each share. */
function startsOf(shares: readonly StatusShare[]): number[] {
  return shares.map((_, index) =>
    shares.slice(0, index).reduce((sum, { share }) => sum + share * WIDTH, 0),
  );
}

function SplitBar({ shares }: { shares: readonly StatusShare[] }) {
  const starts = startsOf(shares);
  return (
    <svg
      // The table below says the same in words.
      aria-hidden
      viewBox={`0 0 ${WIDTH} 10`}
      preserveAspectRatio="none"
      className="h-5 w-full overflow-hidden rounded-sm"
    >
      <rect width={WIDTH} height="10" className="fill-sunken" />
      {shares.map(({ status, share }, index) => (
        <rect
          key={status}
          x={starts[index]}
          width={Math.max(0, share * WIDTH - GAP)}
          height="10"
          className={FILLS[status]}
        />
      ))}
    </svg>
  );
}
