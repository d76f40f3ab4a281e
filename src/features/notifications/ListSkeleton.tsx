/** Stands in for the rows of notifications, with their heights. */
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

const ROWS = [0, 1, 2, 3, 4, 5];

export function ListSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading notifications...")}
      </p>
      <div aria-hidden>
        {ROWS.map((row) => (
          <div
            key={row}
            className="flex h-14 items-center gap-3 border-line px-3 not-last:border-b"
          >
            <Skeleton className="size-10 shrink-0 rounded-full" />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-1/2" />
              <Skeleton className="h-3 w-3/4" />
            </div>
            <Skeleton className="h-3 w-8" />
          </div>
        ))}
      </div>
    </div>
  );
}
