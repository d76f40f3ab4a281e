/** A search box. Typed text shows at once; the search follows when the typing pauses. */
import { Search, X } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { cx } from "../lib/cx";
import { isComposing } from "../lib/isComposing";
import { controlLook } from "./Input";
import { t } from "../../domain/language/texts";

/** Long enough to skip the letters in between, short enough to feel immediate. */
const PAUSE_MS = 150;

export type SearchInputProps = {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  /** The accessible name; the placeholder if left out. */
  label?: string;
  className?: string;
};

/** Drawn again only for other properties: React writes to an input at each render, and lists render with each of their rows. */
export const SearchInput = memo(function SearchInput({
  value,
  onChange,
  placeholder,
  label = placeholder,
  className,
}: SearchInputProps) {
  const [input, setInput] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** Searches that were asked for and are not in force yet, trimmed as addresses hold them. The router may skip some. */
  const [pendingSearches, setPendingSearches] = useState<readonly string[]>([]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  if (value !== lastValue) {
    setLastValue(value);
    const at = pendingSearches.indexOf(value.trim());
    setPendingSearches(pendingSearches.slice(at + 1));
    // Changed from outside (Back, a cleared filter): show that. What was typed here has gone on since.
    if (at === -1) setInput(value);
  }

  function search(text: string, pauseMs: number) {
    setInput(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const searchText = text.trim();
      setPendingSearches((before) =>
        searchText === (before.at(-1) ?? lastValue.trim()) ? before : [...before, searchText],
      );
      onChange(text);
    }, pauseMs);
  }

  return (
    <div className={cx("relative min-w-0", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        value={input}
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        onChange={(event) => search(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event.nativeEvent)) search(input, 0);
        }}
        className={cx(
          controlLook,
          "h-10 pr-9 pl-9 touch:pr-11 [&::-webkit-search-cancel-button]:hidden",
        )}
      />
      {input !== "" && (
        <button
          type="button"
          onClick={() => search("", 0)}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <X aria-hidden className="size-4" />
          <span className="sr-only">{t("Clear search")}</span>
        </button>
      )}
    </div>
  );
});
