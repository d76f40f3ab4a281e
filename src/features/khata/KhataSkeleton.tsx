/** Stands in for the list of partners, and for the page of one. */
import { Card } from "../../ui/Card";
import { Skeleton, SkeletonRows } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

export function KhataSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading the khata...")}
      </p>
      <Card aria-hidden className="divide-y divide-line">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <div key={n} className="flex h-16 items-center px-3 md:h-14 md:px-4">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="ml-auto h-4 w-24" />
          </div>
        ))}
      </Card>
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
        <SkeletonRows label={t("Loading the khata...")} />
      </div>
    </div>
  );
}
