/** The skeleton of an invoice. */
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

export function InvoiceSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading the invoice...")}
      </p>
      <div aria-hidden className="mx-auto max-w-[840px]">
        <div className="mb-4 flex h-10 gap-2 max-md:hidden touch:h-11">
          <Skeleton className="w-36" />
          <Skeleton className="w-40" />
        </div>
        <Skeleton className="mb-4 h-18 w-full" />
      </div>
      <div
        aria-hidden
        className="mx-auto flex max-w-[840px] flex-col gap-6 rounded-md border border-line bg-raised p-5 sm:p-8"
      >
        <div className="flex justify-between gap-8">
          <Skeleton className="h-12 w-44" />
          <Skeleton className="h-16 w-48" />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
        <Skeleton className="h-20 w-full" />
        <div className="flex justify-between gap-8">
          <Skeleton className="size-44" />
          <Skeleton className="h-28 w-60" />
        </div>
      </div>
    </div>
  );
}
