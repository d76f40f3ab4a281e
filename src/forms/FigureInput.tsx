/** A field for a number or a sum of a table of fields, which says its label, hint and keyboard. */
import type { ChangeEvent } from "react";
import type { FormFigure } from "../../domain/fields/figures";
import { Field } from "../ui/Field";
import { Input } from "../ui/Input";
import { RupeeInput } from "../ui/RupeeInput";
import { t } from "../../domain/language/texts";

type FigureInputProps = {
  field: FormFigure;
  error: string | null | undefined;
  name?: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

export function FigureInput({ field, error, ...control }: FigureInputProps) {
  const { kind, label, hint } = field;
  return (
    <Field label={t(label)} hint={hint && t(hint)} error={error}>
      {kind === "money" ? (
        <RupeeInput {...control} />
      ) : (
        <Input inputMode="numeric" autoComplete="off" {...control} />
      )}
    </Field>
  );
}
