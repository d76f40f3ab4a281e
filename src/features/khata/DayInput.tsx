/** A day of the past, with its weekday echoed: a browser shows it in an order of its own. */
import { dayInWords } from "../../lib/dayInWords";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";

export type DayInputProps = {
  label: string;
  value: string;
  onChange: (day: string) => void;
  min: string;
  max: string;
  error: string | null | undefined;
};

export function DayInput({ label, value, onChange, min, max, error }: DayInputProps) {
  const words = dayInWords(value);
  return (
    <Field label={label} error={error} hint={words === "" ? "Please choose a day." : words}>
      <Input
        type="date"
        min={min}
        max={max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="tabular-nums"
      />
    </Field>
  );
}
