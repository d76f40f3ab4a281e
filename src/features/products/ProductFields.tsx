/** The typed fields of a product, for adding and editing alike. What is wrong stands below the field it is wrong in. */
import type { ReactNode } from "react";
import { PRODUCT_TYPES } from "../../../domain/productTypes";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { Select, optionsOf } from "../../ui/Select";
import { Textarea } from "../../ui/Textarea";
import type { DraftErrors, ProductDraft } from "./productForm";

const TYPES = optionsOf(PRODUCT_TYPES);

export type ProductFieldsProps = {
  draft: ProductDraft;
  errors: DraftErrors;
  onChange: (part: Partial<ProductDraft>) => void;
  /** Said below the stock field: what it is right now, if it moved. */
  stockHint?: ReactNode;
};

export function ProductFields({ draft, errors, onChange, stockHint }: ProductFieldsProps) {
  return (
    <>
      <Field label="Product type" error={errors.type}>
        <Select
          value={typeOf(draft)}
          options={TYPES}
          placeholder="Choose a product type"
          onChange={(type) => onChange({ type })}
        />
      </Field>
      <Field label="Product name" error={errors.name}>
        <Input
          name="productName"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" error={errors.description}>
        <Textarea
          name="description"
          value={draft.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure
          label="Quantity"
          hint="Pieces in one pack."
          name="quantity"
          value={draft.packSize}
          error={errors.packSize}
          onChange={(packSize) => onChange({ packSize })}
        />
        <Figure
          label="Price"
          hint="In rupees, such as 120.50."
          name="price"
          value={draft.price}
          error={errors.price}
          onChange={(price) => onChange({ price })}
        />
        <Figure
          label="Stock"
          hint={stockHint ?? "Pieces that can be ordered."}
          name="stock"
          value={draft.stock}
          error={errors.stock}
          onChange={(stock) => onChange({ stock })}
        />
      </div>
    </>
  );
}

function typeOf(draft: ProductDraft) {
  return PRODUCT_TYPES.find((type) => type === draft.type) ?? "";
}

type FigureProps = {
  label: string;
  hint: ReactNode;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

/** Text with a number pad, not type="number": that one drops what it can't read and changes when it is scrolled over. */
function Figure({ label, hint, name, value, error, onChange }: FigureProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        className="text-right tabular-nums"
        name={name}
        inputMode={name === "price" ? "decimal" : "numeric"}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
