/** Chooses a picture from disk or camera, with a preview. Validation and upload are in lib/upload.ts. */
import { ImagePlus, RefreshCw } from "lucide-react";
import type { Ref } from "react";
import { cx } from "../lib/cx";
import { useObjectUrl } from "../lib/useObjectUrl";
import { useFieldBinding } from "./Field";
import { t } from "../../domain/language/texts";

export type FileInputProps = {
  file: File | null;
  onChange: (file: File | null) => void;
  /** The alternative text of the preview. */
  previewAlt: string;
  name?: string;
  /** Shown before anything is chosen. */
  prompt?: string;
  /** One line until a picture is chosen, where none is needed. */
  isOptional?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function FileInput({
  file,
  onChange,
  previewAlt,
  name,
  prompt = t("Choose a picture"),
  isOptional = false,
  ref,
}: FileInputProps) {
  const preview = useObjectUrl(file?.type.startsWith("image/") === true ? file : null);
  const binding = useFieldBinding();
  const isSmall = isOptional && file === null;
  return (
    <div
      className={cx(
        "relative flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border border-dashed border-edge bg-raised transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-ink hover:bg-hover",
        isSmall ? "min-h-10 px-2.5 touch:min-h-11" : "p-2.5",
        binding["aria-invalid"] && "border-negative",
      )}
    >
      <span
        className={cx(
          "grid shrink-0 place-items-center overflow-hidden rounded-sm text-muted",
          isSmall ? "size-5" : "size-14 bg-sunken",
        )}
      >
        {preview === null ? (
          <ImagePlus aria-hidden className="size-5" />
        ) : (
          <img src={preview} alt={previewAlt} className="size-full object-cover" />
        )}
      </span>
      <span className="min-w-[min(8rem,100%)] flex-1 text-sm">
        <span className="block truncate font-medium">{file?.name ?? prompt}</span>
        <span className={cx("flex items-center gap-1 text-muted", isSmall && "hidden")}>
          {file === null ? (
            t("JPEG, PNG or GIF, at most 5 MB")
          ) : (
            <>
              <RefreshCw aria-hidden className="size-3" /> {t("Choose another")}
            </>
          )}
        </span>
      </span>
      <input
        {...binding}
        ref={ref}
        type="file"
        name={name}
        accept="image/*"
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  );
}
