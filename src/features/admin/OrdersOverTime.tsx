/** Orders placed and completed over time, as a chart and as a table. */
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { useToday } from "../../lib/useNow";
import { LiveValue } from "../../ui/LiveValue";
import { Select } from "../../ui/Select";
import { Skeleton } from "../../ui/Skeleton";
import { ChartCard } from "./ChartCard";
import {
  columnName,
  columnsOf,
  daysUntil,
  SPAN_NAMES,
  SPANS,
  sumOf,
  type Column,
  type SpanName,
} from "./daySeries";
import { formatCount } from "./figures";
import { TimeChart, TimeLegend } from "./TimeChart";
import { TimeTable } from "./TimeTable";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

const OPTIONS = SPAN_NAMES.map((name) => ({ value: name, label: SPANS[name].label }));

export function OrdersOverTime() {
  const [span, setSpan] = useState<SpanName>("month");
  return (
    <ChartCard
      title={t("Orders over time")}
      action={
        <Select
          label={t("Time span")}
          value={span}
          options={OPTIONS}
          className="w-40"
          onChange={setSpan}
        />
      }
    >
      <Columns key={span} span={span} />
    </ChartCard>
  );
}

function Columns({ span }: { span: SpanName }) {
  const today = useToday();
  const days = daysUntil(today, span);
  const answer = useLiveQuery(api.admin.days, { from: days[0] ?? today, to: today });
  return (
    <LiveValue
      answer={answer}
      skeleton={<TimeSkeleton />}
      errorMessage={t("Failed to fetch data.")}
    >
      {(dayRows) => <Chart columns={columnsOf(days, dayRows, span)} />}
    </LiveValue>
  );
}

function Chart({ columns }: { columns: Column[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const column = pointed === null ? undefined : columns[pointed];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p className="tabular-nums">
          {column === undefined ? (
            <Sentence placed={sumOf(columns).placed} completed={sumOf(columns).completed} />
          ) : (
            <Sentence when={column} placed={column.placed} completed={column.completed} />
          )}
        </p>
        <TimeLegend />
      </div>
      <TimeChart columns={columns} pointed={pointed} onPoint={setPointed} />
      <TimeTable columns={columns} />
    </>
  );
}

type SentenceProps = { when?: Column; placed: number; completed: number };

function Sentence({ when, placed, completed }: SentenceProps) {
  return (
    <>
      {when !== undefined && `${columnName(when)}: `}
      {rich("{placed} placed, {completed} completed", {
        placed: <b className="font-semibold">{formatCount(placed)}</b>,
        completed: <b className="font-semibold">{formatCount(completed)}</b>,
      })}
    </>
  );
}

function TimeSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading chart...")}
      </p>
      <Skeleton className="mb-3 h-4.5 w-1/2" />
      <Skeleton className="h-50" />
      <Skeleton className="mt-3 h-4.5 w-28" />
    </div>
  );
}
