/** A text box of several lines that grows with what is typed. */
import type { Ref, TextareaHTMLAttributes } from "react";
import { cx } from "../lib/cx";
import { useFieldBinding } from "./Field";
import { controlLook } from "./Input";

export type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  ref?: Ref<HTMLTextAreaElement>;
};

export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return (
    <textarea
      {...useFieldBinding()}
      {...rest}
      rows={rows}
      className={cx(
        controlLook,
        "field-sizing-content max-h-80 min-h-20 resize-y px-3 py-2",
        className,
      )}
    />
  );
}
