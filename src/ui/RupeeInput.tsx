/**
 * The only control for a sum of rupees: digits are grouped as in India while they are typed. Inside a Field it is labelled and
 * described by it. Its value is the text, which `typedRupees` reads.
 */
import type { ChangeEvent } from "react";
import { groupedDigits } from "../../domain/typedNumber";
import { cx } from "../lib/cx";
import { Input, type InputProps } from "./Input";

export type RupeeInputProps = Omit<InputProps, "value" | "onChange" | "inputMode" | "type"> & {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

function withoutCommas(text: string): string {
  return text.replaceAll(",", "");
}

/** Returns the place in a text behind so many characters that are no commas. */
function placeBehind(count: number, text: string): number {
  let place = 0;
  for (let left = count; left > 0 && place < text.length; place += 1)
    if (text[place] !== ",") left -= 1;
  return place;
}

/**
 * Groups what is typed anew, and leaves the caret behind the same digit. A comma that somebody types may mean decimals: from then on the
 * text stays as it is.
 */
function regroup(target: HTMLInputElement, before: string): void {
  const { value: typed, selectionStart } = target;
  const isGrouped = before === groupedDigits(withoutCommas(before));
  if (!isGrouped || typed.split(",").length > before.split(",").length) return;
  const grouped = groupedDigits(withoutCommas(typed));
  const caret = withoutCommas(typed.slice(0, selectionStart ?? typed.length)).length;
  target.value = grouped;
  const place = placeBehind(caret, grouped);
  target.setSelectionRange(place, place);
}

export function RupeeInput({ value, onChange, className, ...rest }: RupeeInputProps) {
  const shown = groupedDigits(value);
  return (
    <div className="relative min-w-0">
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted"
      >
        ₹
      </span>
      <Input
        autoComplete="off"
        {...rest}
        inputMode="decimal"
        value={shown}
        onChange={(event) => {
          regroup(event.target, shown);
          onChange(event);
        }}
        className={cx("pl-7 tabular-nums", className)}
      />
    </div>
  );
}
