/** When a sum is or was to be paid, in a few words; late ones in red. */
import { cx } from "../../lib/cx";
import { dueText } from "./khataTexts";

export type DueDayProps = { dueOn: string; today: string; className?: string };

export function DueDay({ dueOn, today, className }: DueDayProps) {
  const { text, isLate } = dueText(dueOn, today);
  return (
    <time
      dateTime={dueOn}
      className={cx(
        "whitespace-nowrap",
        isLate ? "font-medium text-negative" : "text-muted",
        className,
      )}
    >
      {text}
    </time>
  );
}
