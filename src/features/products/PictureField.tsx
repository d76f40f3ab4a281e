/** The picture of a product: chosen, seen, checked at once. */
import { pictureProblem } from "../../lib/upload";
import { Field } from "../../ui/Field";
import { FileInput } from "../../ui/FileInput";

export type PictureFieldProps = {
  label: string;
  file: File | null;
  error: string | null;
  prompt?: string;
  /** `problem` is the specification's sentence on the chosen file, or null if it will do. */
  onChange: (file: File | null, problem: string | null) => void;
};

export function PictureField({ label, file, error, prompt, onChange }: PictureFieldProps) {
  return (
    <Field label={label} error={error}>
      <FileInput
        file={file}
        name="image"
        previewAlt="Preview of the product image"
        onChange={(chosen) => onChange(chosen, chosen === null ? null : pictureProblem(chosen))}
        {...(prompt !== undefined && { prompt })}
      />
    </Field>
  );
}
