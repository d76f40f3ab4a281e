/** A choice among a few, as chips: radio buttons that look like one. */
import { useId } from "react";
import { cx } from "../../lib/cx";

export type ChipsProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
};

export function Chips<Value extends string>({
  label,
  value,
  options,
  onChange,
}: ChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "flex h-8 cursor-pointer items-center rounded-full border px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink touch:h-11 touch:px-4",
              option.value === value
                ? "border-accent bg-accent-soft font-medium text-accent-ink"
                : "border-edge bg-raised hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
