/**
 * Who may open the page: signed out → login, and back afterwards; wrong role → one's own home.
 * A convenience for people; what they may see and do is decided by the server, call by call.
 */
import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { type Session, useSession, useSignOut } from "../lib/useSession";
import { homeOf } from "./navigation";
import type { Access } from "./pages";
import { PageSkeleton } from "./PageSkeleton";

/** Where login sends people back to, carried in the history entry. */
export type LoginState = { from?: string };

export type Verdict = { show: "page" | "waiting" | "ended" } | { go: string; remember: boolean };

export function judge(access: Access, session: Session, from: string | undefined): Verdict {
  if (access === "public") return { show: "page" };
  if (access === "guest") {
    if (session.state !== "signedIn") return { show: "page" };
    return { go: from ?? homeOf(session.me.role), remember: false };
  }
  switch (session.state) {
    case "loading":
      return { show: "waiting" };
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

export function RequireRole({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const here = location.pathname + location.search + location.hash;
  const state = location.state as LoginState | null;
  const verdict = judge(access, session, state?.from);
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
  const signOut = useSignOut();
  useEffect(() => {
    const timer = window.setTimeout(() => void signOut(), SILENCE_MS);
    return () => window.clearTimeout(timer);
  }, [signOut]);
  return <PageSkeleton />;
}
