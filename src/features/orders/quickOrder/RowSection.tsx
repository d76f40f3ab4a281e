/** A titled list of the rows of a sheet or a text that await the same thing; nothing where there are none. */
import type { ReactNode } from "react";

export function RowSection({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-base font-semibold">
        {title} <span className="font-normal text-muted tabular-nums">{children.length}</span>
      </h3>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
  );
}
