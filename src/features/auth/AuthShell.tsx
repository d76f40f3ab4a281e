/** The page around login, sign-up and password reset: the form, and on wide screens what one comes in for. */
import * as links from "../../../domain/links";
import { Check } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { LanguageButton } from "../../market/LanguageSelect";
import { Awning } from "../../ui/drawings";
import { Logo } from "../../ui/Logo";
import { ThemeToggle } from "../../ui/ThemeToggle";
import { Notice } from "../../ui/Notice";
import { t } from "../../../domain/language/texts";

const PROMISES = [
  t("Orders arrive as they are placed. Nothing to refresh."),
  t("The stock you see is the stock there is."),
  t("Every accepted order writes its own invoice."),
];

export type AuthShellProps = {
  title: string;
  /** The other way: 'New user? Sign up Here'. */
  aside: ReactNode;
  children: ReactNode;
};

export function AuthShell({ title, aside, children }: AuthShellProps) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
      <div className="flex flex-col">
        <header className="flex min-h-16 flex-wrap items-center justify-between px-4 sm:px-8">
          <Link to={links.WELCOME} className="tap rounded-sm">
            <Logo />
          </Link>
          <div className="flex items-center gap-1">
            <LanguageButton />
            <ThemeToggle />
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-4 pt-4 pb-16 sm:px-8"
        >
          <h1 tabIndex={-1} className="text-lg font-bold sm:text-xl">
            {title}
          </h1>
          <div className="mt-1 mb-6 text-muted">{aside}</div>
          {children}
        </main>
      </div>
      <aside className="hidden border-l border-line bg-accent-soft lg:block">
        <Awning className="h-16" />
        <div className="flex flex-col gap-6 px-12 pt-24">
          <p className="text-2xl font-bold text-balance">{t("A stall in the live market.")}</p>
          <ul className="flex flex-col gap-4">
            {PROMISES.map((promise) => (
              <li key={promise} className="flex gap-3 text-md">
                <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent-ink" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  );
}

export type TextLinkProps = { to: string; newTab?: boolean; children: ReactNode };

/** A link inside a sentence. `newTab` where leaving would lose what is being typed. */
export function TextLink({ to, newTab = false, children }: TextLinkProps) {
  return (
    <Link
      to={to}
      {...(newTab && { target: "_blank", rel: "noopener" })}
      className="rounded-sm font-medium text-accent-ink underline underline-offset-3"
    >
      {children}
    </Link>
  );
}

export const BANNER_MS = 3_000;

type Banner = { kind: "success" | "error"; message: string };

/** The feedback banner of the auth screens, which disappears after 3 seconds. */
export function useBanner(): {
  banner: ReactNode;
  show: (kind: Banner["kind"], message: string) => void;
  clear: () => void;
} {
  const [shown, setShown] = useState<Banner | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = window.setTimeout(() => setShown(null), BANNER_MS);
    return () => window.clearTimeout(timer);
  }, [shown]);
  const show = useCallback(
    (kind: Banner["kind"], message: string) => setShown({ kind, message }),
    [],
  );
  const clear = useCallback(() => setShown(null), []);
  return { banner: shown !== null && <Notice {...shown} className="mb-4" />, show, clear };
}
