/** Ranked names, each with its value and a bar: the greatest fills the width, and anything above zero can be seen. */
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

type RankBar = {
  readonly id: string;
  readonly name: string;
  /** Stands behind the name: a business, a badge. */
  readonly note?: ReactNode;
  /** The number that the bar shows. */
  readonly value: number;
  /** The value as people read it. */
  readonly shown: ReactNode;
  /** An `Avatar` or a `ProductPicture`, 32 px wide. */
  readonly picture?: ReactNode;
  /** The address of the page that has more of it. */
  readonly to?: string;
};

export type RankBarsProps = {
  label: string;
  /** In descending order. */
  rows: readonly RankBar[];
};

export function RankBars({ label, rows }: RankBarsProps) {
  const greatest = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol aria-label={label} className="flex flex-col text-sm">
      {rows.map((row) => (
        <Row key={row.id} row={row} share={Math.max(0, row.value) / greatest} />
      ))}
    </ol>
  );
}

function Row({ row, share }: { row: RankBar; share: number }) {
  const { name, note, shown, picture, to } = row;
  return (
    <li className="relative flex items-center gap-3 py-1.5 touch:min-h-11">
      {picture !== undefined && <span className="w-8 shrink-0">{picture}</span>}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="flex max-w-full min-w-[min(100%,8em)] flex-1 items-baseline gap-2">
            {to === undefined ? (
              <span className="truncate font-medium" title={name}>
                {name}
              </span>
            ) : (
              <Link
                to={to}
                title={name}
                className="truncate font-medium underline underline-offset-2 after:absolute after:inset-0"
              >
                {name}
              </Link>
            )}
            {note}
          </span>
          <span className="ml-auto font-medium tabular-nums">{shown}</span>
        </div>
        <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-sm bg-sunken">
          {share > 0 && (
            <div
              data-bar
              className="h-full min-w-[4px] bg-accent"
              style={{ width: `${100 * share}%` }}
            />
          )}
        </div>
      </div>
    </li>
  );
}
