/** A field for a number: text with a number pad, not type="number", which drops what it can't read and changes when scrolled over. */
import type { ChangeEvent, ReactNode } from "react";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { RupeeInput } from "../../ui/RupeeInput";

export type FigureFieldProps = {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  label: string;
  hint?: ReactNode;
  name: string;
  /** A sum of rupees. */
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
      {isDecimal ? (
        <RupeeInput className="text-right" name={name} {...binding} />
      ) : (
        <Input
          className="text-right tabular-nums"
          name={name}
          inputMode="numeric"
          autoComplete="off"
          {...binding}
        />
      )}
    </Field>
  );
}
