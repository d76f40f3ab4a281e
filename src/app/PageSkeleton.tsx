/** The skeleton of a page while the session is loading. */
import { Skeleton, SkeletonCards } from "../ui/Skeleton";

export function PageSkeleton() {
  return (
    <div>
      <Skeleton className="mb-6 h-7 w-48" />
      <SkeletonCards count={4} />
    </div>
  );
}
