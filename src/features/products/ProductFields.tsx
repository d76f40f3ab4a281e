/** The text fields of a product, for adding and editing. */
import type { ReactNode } from "react";
import { PRODUCT_TYPES } from "../../../domain/productTypes";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { Select, optionsOf } from "../../ui/Select";
import { Textarea } from "../../ui/Textarea";
import type { FormState } from "../../lib/useForm";
import { FigureField } from "./FigureField";
import type { ProductDraft, ProductValues } from "./productForm";
import { TaxFields } from "./TaxFields";
import { TermsFields } from "./TermsFields";

const TYPES = optionsOf(PRODUCT_TYPES);

export type ProductFieldsProps = {
  form: FormState<ProductValues>;
  /** The hint of the stock field: the live stock, once it differs. */
  stockHint?: ReactNode;
};

export function ProductFields({ form, stockHint }: ProductFieldsProps) {
  const { values, errors, change, text } = form;
  return (
    <>
      <Field label="Product type" error={errors.type}>
        <Select
          value={typeOf(values)}
          options={TYPES}
          placeholder="Choose a product type"
          onChange={(type) => change({ type })}
        />
      </Field>
      <Field label="Product name" error={errors.name}>
        <Input name="productName" {...text("name")} />
      </Field>
      <Field label="Description" error={errors.description}>
        <Textarea name="description" {...text("description")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <FigureField
          label="Quantity"
          hint="Pieces in one pack."
          name="quantity"
          error={errors.packSize}
          {...text("packSize")}
        />
        <FigureField
          label="Price"
          hint="In rupees, such as 120.50."
          name="price"
          isDecimal
          error={errors.price}
          {...text("price")}
        />
        <FigureField
          label="Stock"
          hint={stockHint ?? "Pieces that can be ordered."}
          name="stock"
          error={errors.stock}
          {...text("stock")}
        />
      </div>
      <TaxFields form={form} />
      <TermsFields form={form} />
    </>
  );
}

function typeOf(draft: ProductDraft) {
  return PRODUCT_TYPES.find((type) => type === draft.type) ?? "";
}
