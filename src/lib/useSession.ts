/** Who is signed in, live: signing out elsewhere or being deactivated ends it here at once. */
import { ConvexHttpClient } from "convex/browser";
import { useConvexAuth, useQuery } from "convex/react";
import { useCallback, useEffect } from "react";
import { api } from "../../convex/_generated/api";
import type { MarketClient } from "./convexClient";
import { deliverSignOuts, type Ending, endingOf, rememberSignOut } from "./signOuts";
import { forgetTokens, storedRefreshToken } from "./tokens";
import { useMarketClient } from "./useMarketClient";
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

/** A sign-out that the server could not hear of is told again this often, and at once when the browser is back online. */
const TELL_AGAIN_MS = 15_000;

/** Over a call of its own, without anybody's token; it goes out although the page is left. */
function tellServer(deploymentUrl: string): (ending: Ending) => Promise<unknown> {
  const client = new ConvexHttpClient(deploymentUrl, {
    skipConvexDeploymentUrlCheck: true,
    logger: false,
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  });
  return (ending) => client.action(api.auth.signOut, { ...ending });
}

/** Tells the server of the sign-outs of this browser until it has heard of each. */
export function useSignOutDelivery(client: MarketClient): void {
  // Another client means that somebody may just have signed out.
  useEffect(() => {
    const tell = tellServer(client.url);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const deliver = async () => {
      clearTimeout(timer);
      const hasHeardAll = await deliverSignOuts(tell);
      if (!hasHeardAll && !isOver) timer = setTimeout(() => void deliver(), TELL_AGAIN_MS);
    };
    const again = () => void deliver();
    again();
    window.addEventListener("online", again);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [client]);
}

/** The session was ended from elsewhere: what was not sent yet stays for the same account. */
export function useForgetSession(): () => void {
  const client = useMarketClient();
  return useCallback(() => {
    leave(client);
  }, [client]);
}

/**
 * Signs out here and, as soon as it can be reached, on the server. What the account had typed or queued is discarded, in every
 * tab, and the app begins anew at the address `to`.
 */
export function useSignOut(): (to: string) => Promise<void> {
  const client = useMarketClient();
  return useCallback(
    async (to) => {
      const { session } = client;
      const refreshToken = storedRefreshToken(client.url);
      const ending = refreshToken === null ? null : await endingOf(refreshToken);
      if (session !== null) rememberSignOut({ session: session.id, ending, at: Date.now() });
      window.history.replaceState(null, "", to);
      leave(client);
    },
    [client],
  );
}

function leave(client: MarketClient): void {
  clearStoredUser();
  forgetTokens();
  client.end();
}
