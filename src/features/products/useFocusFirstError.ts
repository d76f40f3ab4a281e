/** After a refused submit the cursor stands in the first field that needs a correction. */
import { useEffect, type RefObject } from "react";

/** `refusals` counts the refused submits: each one moves the cursor once. */
export function useFocusFirstError(
  form: RefObject<HTMLFormElement | null>,
  refusals: number,
): void {
  useEffect(() => {
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusals]);
}
