/** Asking for the password once more, inside a dialog that changes something lasting. */
import { useState } from "react";
import { Field } from "../../ui/Field";
import { PasswordInput } from "../../ui/PasswordInput";

export type PasswordCheck = {
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly problem: string | null;
  /** Returns true when something was typed, and otherwise shows that it is missing. */
  readonly isTyped: () => boolean;
};

export function usePasswordCheck(): PasswordCheck {
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const isMissing = password === "";
  return {
    password,
    setPassword,
    problem: asked && isMissing ? "Please enter your password." : null,
    isTyped: () => {
      setAsked(true);
      return !isMissing;
    },
  };
}

export function PasswordCheckField({ check }: { check: PasswordCheck }) {
  return (
    <Field label="Your password" error={check.problem}>
      <PasswordInput
        name="password"
        autoComplete="current-password"
        value={check.password}
        onChange={(event) => check.setPassword(event.target.value)}
      />
    </Field>
  );
}
