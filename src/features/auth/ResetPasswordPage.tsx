/** A forgotten password: e-mail → one-time code → new password → login. */
import { useAction } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { errorMessage } from "../../lib/convexError";
import { deviceToken } from "../../lib/device";
import { Button, LinkButton } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { Notice } from "../../ui/Notice";
import { PasswordInput } from "../../ui/PasswordInput";
import { answered } from "./answered";
import { AuthShell, TextLink } from "./AuthShell";
import { passwordProblem } from "../../lib/fieldProblems";
import { focusFirstProblem } from "./focusFirstProblem";
import { OtpFields } from "./OtpFields";
import { useBanner } from "./useBanner";
import { useOtp } from "./useOtp";

const FAILED = "An error occurred while resetting your password.";

export function ResetPasswordPage() {
  const [done, setDone] = useState<string | null>(null);
  return (
    <AuthShell
      title="Reset your password"
      aside={
        <>
          Remembered it? <TextLink to="/auth/login">Log in</TextLink>
        </>
      }
    >
      {done === null ? (
        <ResetForm onDone={setDone} />
      ) : (
        <Notice
          kind="success"
          message={done}
          actions={
            <LinkButton to="/auth/login" variant="primary" size="sm">
              Go to login
            </LinkButton>
          }
        />
      )}
    </AuthShell>
  );
}

function useReset(onDone: (message: string) => void) {
  const resetPassword = useAction(api.auth.resetPassword);
  const { banner, show, clear } = useBanner();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const otp = useOtp("reset", email, ({ kind, message }) => show(kind, message));
  const problem = passwordProblem(password);

  async function reset(ticket: string) {
    setBusy(true);
    clear();
    try {
      const { message } = await answered(
        resetPassword({ ticket, email, password, device: deviceToken() }),
      );
      onDone(message);
    } catch (error) {
      show("error", errorMessage(error, FAILED));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    // Before the code is proved, Enter in the e-mail box asks for it.
    if (otp.ticket === null) {
      otp.send();
      return;
    }
    setSubmitted(true);
    if (problem === null) void reset(otp.ticket);
    else focusFirstProblem(event.currentTarget);
  }
  return {
    email,
    setEmail,
    password,
    setPassword,
    otp,
    banner,
    busy,
    submit,
    problem: submitted ? problem : null,
  };
}

function ResetForm({ onDone }: { onDone: (message: string) => void }) {
  const form = useReset(onDone);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <Field label="Email">
        <Input
          type="email"
          name="email"
          autoComplete="username"
          value={form.email}
          onChange={(event) => form.setEmail(event.target.value)}
        />
      </Field>
      <OtpFields otp={form.otp} email={form.email} />
      {form.otp.verified && (
        <>
          <Field label="New password" error={form.problem} hint="8 to 128 characters">
            <PasswordInput
              name="new-password"
              autoComplete="new-password"
              value={form.password}
              onChange={(event) => form.setPassword(event.target.value)}
            />
          </Field>
          <p className="text-sm text-muted">
            Every device is signed out, and your API keys and webhooks are revoked.
          </p>
          <Button type="submit" variant="primary" size="lg" wide busy={form.busy}>
            Set new password
          </Button>
        </>
      )}
      {form.banner}
    </form>
  );
}
