/** Accepted orders of 30 days: a chart, and beside it the table of its figures. */
import * as links from "../../../domain/links";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import type { api } from "../../../convex/_generated/api";
import { addDays, formatDate } from "../../../domain/dates";
import { SALES_DAYS } from "../../../domain/limits";
import { formatRupees, shortRupees } from "../../../domain/money";
import { ChartBar, ChartFrame, COLUMN_WIDTH, scaleTop } from "../../ui/Chart";
import { Money } from "../../ui/Money";
import { Block, type BlockKind, type LiveBlock } from "./Block";

type Sales = FunctionReturnType<typeof api.home.sales>;

const BAR = 7;
const GAP = (COLUMN_WIDTH - BAR) / 2;
const LOOK = "fill-accent stroke-accent-ink";
const PAISE_PER_RUPEE = 100;

function sumOf(sales: Sales): number {
  return sales.reduce((sum, { paise }) => sum + paise, 0);
}

/** Returns all 30 days, also those without any, the oldest first. */
function daysOf(sales: Sales, today: string): Sales {
  const byDay = new Map(sales.map((row) => [row.day, row]));
  return Array.from({ length: SALES_DAYS }, (_, index) => {
    const day = addDays(today, index + 1 - SALES_DAYS);
    return byDay.get(day) ?? { day, paise: 0, orders: 0 };
  });
}

export const SALES: BlockKind<Sales> = {
  title: "Sales of 30 days",
  to: links.ORDER_PAGES.distributor.completed,
  link: "Completed",
  topic: "sales",
  emptyText: (sales) => (sumOf(sales) === 0 ? "Nothing accepted in 30 days" : undefined),
  errorMessage: "Failed to load sales.",
};

export type SalesBlockProps = {
  today: string;
  block: LiveBlock<Sales>;
  className: string;
};

export function SalesBlock({ today, block, className }: SalesBlockProps) {
  return (
    <Block
      block={block}
      className={className}
      figure={(sales) => (
        <span title={formatRupees(sumOf(sales))}>{shortRupees(sumOf(sales))}</span>
      )}
    >
      {(sales) => (
        <div className="@container">
          <div className="grid grid-cols-1 gap-x-6 gap-y-4 p-4 pt-2 @2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <SalesChart days={daysOf(sales, today)} />
            <SalesTable sales={sales} />
          </div>
        </div>
      )}
    </Block>
  );
}

function SalesChart({ days }: { days: Sales }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const day = pointed === null ? undefined : days[pointed];
  // A scale of whole rupees.
  const rupees = Math.max(...days.map(({ paise }) => paise)) / PAISE_PER_RUPEE;
  const top = scaleTop(rupees) * PAISE_PER_RUPEE;
  return (
    <div>
      <p className="mb-3 truncate text-sm tabular-nums">
        {day === undefined ? (
          <span className="text-muted">Value of accepted orders by day</span>
        ) : (
          `${formatDate(day.day)}: ${formatRupees(day.paise)}`
        )}
      </p>
      <ChartFrame
        label={`Sales of 30 days: ${formatRupees(sumOf(days))}`}
        top={top}
        format={shortRupees}
        columns={days.length}
        from={days[0]?.day ?? ""}
        to={days.at(-1)?.day ?? ""}
        pointed={pointed}
        onPoint={setPointed}
      >
        {days.map(({ day: name, paise }, index) => (
          <ChartBar
            key={name}
            at={index * COLUMN_WIDTH + GAP}
            width={BAR}
            figure={paise}
            top={top}
            look={LOOK}
          />
        ))}
      </ChartFrame>
    </div>
  );
}

function SalesTable({ sales }: { sales: Sales }) {
  const busy = sales.filter(({ orders }) => orders > 0).reverse();
  return (
    <div
      // Scrolls by arrow keys too.
      tabIndex={0}
      role="region"
      aria-label="Figures of sales"
      className="max-h-56 overflow-y-auto"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Sales by day; days without any are left out</caption>
        <thead className="sticky top-0 bg-raised text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              Day
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              Orders
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ day, orders, paise }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formatDate(day)}
              </th>
              <td className="py-1.5 pl-3 text-right">{orders.toLocaleString("en-IN")}</td>
              <td className="py-1.5 pl-3 text-right">
                <Money paise={paise} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
