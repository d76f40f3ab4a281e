/** Placeholders for content that is loading. `Skeleton` is one grey bar; `SkeletonRows` and `SkeletonCards` stand in for lists. */
import { cx } from "../lib/cx";
import { t } from "../../domain/language/texts";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx("block animate-pulse-soft rounded-sm bg-line", className)} />
  );
}

export type SkeletonListProps = {
  count?: number;
  /** Read by screen readers, and shown where the specification has a text for loading: 'Loading distributors...'. */
  label?: string;
  showLabel?: boolean;
};

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function WaitingLabel({ label, show }: { label: string; show: boolean }) {
  return (
    <p role="status" className={show ? "mb-3 text-muted" : "sr-only"}>
      {label}
    </p>
  );
}

export function SkeletonRows({
  count = 8,
  label = t("Loading..."),
  showLabel = false,
}: SkeletonListProps) {
  return (
    <div>
      <WaitingLabel label={label} show={showLabel} />
      <div aria-hidden className="overflow-hidden rounded-md border border-line bg-raised">
        {range(count).map((index) => (
          <div
            key={index}
            className="flex h-10 items-center gap-6 px-3 not-last:border-b not-last:border-line"
          >
            <Skeleton className="h-3.5 w-1/4" />
            <Skeleton className="h-3.5 w-1/5" />
            <Skeleton className="hidden h-3.5 w-1/6 sm:block" />
            <Skeleton className="ml-auto h-3.5 w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The grid in which cards stand; lists of cards use it too, so that nothing jumps when they come. */
export const cardGrid = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4";

export function SkeletonCards({
  count = 8,
  label = t("Loading..."),
  showLabel = false,
}: SkeletonListProps) {
  return (
    <div>
      <WaitingLabel label={label} show={showLabel} />
      <div aria-hidden className={cardGrid}>
        {range(count).map((index) => (
          <div key={index} className="overflow-hidden rounded-md border border-line bg-raised">
            <Skeleton className="aspect-4/3 rounded-none" />
            <div className="flex flex-col gap-2.5 p-4">
              <Skeleton className="h-4 w-3/4" />
              <Skeleton className="h-3.5 w-1/2" />
              <Skeleton className="mt-2 h-9 w-full" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The skeleton of a page while the session is loading. */
export function PageSkeleton() {
  return (
    <div>
      <Skeleton className="mb-6 h-7 w-48" />
      <SkeletonCards count={4} />
    </div>
  );
}
