/** Login: e-mail, password, role. Who is signed in already, or becomes so, is sent on by the route. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useState, type SubmitEvent } from "react";
import { useLocation } from "react-router-dom";
import { ROLES, type Role } from "../../../domain/roles";
import { errorMessage } from "../../lib/convexError";
import { deviceToken } from "../../lib/device";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Input } from "../../ui/Input";
import { Notice } from "../../ui/Notice";
import { PasswordInput } from "../../ui/PasswordInput";
import { Select } from "../../ui/Select";
import { answered } from "./answered";
import { AuthShell, TextLink } from "./AuthShell";
import { loginProblems } from "./checks";
import { focusFirstProblem } from "./focusFirstProblem";
import { useBanner } from "./useBanner";

const ROLE_WORDS: Record<Role, string> = {
  retailer: "Retailer",
  distributor: "Distributor",
  admin: "Admin",
};
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

export function LoginPage() {
  return (
    <AuthShell
      title="Log in"
      aside={
        <>
          New user? <TextLink to="/auth/signup">Sign up Here</TextLink>
        </>
      }
    >
      <LoginForm />
    </AuthShell>
  );
}

function useLogin() {
  const { signIn } = useAuthActions();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [role, setRole] = useState<Role>("retailer");
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const { banner, show, clear } = useBanner();
  const problems = loginProblems({ email, password });

  async function logIn() {
    setBusy(true);
    clear();
    try {
      const typed = { email, password, role };
      await answered(signIn("password", { ...typed, device: deviceToken() }));
      show("success", "Logged in successfully.");
      setEmail("");
      setPassword("");
      setSubmitted(false);
    } catch (error) {
      show("error", errorMessage(error, "An error occurred while logging in."));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (busy) return;
    if (Object.keys(problems).length === 0) void logIn();
    else focusFirstProblem(event.currentTarget);
  }
  const shown = submitted ? problems : {};
  return {
    email,
    setEmail,
    password,
    setPassword,
    role,
    setRole,
    busy,
    banner,
    submit,
    problems: shown,
  };
}

/** Why login was asked for, where another page sent one here and has words for it. */
function useReason(): string | null {
  const state: unknown = useLocation().state;
  const from =
    typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" && from.startsWith("/chat")
    ? "Please login to access chat"
    : null;
}

function LoginForm() {
  const form = useLogin();
  const reason = useReason();
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      {reason !== null && <Notice kind="info" message={reason} />}
      {form.banner}
      <Field label="Email" error={form.problems.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          value={form.email}
          onChange={(event) => form.setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" error={form.problems.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={form.password}
          onChange={(event) => form.setPassword(event.target.value)}
        />
      </Field>
      <Field label="Role">
        <Select value={form.role} onChange={form.setRole} options={ROLE_OPTIONS} />
      </Field>
      <Button type="submit" variant="primary" size="lg" wide busy={form.busy} className="mt-2">
        {form.busy ? "Logging in..." : "Log in"}
      </Button>
      <p className="text-center *:tap">
        <TextLink to="/auth/reset">Forgot your password?</TextLink>
      </p>
    </form>
  );
}
