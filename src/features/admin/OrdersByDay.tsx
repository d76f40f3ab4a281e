/** Orders placed and completed by day: a chart to look at, and the same figures as a table to read. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { formatDate } from "../../../domain/dates";
import { Select, type SelectOption } from "../../ui/Select";
import { Skeleton } from "../../ui/Skeleton";
import { ChartCard } from "./ChartCard";
import { DayChart, DayLegend } from "./DayChart";
import { daysUntil, fillDays, SPANS, sumOf, type Span } from "./daySeries";
import { formatCount } from "./figures";
import type { DayRow } from "./rows";
import { useToday } from "./useToday";

const OPTIONS: readonly SelectOption<`${Span}`>[] = SPANS.map((span) => ({
  value: `${span}`,
  label: `Last ${span} days`,
}));

export function OrdersByDay({ className }: { className?: string }) {
  const [span, setSpan] = useState<Span>(30);
  return (
    <ChartCard
      title="Orders by day"
      {...(className !== undefined && { className })}
      action={
        <Select
          label="Days"
          value={`${span}`}
          options={OPTIONS}
          className="w-40"
          onChange={(chosen) => setSpan(SPANS.find((one) => String(one) === chosen) ?? span)}
        />
      }
    >
      <Days span={span} />
    </ChartCard>
  );
}

function Days({ span }: { span: Span }) {
  const today = useToday();
  const days = daysUntil(today, span);
  const known = useQuery(api.admin.days, { from: days[0] ?? today, to: today });
  const [pointed, setPointed] = useState<number | null>(null);
  if (known === undefined) return <DaysSkeleton />;
  const rows = fillDays(days, known);
  const row = pointed === null ? undefined : rows[pointed];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p className="tabular-nums">
          {row === undefined ? <Sums rows={rows} /> : <OneDay row={row} />}
        </p>
        <DayLegend />
      </div>
      <DayChart rows={rows} pointed={pointed} onPoint={setPointed} />
      <DayTable rows={rows} />
    </>
  );
}

function Sums({ rows }: { rows: readonly DayRow[] }) {
  const { placed, completed } = sumOf(rows);
  return (
    <>
      <b className="font-semibold">{formatCount(placed)}</b> placed,{" "}
      <b className="font-semibold">{formatCount(completed)}</b> completed in {rows.length} days
    </>
  );
}

function OneDay({ row: { day, placed, completed } }: { row: DayRow }) {
  return (
    <>
      {formatDate(day)}: <b className="font-semibold">{formatCount(placed)}</b> placed,{" "}
      <b className="font-semibold">{formatCount(completed)}</b> completed
    </>
  );
}

function DayTable({ rows }: { rows: readonly DayRow[] }) {
  const busy = rows.filter(({ placed, completed }) => placed + completed > 0).reverse();
  return (
    <details className="mt-3">
      <summary className="w-fit rounded-sm text-sm font-medium text-accent-ink hover:underline">
        Show the figures
      </summary>
      {busy.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No orders in these days.</p>
      ) : (
        <div
          tabIndex={0}
          role="region"
          aria-label="Orders by day, figures"
          className="mt-2 max-h-72 overflow-y-auto"
        >
          <table className="w-full text-sm tabular-nums">
            <caption className="sr-only">Orders by day; days without any are left out</caption>
            <thead className="text-muted">
              <tr className="border-b border-line">
                <th scope="col" className="py-1.5 text-left font-medium">
                  Day
                </th>
                <th scope="col" className="py-1.5 text-right font-medium">
                  Placed
                </th>
                <th scope="col" className="py-1.5 text-right font-medium">
                  Completed
                </th>
              </tr>
            </thead>
            <tbody>
              {busy.map(({ day, placed, completed }) => (
                <tr key={day} className="not-last:border-b not-last:border-line">
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {formatDate(day)}
                  </th>
                  <td className="py-1.5 text-right">{formatCount(placed)}</td>
                  <td className="py-1.5 text-right">{formatCount(completed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function DaysSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading chart...
      </p>
      <Skeleton className="mb-3 h-4.5 w-1/2" />
      <Skeleton className="h-50" />
      <Skeleton className="mt-3 h-4.5 w-28" />
    </div>
  );
}
