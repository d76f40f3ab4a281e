/** A page before it is known who is looking. */
import { Skeleton, SkeletonCards } from "../ui/Skeleton";

export function PageSkeleton() {
  return (
    <div>
      <Skeleton className="mb-6 h-7 w-48" />
      <SkeletonCards count={4} />
    </div>
  );
}
