/** A text of a form: label, hint and control come from the table of its field. */
import type { ReactNode } from "react";
import type { FieldBase, TextField } from "../../domain/fields/text";
import { cx } from "../lib/cx";
import { Field } from "../ui/Field";
import { Input } from "../ui/Input";
import { Textarea } from "../ui/Textarea";
import type { FormState, TextName } from "./useForm";
import { t } from "../../domain/language/texts";

export type FormFieldProps<Values> = {
  form: FormState<Values>;
  name: TextName<Values>;
  field: FieldBase & Pick<TextField, "isMultiline">;
  hint?: ReactNode;
  className?: string;
};

export function FormField<Values>({ form, name, field, ...own }: FormFieldProps<Values>) {
  const { label, rest, hint, isMultiline, control = {} } = field;
  const { autoComplete = "off", ...input } = control;
  const binding = { name: rest, autoComplete, ...form.text(name) };
  const look = cx(
    input.autoCapitalize === "characters" && "uppercase",
    input.inputMode === "numeric" && "tabular-nums",
  );
  return (
    <Field label={t(label)} hint={hint && t(hint)} error={form.errors[name]} {...own}>
      {isMultiline === true ? (
        <Textarea {...binding} />
      ) : (
        <Input {...input} {...binding} className={look} />
      )}
    </Field>
  );
}
