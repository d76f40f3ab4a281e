/**
 * Who may open the page: signed out → login, and back afterwards; wrong role → one's own home.
 * A convenience for people; what they may see and do is decided by the server, call by call.
 */
import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import type { Role } from "../../domain/roles";
import { type Session, useForgetSession, useSession } from "../lib/useSession";
import { readStoredUser } from "../lib/userdata";
import { homeOf } from "./homes";
import type { Access } from "./pages";
import { PageSkeleton } from "./PageSkeleton";
import type { PageFacts } from "./usePage";

/** Where login sends people back to, carried in the history entry. */
type LoginState = { from?: string };

export type Verdict = { show: "page" | "waiting" | "ended" } | { go: string; remember: boolean };

export type Question = {
  readonly access: Access;
  readonly session: Session;
  /** Where login was reached from. */
  readonly from?: string | undefined;
  /** The role of whoever was here last, for a page that may be drawn before it is known who is here now. */
  readonly expected?: Role | undefined;
};

export function judge({ access, session, from, expected }: Question): Verdict {
  if (access === "public") return { show: "page" };
  if (access === "guest") {
    if (session.state !== "signedIn") return { show: "page" };
    return { go: from ?? homeOf(session.me.role), remember: false };
  }
  switch (session.state) {
    case "loading":
      return { show: expected === access ? "page" : "waiting" };
    case "signedOut":
      return { go: "/auth/login", remember: true };
    case "ended":
      return { show: "ended" };
    case "signedIn": {
      const allowed = access === "member" || access === session.me.role;
      return allowed ? { show: "page" } : { go: homeOf(session.me.role), remember: false };
    }
  }
}

export type RequireRoleProps = { page: PageFacts; children: ReactNode };

export function RequireRole({ page, children }: RequireRoleProps) {
  const session = useSession();
  const expected = page.startsWithWords === true ? readStoredUser()?.role : undefined;
  const location = useLocation();
  const here = location.pathname + location.search + location.hash;
  const state = location.state as LoginState | null;
  const verdict = judge({ access: page.access, session, from: state?.from, expected });
  if ("go" in verdict) {
    return <Navigate to={verdict.go} replace state={verdict.remember ? { from: here } : null} />;
  }
  switch (verdict.show) {
    case "page":
      return children;
    case "waiting":
      return <PageSkeleton />;
    case "ended":
      return <EndSession />;
  }
}

/** The account answers no more, yet for a blink during login it does not answer either: only a lasting silence signs out. */
const SILENCE_MS = 1_500;

function EndSession() {
  const forgetSession = useForgetSession();
  useEffect(() => {
    const timer = window.setTimeout(forgetSession, SILENCE_MS);
    return () => window.clearTimeout(timer);
  }, [forgetSession]);
  return <PageSkeleton />;
}
