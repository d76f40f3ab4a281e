/** Cards of businesses before they are known. */
import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";

/** The grid of trader cards and of their skeletons. */
export const partyGrid = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 wide:grid-cols-4";

const CARDS = [1, 2, 3, 4, 5, 6];

/** `label`: the specification's words for waiting. */
export function PartySkeleton({ label }: { label: string }) {
  return (
    <div>
      <p role="status" className="mb-3 text-muted">
        {label}
      </p>
      <div aria-hidden className={partyGrid}>
        {CARDS.map((card) => (
          <Card key={card} className="flex flex-col gap-4 p-4">
            <div className="flex items-center gap-3">
              <Skeleton className="size-12 rounded-full" />
              <div className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-4 w-2/3" />
                <Skeleton className="h-3.5 w-1/2" />
              </div>
            </div>
            <Skeleton className="h-3.5 w-5/6" />
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="h-8 w-full" />
          </Card>
        ))}
      </div>
    </div>
  );
}
