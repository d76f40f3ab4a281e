/** A field for a number: text with a number pad, not type="number", which drops what it can't read and changes when scrolled over. */
import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";

export type FigureFieldProps = Pick<ComponentProps<typeof Input>, "value" | "onChange"> & {
  label: string;
  hint?: ReactNode;
  name: string;
  /** Decimals can be typed. */
  isDecimal?: boolean;
  error: string | null | undefined;
};

export function FigureField({
  label,
  hint,
  name,
  isDecimal = false,
  error,
  ...binding
}: FigureFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        className="text-right tabular-nums"
        name={name}
        inputMode={isDecimal ? "decimal" : "numeric"}
        autoComplete="off"
        {...binding}
      />
    </Field>
  );
}
