/** Registration: the form, a code to prove the e-mail, then the account; after that, login. */
import * as links from "../../../domain/links";
import { ArrowRight } from "lucide-react";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { LinkButton } from "../../ui/Button";
import { Notice } from "../../ui/Notice";
import { useDarkByDefault } from "../../ui/theme";
import { AuthShell, TextLink, BANNER_MS } from "./AuthShell";
import type { RegisteredLogin } from "./registeredLogin";
import { SignUpForm } from "./SignUpForm";
import { useSignUp } from "./useSignUp";
import { t } from "../../../domain/language/texts";
import { rich } from "../../lib/rich";

export function SignUpPage() {
  useDarkByDefault();
  const signUp = useSignUp();
  return (
    <AuthShell
      title={t("Register for a free account")}
      aside={rich("Already registered? {login}", {
        login: <TextLink to={links.LOGIN}>{t("Log in")}</TextLink>,
      })}
    >
      {signUp.registered === null ? (
        <SignUpForm signUp={signUp} />
      ) : (
        <Registered login={signUp.registered} />
      )}
    </AuthShell>
  );
}

/** The success message; then login, after 3 seconds or a click. */
function Registered({ login }: { login: RegisteredLogin }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate(links.LOGIN, { state: login }), BANNER_MS);
    return () => window.clearTimeout(timer);
  }, [navigate, login]);
  return (
    <Notice
      kind="success"
      message={t("Registration successful. Please log in.")}
      actions={
        <LinkButton to={links.LOGIN} state={login} variant="primary" size="sm">
          {t("Go to login")} <ArrowRight aria-hidden />
        </LinkButton>
      }
    />
  );
}
