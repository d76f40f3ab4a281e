/**
 * A choice from a short list. Inside a Field it is labelled by it; alone it needs `label`. Hand-made after the "select-only
 * combobox" of the ARIA practices: the focus stays on the control, which names the option that the keys have reached. The list
 * lies in the browser's top layer, so that neither a dialog nor a scrolling box cuts it off.
 */
import { ChevronDown } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { cx } from "../lib/cx";
import { isComposing } from "../lib/isComposing";
import { useFieldBinding } from "./Field";
import { controlLook } from "./Input";
import { SelectList, type SelectOption } from "./SelectList";
import { isTyped, movedBy, openedBy, typedTo } from "./selectMoves";
import { useEscape } from "./useEscape";

export type SelectProps<Value extends string> = {
  /** "" shows the placeholder: nothing is chosen yet. */
  value: Value | "";
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** The accessible name when there is no Field around. */
  label?: string;
  disabled?: boolean;
  className?: string;
  /** The classes of the list that drops down, such as a height of its own. */
  listClassName?: string;
};

/** Returns options whose labels are their values. */
export function optionsOf<Value extends string>(values: readonly Value[]): SelectOption<Value>[] {
  return values.map((value) => ({ value, label: value }));
}

/** Letters typed within this time of each other are one search. */
const WORD_MS = 1_000;

/** Collects the letters typed in quick succession. */
function useTypedWord(): (letter: string) => string {
  const word = useRef({ text: "", at: 0 });
  return (letter) => {
    const now = performance.now();
    const text = now - word.current.at < WORD_MS ? word.current.text + letter : letter;
    word.current = { text, at: now };
    return text;
  };
}

/** Holds the active option (null while the list is closed) and the functions that move it. */
function useChoosing<Value extends string>({ value, onChange, options }: SelectProps<Value>) {
  const [active, setActive] = useState<number | null>(null);
  const typedWord = useTypedWord();
  const chosen = options.findIndex((option) => option.value === value);
  const start = Math.max(0, chosen);
  const close = () => setActive(null);
  useEscape(active !== null, close);

  function choose(index: number) {
    const option = options[index];
    if (option !== undefined && option.value !== value) onChange(option.value);
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const isOpen = active !== null;
    const at = active ?? start;
    const labels = options.map((option) => option.label);
    const reached = isTyped(event)
      ? (typedTo(typedWord(event.key), at, labels) ?? at)
      : isOpen
        ? movedBy(event.key, at, options.length)
        : openedBy(event.key, at);
    if (reached !== null) {
      event.preventDefault();
      setActive(reached);
    } else if (event.key === "Tab" && isOpen) choose(at);
  }
  function onClick(event: MouseEvent<HTMLButtonElement>) {
    // Safari does not focus a button that is clicked.
    event.currentTarget.focus();
    if (active === null) setActive(start);
    // Enter and Space come as clicks without a pointer: they take what is reached.
    else if (event.detail === 0) choose(active);
    else close();
  }
  return { active, setActive, chosen, choose, close, onKeyDown, onClick };
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, placeholder, label, disabled = false, className, listClassName } = props;
  const binding = useFieldBinding();
  const ownId = useId();
  const id = binding.id ?? ownId;
  const listId = `${ownId}-list`;
  const control = useRef<HTMLButtonElement>(null);
  const { active, setActive, chosen, choose, close, onKeyDown, onClick } = useChoosing(props);
  const shown = options[chosen]?.label;
  return (
    <>
      <button
        {...binding}
        ref={control}
        id={id}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={active !== null}
        aria-controls={active === null ? undefined : listId}
        aria-activedescendant={active === null ? undefined : `${listId}-${active}`}
        disabled={disabled}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={cx(
          controlLook,
          "flex h-10 items-center justify-between gap-2 pr-2.5 pl-3 text-left hover:not-disabled:bg-hover",
          shown === undefined && "text-muted",
          className,
        )}
      >
        <span className="truncate">{shown ?? placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {active !== null && (
        <SelectList
          id={listId}
          labelledBy={id}
          control={control}
          options={options}
          chosen={chosen}
          active={active}
          onReach={setActive}
          onChoose={choose}
          className={listClassName}
        />
      )}
    </>
  );
}
