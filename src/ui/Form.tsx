/**
 * A form without the browser's own validation messages. After a submit it focuses the first invalid field, as marked by Field.
 */
import type { FormHTMLAttributes, Ref } from "react";

export type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit" | "noValidate"> & {
  onSubmit: () => void;
  ref?: Ref<HTMLFormElement>;
};

/** Waits until React has marked the fields. */
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
