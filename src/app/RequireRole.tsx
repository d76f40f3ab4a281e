/**
 * Decides access to a page: signed out → login and back afterwards; wrong role → the user's own home. It is a convenience only:
 * the server authorizes each call.
 */
import * as links from "../../domain/links";
import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { Role } from "../../domain/roles";
import { lastAccountOfTab } from "../accountStore/drafts";
import { type Session, useForgetSession, useSession } from "../live/useSession";
import { type Me, readStoredUser } from "../session/userdata";
import { ContentToCome } from "../ui/ContentToCome";
import { ErrorNotice } from "../ui/ErrorNotice";
import type { Access } from "./page";
import { PageSkeleton } from "../ui/Skeleton";
import type { PageMeta } from "./pageAt";
import { t } from "../../domain/language/texts";

/**
 * The page to return to after login, carried in the history entry, and the account that was signed in there, if any: its address
 * may name that account's partners, so no other account returns to it.
 */
type LoginState = { from?: string; fromAccount?: string | null };

export type AccessDecision =
  { show: "page" | "waiting" | "failed" | "ended" } | { redirect: string; remember: boolean };

export type AccessInput = {
  readonly access: Access;
  readonly session: Session;
  /** The page from which login was reached. */
  readonly from?: string | undefined;
  /** The account that was signed in there. */
  readonly fromAccount?: string | null | undefined;
  /** The cached role, for a page that may render before the session has loaded. */
  readonly expected?: Role | undefined;
};

/** Returns true for a page of signed-in users that this role may see. */
export function isAllowed(access: Access, role: Role): boolean {
  return access === "member" || access === role || (access === "trader" && role !== "admin");
}

/** Returns the page to which a login leads. */
function afterLogin(me: Me, { from, fromAccount = null }: AccessInput): string {
  const mayReturn = fromAccount === null || fromAccount === me._id;
  return mayReturn && from !== undefined ? from : links.homeOf(me.role);
}

export function decideAccess(input: AccessInput): AccessDecision {
  const { access, session, expected } = input;
  if (access === "public") return { show: "page" };
  if (access === "guest") {
    if (session.state !== "signedIn") return { show: "page" };
    return { redirect: afterLogin(session.me, input), remember: false };
  }
  switch (session.state) {
    case "loading":
      if (expected === access) return { show: "page" };
      return { show: session.retry === undefined ? "waiting" : "failed" };
    case "signedOut":
      return { redirect: links.LOGIN, remember: true };
    case "ended":
      return { show: "ended" };
    case "signedIn": {
      const { role } = session.me;
      return isAllowed(access, role)
        ? { show: "page" }
        : { redirect: links.homeOf(role), remember: false };
    }
  }
}

export type RequireRoleProps = { page: PageMeta; children: ReactNode };

export function RequireRole({ page, children }: RequireRoleProps) {
  const session = useSession();
  const expected = page.hasStaticFirstPaint === true ? readStoredUser()?.role : undefined;
  const location = useLocation();
  const here = location.pathname + location.search + location.hash;
  const state = location.state as LoginState | null;
  const decision = decideAccess({ access: page.access, session, expected, ...state });
  if ("redirect" in decision) {
    const origin: LoginState = { from: here, fromAccount: lastAccountOfTab() };
    return <Navigate to={decision.redirect} replace state={decision.remember ? origin : null} />;
  }
  switch (decision.show) {
    case "page":
      return children;
    case "waiting":
      return (
        <ContentToCome>
          <PageSkeleton />
        </ContentToCome>
      );
    case "failed":
      return (
        <ErrorNotice
          message={t("Your account could not be loaded. Please try again.")}
          onRetry={session.state === "loading" ? session.retry : undefined}
        />
      );
    case "ended":
      return <EndSession />;
  }
}

/** During login the account may be null for a moment, so the session ends only when that lasts. */
const MISSING_ACCOUNT_MS = 1_500;

function EndSession() {
  const forgetSession = useForgetSession();
  useEffect(() => {
    const timer = window.setTimeout(forgetSession, MISSING_ACCOUNT_MS);
    return () => window.clearTimeout(timer);
  }, [forgetSession]);
  return <PageSkeleton />;
}
