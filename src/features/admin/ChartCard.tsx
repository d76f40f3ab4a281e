/** A card around a chart: title, options, and an error boundary. */
import { useId, type ReactNode } from "react";
import { Card } from "../../ui/Card";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { Skeleton } from "../../ui/Skeleton";
import { t } from "../../../domain/language/texts";

export type ChartCardProps = {
  title: string;
  action?: ReactNode;
  children: ReactNode;
};

export function ChartCard({ title, action, children }: ChartCardProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
        <h3 id={id} className="py-1.5 font-semibold">
          {title}
        </h3>
        {action}
      </header>
      <div className="@container mx-4 pt-1 pb-4">
        <ErrorBoundary message={t("Failed to fetch data.")}>{children}</ErrorBoundary>
      </div>
    </Card>
  );
}

const ROWS = [1, 2, 3, 4, 5];

export function ChartSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        {t("Loading chart...")}
      </p>
      <div aria-hidden className="flex flex-col gap-4 py-2">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-5" />
        ))}
      </div>
    </div>
  );
}
