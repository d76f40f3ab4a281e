/** Stands in for the list of partners, and for the page of one. */
import { Card } from "../../ui/Card";
import { Skeleton, SkeletonRows } from "../../ui/Skeleton";

export function KhataSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the khata...
      </p>
      <div aria-hidden className="grid grid-cols-1 gap-4 md:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <Card key={n} className="flex flex-col gap-3 p-4">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-7 w-1/2" />
            <Skeleton className="h-3.5 w-1/3" />
          </Card>
        ))}
      </div>
    </div>
  );
}

export function PartnerSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-12">
      <Card className="flex flex-col gap-3 p-4 lg:col-span-5 xl:col-span-4">
        <Skeleton className="h-10 w-1/2" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-10 w-2/3" />
      </Card>
      <div className="lg:col-span-7 xl:col-span-8">
        <SkeletonRows label="Loading the khata..." />
      </div>
    </div>
  );
}
