/** A text of a form: label, hint, kind and name come from the table of its field. */
import type { ReactNode } from "react";
import type { TextField } from "../../domain/fields/text";
import { Field } from "../ui/Field";
import { Input, type InputProps } from "../ui/Input";
import { Textarea } from "../ui/Textarea";
import type { FormState, TextName } from "./useForm";

export type FormFieldProps<Values> = Pick<
  InputProps,
  "autoCapitalize" | "autoComplete" | "inputMode" | "type"
> & {
  form: FormState<Values>;
  name: TextName<Values>;
  field: Pick<TextField, "hint" | "isMultiline" | "label" | "rest">;
  hint?: ReactNode;
  className?: string;
  inputClassName?: string;
};

export function FormField<Values extends object>({
  form,
  name,
  field,
  hint = field.hint,
  className,
  inputClassName,
  ...input
}: FormFieldProps<Values>) {
  const binding = { name: field.rest, ...form.text(name) };
  return (
    <Field label={field.label} hint={hint} error={form.errors[name]} className={className}>
      {field.isMultiline === true ? (
        <Textarea autoComplete={input.autoComplete} {...binding} />
      ) : (
        <Input {...input} {...binding} className={inputClassName} />
      )}
    </Field>
  );
}
