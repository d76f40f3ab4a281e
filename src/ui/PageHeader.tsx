/** The page's title, count and main action on one line. Its h1 takes the focus when the page changes. */
import type { ReactNode } from "react";

export type PageHeaderProps = {
  title: string;
  /** The number of rows, when it is known. */
  count?: number | string | undefined;
  /** One sentence, where the title is not enough. */
  lead?: ReactNode;
  action?: ReactNode;
  /** The select of what the page shows: a line of its own below the title and the actions until there is room for all three. */
  choice?: ReactNode;
};

export function PageHeader({ title, count, lead, action, choice }: PageHeaderProps) {
  return (
    <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 sm:mb-5">
      {/* In one line of text, so that the count follows the last word of a long title. */}
      <div className="min-w-0">
        <h1 tabIndex={-1} className="inline text-lg font-semibold sm:text-xl">
          {title}
        </h1>
        {count !== undefined && (
          <span className="ml-3 inline-block rounded-full bg-pill px-2.5 py-0.5 align-[0.25em] text-sm font-medium text-muted tabular-nums">
            {count}
          </span>
        )}
      </div>
      {choice !== undefined && (
        <div className="w-112 max-w-full empty:hidden max-lg:order-1 lg:ml-auto">{choice}</div>
      )}
      {action !== undefined && (
        // A search box takes a whole line on phones.
        <div className="flex max-w-full flex-wrap items-center gap-2 max-sm:has-[input]:grow">
          {action}
        </div>
      )}
      {lead !== undefined && <div className="w-full text-muted [&>*]:max-w-text">{lead}</div>}
    </div>
  );
}
