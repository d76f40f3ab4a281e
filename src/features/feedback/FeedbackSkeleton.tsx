/** The skeleton of feedback cards, and their grid. */
import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

export const feedbackGrid =
  "grid grid-cols-1 items-start gap-4 md:grid-cols-2 xl:grid-cols-3 wide:grid-cols-4";

const CARDS = [1, 2, 3, 4, 5, 6];

export function FeedbackSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading feedback...")}
      </p>
      <div aria-hidden className={feedbackGrid}>
        {CARDS.map((card) => (
          <Card key={card} className="flex flex-col gap-3 p-4">
            <div className="flex items-center gap-3">
              <Skeleton className="size-9 rounded-full" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="ml-auto h-4 w-20" />
            </div>
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-3/4" />
          </Card>
        ))}
      </div>
    </div>
  );
}
