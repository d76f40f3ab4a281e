/** Who is signed in, live: signing out elsewhere or being deactivated ends it here at once. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery } from "convex/react";
import { useCallback } from "react";
import { api } from "../../convex/_generated/api";
import { forgetTokens } from "./forgetTokens";
import { clearStoredUser, type Me } from "./userdata";

export type Session =
  /** Not known yet: the token is being checked. */
  | { state: "loading" }
  | { state: "signedOut" }
  /** There is a token, but no account behind it any more. */
  | { state: "ended" }
  | { state: "signedIn"; me: Me };

export function useSession(): Session {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const me = useQuery(api.users.me, {});
  if (isLoading) return { state: "loading" };
  if (!isAuthenticated) return { state: "signedOut" };
  if (me === undefined) return { state: "loading" };
  return me === null ? { state: "ended" } : { state: "signedIn", me };
}

/** How long the server may take to hear of a sign-out: a call over a line that is down waits for the line. */
const PATIENCE_MS = 2_000;

/** Signs out on the server and here. A server that can't be reached does not keep anybody signed in on this screen. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useAuthActions();
  return useCallback(async () => {
    clearStoredUser();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    await Promise.race([signOut(), patience]);
    forgetTokens();
  }, [signOut]);
}
