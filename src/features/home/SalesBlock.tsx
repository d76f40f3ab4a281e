/** Accepted orders of 30 days: a chart, and below it the table of its figures, folded. */
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
import { t } from "../../../domain/language/texts";

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
  title: t("Sales of 30 days"),
  to: links.ORDER_PAGES.distributor.completed,
  link: t("Completed"),
  topic: t("sales"),
  emptyText: (sales) => (sumOf(sales) === 0 ? t("Nothing accepted in 30 days") : undefined),
  errorMessage: t("Failed to load sales."),
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
        <div className="px-4 pt-2">
          <SalesChart days={daysOf(sales, today)} />
          <details className="pb-2">
            <summary className="w-fit cursor-pointer py-2 text-sm font-medium text-accent-ink hover:underline touch:py-3.5">
              {t("Figures")}
            </summary>
            <SalesTable sales={sales} />
          </details>
        </div>
      )}
    </Block>
  );
}

function dayText(row: Sales[number] | undefined): string {
  return row === undefined ? "" : `${formatDate(row.day)}: ${formatRupees(row.paise)}`;
}

function SalesChart({ days }: { days: Sales }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const columns = days.map(({ paise }) => paise);
  // A scale of whole rupees.
  const top = scaleTop(columns.map((paise) => paise / PAISE_PER_RUPEE)) * PAISE_PER_RUPEE;
  const textOf = (index: number) => dayText(days[index]);
  return (
    <div>
      <p className="mb-3 text-sm tabular-nums">
        {pointed === null ? (
          <span className="text-muted">{t("Value of accepted orders by day")}</span>
        ) : (
          textOf(pointed)
        )}
      </p>
      <ChartFrame
        label={t("Sales of 30 days: {sum}", { sum: formatRupees(sumOf(days)) })}
        top={top}
        format={shortRupees}
        columns={columns}
        from={days[0]?.day ?? ""}
        to={days.at(-1)?.day ?? ""}
        pointed={pointed}
        onPoint={setPointed}
        textOf={textOf}
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
      aria-label={t("Figures of sales")}
      className="max-h-56 overflow-y-auto"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("Sales by day; days without any are left out")}</caption>
        <thead className="sticky top-0 bg-raised text-muted">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {t("Day")}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t("Orders")}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t("Value")}
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
