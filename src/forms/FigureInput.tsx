/** A field for a number or a sum of a table of fields, which says its label, hint and keyboard. */
import type { ComponentProps } from "react";
import type { FormFigure } from "../../domain/fields/figures";
import { Field } from "../ui/Field";
import { Input } from "../ui/Input";

type FigureInputProps = ComponentProps<typeof Input> & {
  field: FormFigure;
  error: string | null | undefined;
};

export function FigureInput({ field, error, ...control }: FigureInputProps) {
  const { kind, label, hint } = field;
  return (
    <Field label={label} hint={hint} error={error}>
      <Input inputMode={kind === "money" ? "decimal" : "numeric"} autoComplete="off" {...control} />
    </Field>
  );
}
