/**
 * A text clamped to its lines until it is pointed at, focused or tapped. It opens over what is below it, so that nothing moves.
 */
import { cx } from "../../../lib/cx";

/** Shorter texts fit their lines anyway; they are no stop on the way through the page with the Tab key. */
const SHORT_CHARACTERS = 60;

export type ClampedTextProps = {
  text: string;
  /** The number of lines reserved for it. */
  lines?: 1 | 2;
  className?: string;
};

const LINES = {
  1: { frame: "h-4.5", text: "line-clamp-1" },
  2: { frame: "h-9", text: "line-clamp-2" },
} as const;

const OPEN =
  "hover:absolute hover:-inset-x-2 hover:-top-1 hover:z-10 hover:line-clamp-none hover:max-h-60 hover:overflow-y-auto hover:rounded-sm hover:bg-raised hover:px-2 hover:py-1 hover:shadow-high focus:absolute focus:-inset-x-2 focus:-top-1 focus:z-10 focus:line-clamp-none focus:max-h-60 focus:overflow-y-auto focus:rounded-sm focus:bg-raised focus:px-2 focus:py-1 focus:shadow-high";

export function ClampedText({ text, lines = 2, className }: ClampedTextProps) {
  const isLong = text.length > SHORT_CHARACTERS / (3 - lines) || text.includes("\n");
  const look = cx("text-sm whitespace-pre-line", LINES[lines].text);
  if (!isLong) return <p className={cx(look, LINES[lines].frame, className)}>{text}</p>;
  return (
    <div className={cx("relative min-w-0", LINES[lines].frame, className)}>
      <p tabIndex={0} className={cx(look, OPEN)}>
        {text}
      </p>
    </div>
  );
}
