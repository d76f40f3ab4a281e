/** A field of a product's form: kind, label and hint come from the table of fields. */
import type { ReactNode } from "react";
import { shownText, type Field as TableField } from "../../../domain/fields/kinds";
import { PRODUCT_FIELDS } from "../../../domain/fields/product";
import type { FormState } from "../../forms/useForm";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { Select } from "../../ui/Select";
import { Textarea } from "../../ui/Textarea";
import { FigureField } from "./FigureField";
import type { ProductValues, TextName } from "./productForm";
import { t } from "../../../domain/language/texts";

export type ProductFieldProps = {
  form: FormState<ProductValues>;
  name: TextName;
  label?: string;
  hint?: ReactNode;
  isNumeric?: boolean;
};

export function ProductField({ form, name, isNumeric, ...own }: ProductFieldProps) {
  const field: TableField = PRODUCT_FIELDS[name];
  const { label = t(field.label), hint = field.hint && t(field.hint) } = own;
  const error = form.errors[name];
  const isFigure = field.kind === "whole" || field.kind === "money";
  const control = { name: field.rest, ...form.text(name) };
  if (isFigure) {
    const isDecimal = field.kind === "money";
    return (
      <FigureField label={label} hint={hint} error={error} isDecimal={isDecimal} {...control} />
    );
  }
  const options =
    field.kind === "choice"
      ? field.values.map((value) => ({ value, label: shownText(field, value) }))
      : codeOptions(field);
  return (
    <Field label={label} hint={hint} error={error}>
      {options !== null ? (
        <Select
          value={form.values[name]}
          options={options}
          placeholder={field.prompt && t(field.prompt)}
          onChange={(value) => form.change({ [name]: value })}
        />
      ) : field.kind === "text" && field.isMultiline === true ? (
        <Textarea {...control} />
      ) : (
        <Input
          inputMode={isNumeric === true ? "numeric" : undefined}
          autoComplete={field.absent === undefined ? undefined : "off"}
          {...control}
        />
      )}
    </Field>
  );
}

/** Returns the codes by their names, and none of them; null for a field whose codes are typed. */
function codeOptions(field: TableField) {
  if (field.kind !== "code" || field.codes === undefined) return null;
  const { codes, nameOf = String } = field;
  const options = codes.map((value) => ({ value, label: nameOf(value) }));
  return [{ value: "", label: t("Not given") }, ...options];
}
