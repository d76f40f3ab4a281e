/** A choice from a short list (Radix Select). Inside a Field it is labelled by it; alone it needs `label`. */
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { cx } from "../lib/cx";
import { useFieldBinding } from "./Field";
import { controlLook } from "./Input";

export type SelectOption<Value extends string> = { value: Value; label: string };

export type SelectProps<Value extends string> = {
  /** "" shows the placeholder: nothing is chosen yet. */
  value: Value | "";
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  /** The accessible name when there is no Field around. */
  label?: string;
  name?: string;
  disabled?: boolean;
  className?: string;
  /** Of the list that drops down, such as a height of its own. */
  listClassName?: string;
};

/** Options whose words are their values. */
export function optionsOf<Value extends string>(values: readonly Value[]): SelectOption<Value>[] {
  return values.map((value) => ({ value, label: value }));
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    value,
    onChange,
    options,
    placeholder,
    label,
    disabled = false,
    className,
    listClassName,
  } = props;
  const binding = useFieldBinding();
  return (
    <Radix.Root
      value={value}
      // Radix hands back one of the values that it was given.
      onValueChange={(chosen) => onChange(chosen as Value)}
      disabled={disabled}
    >
      <Radix.Trigger
        {...binding}
        aria-label={label}
        className={cx(
          controlLook,
          "flex h-10 items-center justify-between gap-2 pr-2.5 pl-3 text-left hover:not-disabled:bg-hover data-placeholder:text-muted",
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Radix.Trigger>
      <Options options={options} className={listClassName} />
    </Radix.Root>
  );
}

type OptionsProps = {
  options: readonly SelectOption<string>[];
  className: string | undefined;
};

function Options({ options, className }: OptionsProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        collisionPadding={8}
        className={cx(
          "z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-sm border border-line bg-raised shadow-high",
          className,
        )}
      >
        <Radix.Viewport className="p-1">
          {options.map((option) => (
            <Radix.Item
              key={option.value}
              value={option.value}
              className="flex min-h-9 items-center gap-2 rounded-sm py-1.5 pr-8 pl-2.5 text-base outline-none select-none data-highlighted:bg-hover"
            >
              <Radix.ItemText>{option.label}</Radix.ItemText>
              <Radix.ItemIndicator className="-mr-6 ml-auto">
                <Check aria-hidden className="size-4 text-accent-ink" />
              </Radix.ItemIndicator>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  );
}
