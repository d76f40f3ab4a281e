/** The field of a dialog that asks for the password before a lasting change. */
import type { ComponentProps } from "react";
import { Field } from "./Field";
import { PasswordInput } from "./PasswordInput";
import { t } from "../../domain/language/texts";

export function missingPassword(password: string): string | null {
  return password === "" ? t("Please enter your password.") : null;
}

export type PasswordCheckFieldProps = Pick<
  ComponentProps<typeof PasswordInput>,
  "value" | "onChange"
> & { label?: string; error: string | null | undefined };

export function PasswordCheckField(props: PasswordCheckFieldProps) {
  const { label = t("Your password"), error, ...binding } = props;
  return (
    <Field label={label} error={error}>
      <PasswordInput name="password" autoComplete="current-password" {...binding} />
    </Field>
  );
}
