/** Reasons as a ruled list: icon, claim, one sentence. */
import { cx } from "../../lib/cx";
import type { Reason } from "./texts";

export function ReasonGrid({
  reasons,
  className,
}: {
  reasons: readonly Reason[];
  className?: string;
}) {
  return (
    <ul className={cx("grid gap-x-10 sm:grid-cols-2", className)}>
      {reasons.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4 border-t border-line py-6">
          <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-6 shrink-0 text-accent-ink" />
          <div>
            <h3 className="text-md font-semibold">{title}</h3>
            <p className="mt-1 max-w-text text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
