/** The figures of the chart as a table. */
import { columnName, type Column } from "./daySeries";
import { formatCount } from "./figures";
import { t } from "../../../domain/language/texts";

export function TimeTable({ columns }: { columns: readonly Column[] }) {
  const busy = columns.filter(({ placed, completed }) => placed + completed > 0).reverse();
  return (
    <details className="mt-3">
      <summary className="w-fit rounded-sm text-sm font-medium text-accent-ink hover:underline">
        {t("Show the figures")}
      </summary>
      {busy.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{t("No orders in this time.")}</p>
      ) : (
        <div
          // Scrolls by arrow keys too.
          tabIndex={0}
          role="region"
          aria-label={t("Figures of orders over time")}
          className="mt-2 max-h-72 overflow-y-auto"
        >
          <Figures busy={busy} />
        </div>
      )}
    </details>
  );
}

function Figures({ busy }: { busy: readonly Column[] }) {
  return (
    <table className="w-full max-w-lg text-sm tabular-nums">
      <caption className="sr-only">{t("Orders over time; times without any are left out")}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t("When")}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {t("Placed")}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            {t("Completed")}
          </th>
        </tr>
      </thead>
      <tbody>
        {busy.map((column) => (
          <tr key={column.from} className="not-last:border-b not-last:border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {columnName(column)}
            </th>
            <td className="py-1.5 text-right">{formatCount(column.placed)}</td>
            <td className="py-1.5 text-right">{formatCount(column.completed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
