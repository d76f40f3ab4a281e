/** A raised surface. Use `as="article"` for an item of a list. */
import type { HTMLAttributes } from "react";
import { cx } from "../lib/cx";

export type CardProps = HTMLAttributes<HTMLElement> & {
  as?: "div" | "article" | "section" | "li";
  /** Slides in with a highlight, for a row that arrived while the page was open. */
  arriving?: boolean;
};

export function Card({ as: Element = "div", arriving = false, className, ...rest }: CardProps) {
  return (
    <Element
      {...rest}
      className={cx(
        "min-w-0 rounded-md border border-line bg-raised shadow-low",
        arriving && "animate-arrive",
        className,
      )}
    />
  );
}
