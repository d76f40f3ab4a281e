/** /auth/login: e-mail, password and role. The route redirects signed-in users. */
import * as links from "../../../domain/links";
import { useAuthActions } from "@convex-dev/auth/react";
import { useLocation } from "react-router-dom";
import { ROLES, type Role } from "../../../domain/roles";
import { deviceToken } from "../../device/device";
import { ROLE_WORDS } from "../../session/userdata";
import { useForm } from "../../forms/useForm";
import { useMarketClient } from "../../live/useMarketClient";
import { useServerAction } from "../../forms/useServerAction";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Form } from "../../ui/Form";
import { Input } from "../../ui/Input";
import { Notice } from "../../ui/Notice";
import { PasswordInput } from "../../ui/PasswordInput";
import { Select } from "../../ui/Select";
import { withTimeout } from "./withTimeout";
import { AuthShell, TextLink, useBanner } from "./AuthShell";
import { loginProblems } from "./loginChecks";
import { type RegisteredLogin, registeredLogin } from "./registeredLogin";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

export function LoginPage() {
  return (
    <AuthShell
      title={t("Log in")}
      aside={rich("New user? {signUp}", {
        signUp: <TextLink to={links.SIGN_UP}>{t("Sign up Here")}</TextLink>,
      })}
    >
      <LoginForm />
    </AuthShell>
  );
}

type LoginValues = { email: string; password: string; role: Role };

/** After a registration the e-mail and the role are known. */
function useLogin(registered: RegisteredLogin | null) {
  const { signIn } = useAuthActions();
  const client = useMarketClient();
  const { banner, show, clear } = useBanner();
  const form = useForm<LoginValues>({
    initial: { email: "", role: "retailer", ...registered, password: "" },
    validate: loginProblems,
  });
  const logIn = useServerAction(
    (values: LoginValues) => {
      clear();
      return withTimeout(client, () => signIn("password", { ...values, device: deviceToken() }));
    },
    {
      failure: t("An error occurred while logging in."),
      onFailure: (text) => show("error", text),
      onSuccess: () => {
        show("success", t("Logged in successfully."));
        form.reset({ email: "", password: "" });
      },
    },
  );
  return { form, banner, isBusy: logIn.isBusy, submit: () => form.submit(logIn.run) };
}

/** Returns the reason for the login when another page redirected here and has a text for it, else null. */
function reasonOf(state: unknown): string | null {
  const from =
    typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith(links.CHAT)
    ? t("Please login to access chat")
    : null;
}

function LoginForm() {
  const state: unknown = useLocation().state;
  const registered = registeredLogin(state);
  const { form, banner, isBusy, submit } = useLogin(registered);
  const reason = reasonOf(state);
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      {reason !== null && <Notice kind="info" message={reason} />}
      {banner}
      <Field label={t("Email")} error={form.errors.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          {...form.text("email")}
        />
      </Field>
      <Field label={t("Password")} error={form.errors.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          data-initial-focus={registered !== null || undefined}
          {...form.text("password")}
        />
      </Field>
      <Field label={t("Role")}>
        <Select
          value={form.values.role}
          onChange={(role) => form.change({ role })}
          options={ROLE_OPTIONS}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" wide busy={isBusy} className="mt-2">
        {isBusy ? t("Logging in...") : t("Log in")}
      </Button>
      <p className="text-center *:tap">
        <TextLink to={links.RESET_PASSWORD}>{t("Forgot your password?")}</TextLink>
      </p>
    </Form>
  );
}
