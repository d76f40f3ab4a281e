/** The fields of a product, for adding and editing. */
import type { ReactNode } from "react";
import type { FormState } from "../../forms/useForm";
import { ProductField } from "./ProductField";
import type { ProductValues } from "./productForm";
import { TaxFields } from "./TaxFields";
import { TermsFields } from "./TermsFields";

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
        <ProductField form={form} name="packSize" label="Quantity" />
        <ProductField form={form} name="pricePaise" />
        <ProductField form={form} name="stock" hint={stockHint} />
      </div>
      <ProductField form={form} name="countryOfOrigin" />
      <TaxFields form={form} />
      <TermsFields form={form} />
    </>
  );
}
