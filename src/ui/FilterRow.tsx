/** The search and the choices above a list. Phones show the search alone, beside a button that unfolds the choices below it. */
import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "../lib/cx";
import { Button } from "./Button";
import { t } from "../../domain/language/texts";

export type FilterRowProps = {
  /** A `SearchInput` with `className="min-w-0 flex-1"`. */
  search?: ReactNode;
  /** The number of choices that narrow the list down. The button counts them, so that a folded one is not forgotten. */
  setCount: number;
  /** Takes back the search and every choice. */
  onClear: () => void;
  /** True if `onClear` changes something: a search counts as well as a choice. */
  isClearable: boolean;
  /** The choices: controls with `className={filterChoice}`. */
  children: ReactNode;
  className?: string;
};

/** The look of a choice: as wide as the row of a phone shares between two; elsewhere narrow enough for four beside the search of a tablet. */
export const filterChoice = "w-auto min-w-36 flex-1 sm:min-w-0 sm:max-w-44 sm:basis-28";

export function FilterRow(props: FilterRowProps) {
  const { search, setCount, onClear, isClearable, children, className } = props;
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  return (
    <div role="search" className={cx("mb-4 flex flex-wrap items-center gap-2", className)}>
      {search}
      <Button
        aria-expanded={isOpen}
        aria-controls={choicesId}
        className="px-3 sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden />
        {t("Filter")}
        {setCount > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-sm text-on-accent tabular-nums">
            {setCount}
            <span className="sr-only"> {t("set")}</span>
          </span>
        )}
      </Button>
      <div
        id={choicesId}
        className={cx(
          "flex w-full flex-wrap items-center gap-2 sm:contents",
          !isOpen && "max-sm:hidden",
        )}
      >
        {children}
        {isClearable && (
          <Button variant="quiet" onClick={onClear}>
            {t("Clear filters")}
          </Button>
        )}
      </div>
    </div>
  );
}
