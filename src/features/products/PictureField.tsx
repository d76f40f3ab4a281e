/** The picture of a product with its preview. A wrong file is reported as soon as it is chosen. */
import type { FormState } from "../../forms/useForm";
import { pictureProblem } from "../../files/upload";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";
import type { ProductValues } from "./productForm";

export type PictureFieldProps = { label: string; prompt?: string; form: FormState<ProductValues> };

export function PictureField({ label, prompt, form }: PictureFieldProps) {
  const { picture } = form.values;
  const problem = picture === null ? null : pictureProblem(picture);
  return (
    <Field label={label} error={form.errors.picture ?? problem}>
      <FileInput
        file={picture}
        name="image"
        previewAlt="Preview of the product image"
        onChange={(chosen) => form.change({ picture: chosen })}
        {...(prompt !== undefined && { prompt })}
      />
    </Field>
  );
}
