/** A titled part of a page that is folded behind its title, and opens in place. What is folded is not rendered. */
import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { cx } from "../lib/cx";

export type DisclosureProps = {
  title: string;
  /** A few words beside the title that say what is inside. */
  note?: ReactNode;
  startsOpen: boolean;
  className?: string;
  children: ReactNode;
};

export function Disclosure({ title, note, startsOpen, className, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={cx("group", className)}
    >
      <summary className="flex min-h-10 cursor-pointer list-none flex-wrap items-center gap-x-3 touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <h2 className="py-1.5 text-md font-semibold">{title}</h2>
        {note}
        <ChevronDown
          aria-hidden
          className="ml-auto size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && children}
    </details>
  );
}
