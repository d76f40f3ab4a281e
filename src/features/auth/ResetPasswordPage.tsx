/** /auth/reset: e-mail, one-time code, new password, then login. */
import * as links from "../../../domain/links";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { deviceToken } from "../../device/device";
import { useForm } from "../../forms/useForm";
import { useMarketClient } from "../../live/useMarketClient";
import { useServerAction } from "../../forms/useServerAction";
import { Button, LinkButton } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Notice } from "../../ui/Notice";
import { PasswordInput } from "../../ui/PasswordInput";
import { withTimeout } from "./withTimeout";
import { AuthShell, TextLink, useBanner } from "./AuthShell";
import { passwordProblem } from "../../forms/passwordProblem";
import { isTicketRefused } from "./checks";
import { OtpFields } from "./OtpFields";
import { useOtp } from "./useOtp";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

export function ResetPasswordPage() {
  const [done, setDone] = useState<string | null>(null);
  return (
    <AuthShell
      title={t("Reset your password")}
      aside={rich("Remembered it? {login}", {
        login: <TextLink to={links.LOGIN}>{t("Log in")}</TextLink>,
      })}
    >
      {done === null ? (
        <ResetForm onDone={setDone} />
      ) : (
        <Notice
          kind="success"
          message={done}
          actions={
            <LinkButton to={links.LOGIN} variant="primary" size="sm">
              {t("Go to login")}
            </LinkButton>
          }
        />
      )}
    </AuthShell>
  );
}

function useReset(onDone: (message: string) => void) {
  const resetPassword = useAction(api.auth.resetPassword);
  const client = useMarketClient();
  const { banner, show, clear } = useBanner();
  const form = useForm({
    initial: { email: "", password: "" },
    validate: ({ password }) => ({ password: passwordProblem(password) }),
  });
  const otp = useOtp("reset", form.values.email, ({ kind, message }) => show(kind, message));
  const reset = useServerAction(
    (values: { ticket: string; email: string; password: string }) => {
      clear();
      return withTimeout(client, () => resetPassword({ ...values, device: deviceToken() }));
    },
    {
      failure: t("An error occurred while resetting your password."),
      onFailure: (text, error) => {
        if (isTicketRefused(error)) otp.forget();
        show("error", text);
      },
      onDone: () => onDone(t("Your password has been changed. Please log in.")),
    },
  );

  function submit() {
    const { ticket } = otp;
    // Before the code is proved, Enter in the e-mail field requests it.
    if (ticket === null) otp.send();
    else form.submit((values) => reset.run({ ...values, ticket }));
  }
  return { form, otp, banner, isBusy: reset.isBusy, submit };
}

function ResetForm({ onDone }: { onDone: (message: string) => void }) {
  const { form, otp, banner, isBusy, submit } = useReset(onDone);
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t("Email")}>
        <Input type="email" name="email" autoComplete="username" {...form.text("email")} />
      </Field>
      <OtpFields otp={otp} email={form.values.email} />
      {otp.verified && (
        <>
          <Field
            label={t("New password")}
            error={form.errors.password}
            hint={t("8 to 128 characters")}
          >
            <PasswordInput
              name="new-password"
              autoComplete="new-password"
              {...form.text("password")}
            />
          </Field>
          <p className="text-sm text-muted">
            {t("Every device is signed out, and your API keys and webhooks are revoked.")}
          </p>
          <Button type="submit" variant="primary" size="lg" wide busy={isBusy}>
            {t("Set new password")}
          </Button>
        </>
      )}
      {banner}
    </Form>
  );
}
