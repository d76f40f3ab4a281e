/** Returns the signed-in user live: signing out elsewhere or deactivation ends the session here at once. */
import { ConvexHttpClient } from "convex/browser";
import { useConvexAuth } from "convex/react";
import { useCallback, useEffect, createContext, useContext } from "react";
import { api } from "../../convex/_generated/api";
import type { MarketClient } from "./convexClient";
import {
  deliverSignOuts,
  type SignOutCredential,
  signOutCredentialOf,
  rememberSignOut,
} from "../accountStore/signOuts";
import { closeNotifications } from "../device/shownNotifications";
import { useLiveQuery } from "./useLiveQuery";
import { forgetTokens, storedRefreshToken } from "../session/tokens";
import { useMarketClient } from "./useMarketClient";
import {
  clearStoredUser,
  type Me,
  readStoredUser,
  storedUserOf,
  type StoredUser,
} from "../session/userdata";

export type Session =
  /** The token is being checked. With `retry` the account could not be loaded. */
  | { state: "loading"; retry?: () => void }
  | { state: "signedOut" }
  /** The token's account no longer exists. */
  | { state: "ended" }
  | { state: "signedIn"; me: Me };

export function useSession(): Session {
  const { isLoading, isAuthenticated } = useConvexAuth();
  // A failure keeps the account as it was last known, and with it the page and whatever is typed there. The account of the stored
  // token is known without a connection, too, though nothing has confirmed it yet.
  const { value: me, error, retry } = useLiveQuery(api.users.me, {}, { isKeptOffline: true });
  if (!isLoading && !isAuthenticated) return { state: "signedOut" };
  if (!isLoading && me === null) return { state: "ended" };
  if (me !== undefined && me !== null) return { state: "signedIn", me };
  return { state: "loading", ...(error !== null && { retry }) };
}

/** A blocked database must not hold up a sign-out. */
const DISCARD_MS = 1_000;

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Delay before an undelivered sign-out is sent again; the browser's `online` event sends it at once. */
const RETRY_MS = 15_000;

/** Sends sign-outs without a token, in requests that survive leaving the page. */
function signOutSender(deploymentUrl: string): (ending: SignOutCredential) => Promise<unknown> {
  const client = new ConvexHttpClient(deploymentUrl, {
    skipConvexDeploymentUrlCheck: true,
    logger: false,
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  });
  return (ending) => client.action(api.auth.signOut, { ...ending });
}

/** Delivers this browser's sign-outs until the server has accepted all of them. */
export function useSignOutDelivery(client: MarketClient): void {
  // A new client may mean that somebody just signed out.
  useEffect(() => {
    const send = signOutSender(client.url);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const deliver = async () => {
      clearTimeout(timer);
      const isDelivered = await deliverSignOuts(send);
      if (!isDelivered && !isOver) timer = setTimeout(() => void deliver(), RETRY_MS);
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

/** Forgets a session that was ended elsewhere, and keeps the account's unsent work. */
export function useForgetSession(): () => void {
  const client = useMarketClient();
  return useCallback(() => {
    leave(client);
  }, [client]);
}

/**
 * Signs out here, and on the server as soon as it is reachable. The account's drafts and queued commands are discarded in every
 * tab, and the app restarts at the address `to`.
 */
export function useSignOut(): (to: string) => Promise<void> {
  const client = useMarketClient();
  return useCallback(
    async (to) => {
      const { session } = client;
      const refreshToken = storedRefreshToken(client.url);
      const ending = refreshToken === null ? null : await signOutCredentialOf(refreshToken);
      if (session !== null) {
        rememberSignOut({ session: session.id, ending, at: Date.now() });
        void forgetPushes();
        // Once the app has restarted the next user may leave the page, and what was not discarded by then would stay.
        await Promise.race([discardKept(session.accountId), delay(DISCARD_MS)]);
      }
      window.history.replaceState(null, "", to);
      leave(client);
    },
    [client],
  );
}

/** The server ends its part with the session, so nothing is pushed where this fails. */
async function forgetPushes(): Promise<void> {
  await import("./push").then(({ forgetPush }) => forgetPush()).catch(() => undefined);
}

/** Discards what is kept for sessions, and all of the account if one is named. Where it fails, nothing is shown: the session is over. */
async function discardKept(accountId: string | null): Promise<void> {
  await import("../accountStore/accountStore").then(
    ({ accountStore }) => accountStore.discard(accountId),
    () => undefined,
  );
}

/** A picture that was shared with the app and not sent. Its cache is known to the worker alone, which is absent on plain http. */
async function discardShared(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await import("../worker/shared")
    .then((worker) => worker.discardShared(caches))
    .catch(() => undefined);
}

function leave(client: MarketClient): void {
  clearStoredUser();
  forgetTokens();
  client.end();
  void closeNotifications();
  void discardShared();
  void discardKept(null);
}

/** Returns the user to draw: the account, the display cache while the session loads, or null. It grants nothing. */
export function useShownUser(): StoredUser | null {
  const session = useSession();
  if (session.state === "signedIn") return storedUserOf(session.me);
  return session.state === "loading" ? readStoredUser() : null;
}

/** Describes the account's unsent work in all tabs, which a sign-out discards; resolves to null where there is none. */
export type UnsentWork = (accountId: string) => Promise<string | null>;

/** Provides the function; the app does, because it knows all features. */
export const UnsentWorkContext = createContext<UnsentWork>(() => Promise.resolve(null));

export function useUnsentWork(): UnsentWork {
  return useContext(UnsentWorkContext);
}
