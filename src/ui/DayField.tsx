/** A labelled date, which is told in words as soon as it is one. */
import { parseDay } from "../../domain/dates";
import { dayInWords } from "../../domain/typedDay";
import { DayInput, type DayInputProps } from "./DayInput";
import { Field } from "./Field";
import { t } from "../../domain/language/texts";

export type DayFieldProps = Omit<DayInputProps, "label" | "className"> & {
  label: string;
  error?: string | null | undefined;
};

export function DayField({ label, error, ...input }: DayFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={<DayWords value={input.value} today={input.bounds.today} />}
    >
      <DayInput {...input} />
    </Field>
  );
}

/** The day of a DayInput in words, or how to give one. */
export function DayWords({ value, today }: { value: string; today: string }) {
  const day = parseDay(value);
  return (
    <span role="status" className={day === null ? undefined : "font-medium text-ink"}>
      {day === null ? t("Day/month/year, or pick a day.") : dayInWords(day, today)}
    </span>
  );
}
