/**
 * A form without the browser's own validation messages. After a submit it focuses the first invalid field, as marked by Field. A
 * double click submits once: where the answer comes between its clicks, the second one would submit a form that is empty again.
 */
import type { FormHTMLAttributes, MouseEvent, Ref } from "react";

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

function ignoreSecondClick(event: MouseEvent): void {
  const isSubmit = (event.target as Element).closest("[type=submit]") !== null;
  if (isSubmit && event.detail > 1) event.preventDefault();
}

export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      onClick={ignoreSecondClick}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        focusFirstProblem(event.currentTarget);
      }}
    />
  );
}
