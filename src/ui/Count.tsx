/** Draws a live count beside a label: marigold where it calls for an answer, else quiet. Draws nothing when it is zero. */
import { cx } from "../lib/cx";

const SHOWN_MAX = 99;

type CountProps = {
  value: number;
  what: string;
  /** It calls for no answer. */
  isQuiet?: boolean;
  className?: string;
};

export function Count({ value, what, isQuiet = false, className }: CountProps) {
  if (value === 0) return null;
  return (
    <span
      className={cx(
        "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold tabular-nums",
        isQuiet ? "bg-pill text-ink" : "bg-accent text-on-accent",
        className,
      )}
    >
      {value > SHOWN_MAX ? `${SHOWN_MAX}+` : value}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
