/** The shape of the order cards that are on the way. */
import { Skeleton } from "../../ui/Skeleton";
import { orderGrid } from "./cardLook";

const PLACES = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function OrderCardsSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div aria-hidden className={orderGrid}>
        {PLACES.map((place) => (
          <div
            key={place}
            className="flex flex-col gap-2.5 rounded-md border border-line bg-raised p-3"
          >
            <div className="flex gap-2.5">
              <Skeleton className="h-11 w-14.5" />
              <div className="flex flex-1 flex-col gap-2 pt-1">
                <Skeleton className="h-3.5 w-2/3" />
                <Skeleton className="h-3 w-1/3" />
              </div>
            </div>
            <Skeleton className="h-3 w-3/4" />
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-5/6" />
            <Skeleton className="mt-2 h-8 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
