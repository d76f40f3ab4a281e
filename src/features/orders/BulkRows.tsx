/** The placements of an action on several, each with its result, and how many are done. */
import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { Money } from "../../ui/Money";
import { contentOf, customerOf, type IncomingPlacement, totalOfLines } from "./placements";
import type { Bulk, BulkResult } from "./useBulk";

export type BulkRowsProps = {
  placements: readonly IncomingPlacement[];
  bulk: Bulk;
  /** The state of what is done: "Accepted". */
  doneWord: string;
};

export function BulkRows({ placements, bulk, doneWord }: BulkRowsProps) {
  const { results, isBusy, doneCount, failedCount } = bulk;
  const isBegun = results.size > 0;
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <ul
        aria-label="Selected orders"
        tabIndex={0}
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-sm border border-line"
      >
        {placements.map((placement) => (
          <Row
            key={placement._id}
            placement={placement}
            result={results.get(placement._id)}
            doneWord={doneWord}
          />
        ))}
      </ul>
      <p role="status" className="text-sm text-muted tabular-nums empty:hidden">
        {isBegun && `${doneCount} of ${placements.length} done`}
        {isBegun && !isBusy && failedCount > 0 && `, ${failedCount} failed`}
      </p>
    </div>
  );
}

type RowProps = {
  placement: IncomingPlacement;
  result: BulkResult | undefined;
  doneWord: string;
};

function Row({ placement, result, doneWord }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-2 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{customerOf(placement.lines[0])}</span>
        <span className="block truncate text-muted">{contentOf(placement)}</span>
      </span>
      <Money paise={totalOfLines(placement.lines)} />
      {result !== undefined && <Result result={result} doneWord={doneWord} />}
    </li>
  );
}

function Result({ result, doneWord }: { result: BulkResult; doneWord: string }) {
  switch (result.at) {
    case "running":
      return <LoaderCircle role="img" aria-label="Sending" className="size-4 animate-spin" />;
    case "done":
      return (
        <span className="inline-flex items-center gap-1 font-medium text-positive">
          <CircleCheck aria-hidden className="size-4" />
          {doneWord}
        </span>
      );
    case "failed":
      return (
        <span className="inline-flex basis-full items-start gap-1 text-negative">
          <CircleX aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {result.message}
        </span>
      );
  }
}
