/** Draws a live count beside a label; nothing when it is zero. */
import { cx } from "../../lib/cx";

const MAX_SHOWN = 99;

export function Count({
  value,
  what,
  className,
}: {
  value: number;
  what: string;
  className?: string;
}) {
  if (value === 0) return null;
  return (
    <span
      className={cx(
        "inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums",
        className,
      )}
    >
      {value > MAX_SHOWN ? `${MAX_SHOWN}+` : value}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
