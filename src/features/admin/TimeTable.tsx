/** The figures of the chart as a table. */
import { columnName, type Column } from "./daySeries";
import { formatCount } from "./figures";

export function TimeTable({ columns }: { columns: readonly Column[] }) {
  const busy = columns.filter(({ placed, completed }) => placed + completed > 0).reverse();
  return (
    <details className="mt-3">
      <summary className="w-fit rounded-sm text-sm font-medium text-accent-ink hover:underline">
        Show the figures
      </summary>
      {busy.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No orders in this time.</p>
      ) : (
        <div
          // Scrolls by arrow keys too.
          tabIndex={0}
          role="region"
          aria-label="Figures of orders over time"
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
      <caption className="sr-only">Orders over time; times without any are left out</caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 text-left font-medium">
            When
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            Placed
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-medium">
            Completed
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
