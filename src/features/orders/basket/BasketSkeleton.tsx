/** The basket before it is known. */
import { Card } from "../../../ui/Card";
import { Skeleton } from "../../../ui/Skeleton";

export function BasketSkeleton() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <p role="status" className="sr-only">
        Loading the basket...
      </p>
      <Card aria-hidden className="flex flex-col gap-3 p-4">
        <Skeleton className="h-6 w-1/2" />
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-24 w-full" />
        ))}
      </Card>
      <Card aria-hidden className="p-4">
        <Skeleton className="h-12 w-full" />
      </Card>
    </div>
  );
}
