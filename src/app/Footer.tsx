/** The footer of the public pages; it links to login and sign-up only for visitors. */
import * as links from "../../domain/links";
import { Link } from "react-router-dom";
import { Logo } from "../ui/Logo";
import { t } from "../../domain/language/texts";

const LINKS = [
  { label: t("Products"), to: links.PUBLIC_PRODUCTS },
  { label: t("About"), to: links.ABOUT },
  { label: t("Daily News"), to: links.NEWS },
  { label: t("Contact"), to: links.CONTACT },
  { label: t("Terms"), to: links.TERMS },
  { label: t("Privacy"), to: links.PRIVACY },
  { label: t("Cookies"), to: links.COOKIES },
  { label: t("Developers"), to: links.DEVELOPERS },
];
const WAYS_IN = [
  { label: t("Login"), to: links.LOGIN },
  { label: t("Sign Up"), to: links.SIGN_UP },
];

export function Footer({ isSignedIn }: { isSignedIn: boolean }) {
  const links = isSignedIn ? LINKS : [...LINKS, ...WAYS_IN];
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-8 gap-y-4 px-4 py-8">
        <Logo />
        <nav aria-label={t("Footer")} className="flex flex-wrap gap-x-5 gap-y-2">
          {links.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="rounded-sm text-muted hover:text-ink hover:underline"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <p className="text-sm text-muted md:ml-auto">{t("© 2024 Mandi. All rights reserved.")}</p>
      </div>
    </footer>
  );
}
