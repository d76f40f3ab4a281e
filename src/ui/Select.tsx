/**
 * A choice from a short list: the browser's own select. Inside a Field it is labelled by it; alone it needs `label`. `tokens.css` styles
 * the list where the browser lets it be styled; elsewhere, as on most phones, it is the system's.
 */
import { useEffect, type SyntheticEvent } from "react";
import { cx } from "../lib/cx";
import { useFieldBinding } from "./Field";
import { controlLook } from "./Input";

export type SelectOption<Value extends string> = { value: Value; label: string };

export type SelectProps<Value extends string> = {
  /** A value that no option has, such as "", shows the placeholder. */
  value: Value | "";
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** The accessible name when there is no Field around. */
  label?: string;
  disabled?: boolean;
  className?: string;
};

/** Returns options whose labels are their values. */
export function optionsOf<Value extends string>(values: readonly Value[]): SelectOption<Value>[] {
  return values.map((value) => ({ value, label: value }));
}

/** Keeps Escape in an open list from a dialog around it, which would close too. */
function keepEscape(event: globalThis.KeyboardEvent): void {
  if (event.key === "Escape" && event.target instanceof HTMLOptionElement) event.stopPropagation();
}

/** Keeps the scrolling of an open list from a dialog around it, which stops what scrolls outside of its own boxes. */
function keepScrolling(event: SyntheticEvent): void {
  event.stopPropagation();
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, placeholder, label, disabled = false, className } = props;
  // Registered once, however many selects there are.
  useEffect(() => window.addEventListener("keydown", keepEscape, { capture: true }), []);
  const isChosen = options.some((option) => option.value === value);
  // A prerendered first screen is inert: what could be chosen would only make the page longer.
  const shown = import.meta.env.SSR ? options.filter((option) => option.value === value) : options;
  return (
    <select
      {...useFieldBinding()}
      aria-label={label}
      disabled={disabled}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      onWheel={keepScrolling}
      onTouchMove={keepScrolling}
      className={cx(
        controlLook,
        "h-10 pr-9 pl-3 leading-9.5 hover:not-disabled:bg-hover touch:leading-10.5",
        !isChosen && "text-muted",
        className,
      )}
    >
      {!isChosen && (
        <option hidden value={value}>
          {placeholder}
        </option>
      )}
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
