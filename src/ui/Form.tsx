/**
 * A form that says itself what is wrong (no bubbles of the browser's), and after a refused submit puts the cursor into the first
 * field that needs a correction. Fields mark themselves: see Field.
 */
import type { FormHTMLAttributes, Ref } from "react";

export type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit" | "noValidate"> & {
  onSubmit: () => void;
  ref?: Ref<HTMLFormElement>;
};

/** Once React has marked the fields. */
function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  });
}

export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        focusFirstProblem(event.currentTarget);
      }}
    />
  );
}
