/** The fields of a product, for adding and editing. */
import type { ReactNode } from "react";
import type { FormState } from "../../forms/useForm";
import { pictureProblem } from "../../files/upload";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";
import { ProductField } from "./ProductField";
import type { ProductValues } from "./productForm";
import { TaxFields } from "./TaxFields";
import { TermsFields } from "./TermsFields";
import { t } from "../../../domain/language/texts";

export type ProductFieldsProps = {
  form: FormState<ProductValues>;
  /** The hint of the stock field: the live stock, once it differs. */
  stockHint?: ReactNode;
};

export function ProductFields({ form, stockHint }: ProductFieldsProps) {
  return (
    <>
      <ProductField form={form} name="type" />
      <ProductField form={form} name="name" />
      <ProductField form={form} name="description" />
      <div className="grid gap-4 sm:grid-cols-3">
        <ProductField form={form} name="packSize" label={t("Quantity")} />
        <ProductField form={form} name="pricePaise" />
        <ProductField form={form} name="stock" hint={stockHint} />
      </div>
      <ProductField form={form} name="countryOfOrigin" />
      <ProductField form={form} name="aliases" />
      <TaxFields form={form} />
      <TermsFields form={form} />
    </>
  );
}

export type PictureFieldProps = { label: string; prompt?: string; form: FormState<ProductValues> };

/** The picture of a product with its preview. A wrong file is reported as soon as it is chosen. */
export function PictureField({ label, prompt, form }: PictureFieldProps) {
  const { picture } = form.values;
  const problem = picture === null ? null : pictureProblem(picture);
  return (
    <Field label={label} error={form.errors.picture ?? problem}>
      <FileInput
        file={picture}
        name="image"
        previewAlt={t("Preview of the product image")}
        onChange={(chosen) => form.change({ picture: chosen })}
        {...(prompt !== undefined && { prompt })}
      />
    </Field>
  );
}
