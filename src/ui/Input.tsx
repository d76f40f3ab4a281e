/** A one-line text box. Inside a Field it is labelled and described by it. */
import type { InputHTMLAttributes, Ref } from "react";
import { cx } from "../lib/cx";
import { useFieldBinding } from "./Field";

/** Shared by every control that can be typed into. 16 px on phones: iOS zooms into anything smaller. */
export const controlLook =
  "w-full min-w-0 rounded-sm border border-edge bg-raised text-md text-ink transition-colors placeholder:text-muted [&:is(input,textarea):read-only]:bg-sunken disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-negative md:text-base";

export type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Input({ className, ...rest }: InputProps) {
  return (
    <input {...useFieldBinding()} {...rest} className={cx(controlLook, "h-10 px-3", className)} />
  );
}
