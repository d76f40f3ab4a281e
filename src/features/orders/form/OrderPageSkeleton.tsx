/** The shape of the order page while its product is on the way. */
import { Skeleton } from "../../../ui/Skeleton";

export function OrderPageSkeleton() {
  return (
    <>
      <p role="status" className="mb-3 text-muted">
        Loading product information...
      </p>
      <div
        aria-hidden
        className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-x-4 gap-y-5 md:grid-cols-2 md:gap-x-8"
      >
        <Skeleton className="aspect-4/3 rounded-md md:row-span-2" />
        <div className="flex flex-col gap-3">
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-8 w-40" />
        </div>
        <div className="col-span-2 flex flex-col gap-3 md:col-span-1">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-44 w-full" />
        </div>
      </div>
    </>
  );
}
