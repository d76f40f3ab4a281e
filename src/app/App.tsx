/** Composes the connection, the session and the router; all three restart when the session changes. */
import { ConvexAuthProvider, useAuthToken } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import type { MarketClient } from "../live/convexClient";
import { useSignOutDelivery } from "../live/useSession";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { LoadFailure } from "./failurePages";
import { Routes } from "./routes";
import { useCurrentClient } from "./useCurrentClient";
import { t } from "../../domain/language/texts";

export function App() {
  const { client, generation } = useCurrentClient();
  useSignOutDelivery(client);
  return (
    <ErrorBoundary
      key={generation}
      message={t("Mandi could not be started.")}
      fallback={() => <LoadFailure />}
    >
      {/* No login here uses a ?code= in the address. */}
      <ConvexAuthProvider client={client} storageNamespace={client.url} shouldHandleCode={false}>
        <TokenCheck client={client} />
        <BrowserRouter>
          <AddressCheck />
          <Routes />
        </BrowserRouter>
      </ConvexAuthProvider>
    </ErrorBoundary>
  );
}

/** The auth library adopts another tab's token without telling the client, which would go on with the old one. */
function TokenCheck({ client }: { client: MarketClient }) {
  const token = useAuthToken();
  useEffect(() => client.checkSession(), [client, token]);
  return null;
}

const address = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash;

/**
 * Tells the router of a Back or Forward that came while the app was being rendered for the first time: `BrowserRouter` reads the
 * address when it begins and listens once it is on screen, and the first rendering takes many tasks. It belongs directly into the
 * router, which listens by the time effects run.
 */
export function AddressCheck() {
  const rendered = address(useLocation());
  useEffect(() => {
    if (address(window.location) !== rendered)
      window.dispatchEvent(
        new PopStateEvent("popstate", { state: window.history.state as unknown }),
      );
    // Afterwards the router hears of each change by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return null;
}
