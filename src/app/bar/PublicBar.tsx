/** The visitor's bar with Login and Sign Up. It has the height of the members' bar, which takes its place while a page is open. */
import * as links from "../../../domain/links";
import { Link } from "react-router-dom";
import { LanguageButton } from "../../market/LanguageSelect";
import { LinkButton } from "../../ui/Button";
import { Logo } from "../../ui/Logo";
import { ThemeToggle } from "../../ui/ThemeToggle";
import { t } from "../../../domain/language/texts";

export function PublicBar() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex min-h-14 max-w-7xl flex-wrap items-center gap-1 px-4 sm:gap-2">
        <Link to={links.WELCOME} className="mr-auto tap rounded-sm">
          <Logo markBelow="sm" />
        </Link>
        <Link
          to={links.ABOUT}
          className="hidden rounded-sm px-3 py-2 font-medium hover:bg-hover sm:block"
        >
          {t("About")}
        </Link>
        <LanguageButton />
        <ThemeToggle />
        <LinkButton to={links.LOGIN} variant="quiet">
          {t("Login")}
        </LinkButton>
        <LinkButton to={links.SIGN_UP} variant="primary">
          {t("Sign Up")}
        </LinkButton>
      </div>
    </header>
  );
}
