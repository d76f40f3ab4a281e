/** A section of the dashboard, as linked by the side menu. Its failure leaves the others intact. */
import type { ReactNode } from "react";
import { ErrorBoundary } from "../../ui/ErrorBoundary";

export type DashboardSectionProps = { id: string; title: string; children: ReactNode };

export function DashboardSection({ id, title, children }: DashboardSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 lg:scroll-mt-4">
      <h2 id={`${id}-title`} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      <ErrorBoundary message="Failed to fetch data.">{children}</ErrorBoundary>
    </section>
  );
}
