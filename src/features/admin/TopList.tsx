/** The users with the most placed or completed orders, as a table with a bar for each name. */
import { api } from "../../../convex/_generated/api";
import { useLiveQuery } from "../../live/useLiveQuery";
import { Badge } from "../../ui/Badge";
import { LiveValue } from "../../ui/LiveValue";
import { ChartCard, ChartSkeleton } from "./ChartCard";
import { LiveCount } from "./figures";
import type { Tops, TopUser } from "./rows";

export type TopListProps = {
  title: string;
  /** The heading of the figures. */
  unit: string;
  of: keyof Tops;
};

export function TopList({ title, unit, of }: TopListProps) {
  return (
    <ChartCard title={title}>
      <Rows caption={title} unit={unit} of={of} />
    </ChartCard>
  );
}

function Rows({ caption, unit, of }: { caption: string; unit: string; of: keyof Tops }) {
  const tops = useLiveQuery(api.admin.tops, {});
  return (
    <LiveValue answer={tops} skeleton={<ChartSkeleton />} errorMessage="Failed to fetch data.">
      {(tops) => <RowsTable caption={caption} unit={unit} rows={tops[of]} />}
    </LiveValue>
  );
}

type RowsTableProps = { caption: string; unit: string; rows: readonly TopUser[] };

function RowsTable({ caption, unit, rows }: RowsTableProps) {
  const greatest = rows[0]?.count ?? 0;
  if (rows.length === 0) return <p className="py-6 text-center text-muted">Nobody yet.</p>;
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="pb-1 text-left font-medium">
            Name
          </th>
          <th scope="col" className="pb-1 text-right font-medium @2xs:whitespace-nowrap">
            {unit}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.userId}>
            <th scope="row" className="w-full max-w-0 py-1.5 pr-4 text-left font-normal">
              <Name user={row} />
              <Bar share={row.count / greatest} />
            </th>
            <td className="py-1.5 text-right align-top font-medium">
              <LiveCount count={row.count} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Name({ user: { name, business, isClosed } }: { user: TopUser }) {
  return (
    <span className="mb-1 flex items-center gap-x-2">
      <span className="max-w-[60%] shrink-0 truncate font-medium">{name}</span>
      <span className="min-w-0 truncate text-muted" title={business}>
        {business}
      </span>
      {isClosed && <Badge>Account closed</Badge>}
    </span>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className="h-1.5 w-full overflow-hidden rounded-sm"
    >
      <rect width="100" height="6" className="fill-sunken" />
      <rect width={100 * share} height="6" className="fill-accent" />
    </svg>
  );
}
