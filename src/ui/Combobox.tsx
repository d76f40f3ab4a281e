/**
 * A text box with suggestions below it, after the "editable combobox with list" of the ARIA practices: the focus stays in the box, the
 * arrows reach a row, Enter takes it, Escape closes the list. Suggestions that come late replace the list only while no row is reached:
 * what Enter takes is what is lit.
 */
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { cx } from "../lib/cx";
import { isComposing } from "../lib/isComposing";
import { useFieldBinding } from "./Field";
import { controlLook } from "./Input";
import { movedBy } from "./comboboxMoves";
import { useEscape } from "./useEscape";
import { useListPlace } from "./useListPlace";

export type Suggestion<Value> = {
  readonly key: string;
  readonly row: ReactNode;
  /** The effect of choosing the row. */
  readonly value: Value;
};

export type ComboboxProps<Value> = {
  /** The accessible name. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Another array is another answer. */
  suggestions: readonly Suggestion<Value>[];
  onChoose: (value: Value) => void;
  /** Enter while no row is reached. */
  onEnter?: () => void;
  /** Lists the suggestions of the text that is there, before anything is typed. */
  opensOnFocus?: boolean;
  placeholder?: string;
  maxLength: number;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

const MOVES: readonly string[] = ["ArrowDown", "ArrowUp", "PageDown", "PageUp"];

/** Returns the place that a key leads to; null is the box itself, above the first row. */
function reachedBy(key: string, at: number | null, count: number): number | null {
  if (at === null) return key === "ArrowDown" || key === "PageDown" ? 0 : null;
  return key === "ArrowUp" && at === 0 ? null : movedBy(key, at, count);
}

/** Holds the list as it is while a row of it is reached. */
function useShown<Value>(suggestions: readonly Suggestion<Value>[]) {
  const [shown, setShown] = useState(suggestions);
  const [active, setActive] = useState<number | null>(null);
  if (active === null && shown !== suggestions) setShown(suggestions);
  return { shown, active, setActive };
}

/** Holds whether the list is open and which row is reached, and the functions that change it. */
function useCombobox<Value>({ suggestions, onChoose, onEnter }: ComboboxProps<Value>) {
  const { shown, active, setActive } = useShown(suggestions);
  const [isOpen, setOpen] = useState(false);
  const isListed = isOpen && shown.length > 0;
  const open = (isWanted: boolean) => {
    setOpen(isWanted);
    setActive(null);
  };
  const close = () => open(false);
  useEscape(isListed, close);

  function choose(index: number) {
    const chosen = shown[index];
    close();
    if (chosen !== undefined) onChoose(chosen.value);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (isListed && active !== null) choose(active);
      else onEnter?.();
    } else if (MOVES.includes(event.key)) {
      event.preventDefault();
      if (isListed) setActive(reachedBy(event.key, active, shown.length));
      else setOpen(true);
    }
  }
  return { shown, active, setActive, isListed, open, close, choose, onKeyDown };
}

export function Combobox<Value>(props: ComboboxProps<Value>) {
  const { label, text, onText, opensOnFocus = false, placeholder, maxLength, ref } = props;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { shown, active, setActive, isListed, open, close, choose, onKeyDown } = useCombobox(props);
  return (
    <div ref={box} className={cx("min-w-0", props.className)}>
      <input
        {...useFieldBinding()}
        ref={ref}
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && active !== null ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => {
          onText(target.value);
          open(target.value.trim() !== "");
        }}
        onKeyDown={onKeyDown}
        onFocus={() => open(opensOnFocus)}
        onBlur={close}
        className={cx(controlLook, "h-10 px-3")}
      />
      {isListed && (
        <SuggestionList
          id={listId}
          label={label}
          control={box}
          suggestions={shown}
          active={active}
          onReach={setActive}
          onChoose={choose}
        />
      )}
    </div>
  );
}

type SuggestionListProps = {
  id: string;
  label: string;
  control: Parameters<typeof useListPlace>[0];
  suggestions: readonly Suggestion<unknown>[];
  active: number | null;
  onReach: (index: number) => void;
  onChoose: (index: number) => void;
};

function SuggestionList(props: SuggestionListProps) {
  const { id, label, control, suggestions, active, onReach, onChoose } = props;
  const list = useListPlace(control);
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [list, active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      // The focus stays in the box, whose loss of it closes the list.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 w-[min(26rem,calc(100vw-1rem))] animate-pop overflow-y-auto rounded-sm border border-line bg-raised p-1 text-ink shadow-high"
    >
      {suggestions.map(({ key, row }, index) => (
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerMove={() => onReach(index)}
          onClick={() => onChoose(index)}
          className={cx(
            "min-h-11 rounded-sm px-2.5 py-1.5 text-base select-none",
            // The ground alone is too faint a sign of where the keys are.
            index === active && "bg-hover shadow-[inset_3px_0_0_var(--color-accent-ink)]",
          )}
        >
          {row}
        </div>
      ))}
    </div>
  );
}
